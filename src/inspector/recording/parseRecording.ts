import { validate, type Struct } from 'superstruct'
import { AppError, type ErrorDetails } from '../../runtime/errors.ts'
import { RECORDED_EVENTS_MAX, type Recording } from './Recording.ts'
import { changesStruct, recordingStruct } from './recordingSchema.ts'
import type { WhatIfChange } from './Step.ts'

/** A text longer than this is not read. */
const TEXT_MAX = 64 * 1024 * 1024
const FAILURES_SHOWN_MAX = 10

/**
 * Reads an exported recording: its JSON text, or what was parsed from it.
 * @throws AppError malformed_json, body_too_large, or validation_error whose details name the fields and what they take
 */
export function parseRecording(json: unknown): Recording {
  const value = typeof json === 'string' ? parseText(json) : json
  const { events } = Object(value) as { events?: unknown }
  if (Array.isArray(events) && events.length > RECORDED_EVENTS_MAX) throw new AppError('body_too_large')
  const recording = held(value, recordingStruct as unknown as Struct<Recording>)
  if (recording.events[0]?.event?.type !== 'activate') {
    throw new AppError('validation_error', {
      details: { 'events.0': ['must be the activation of the item'] },
    })
  }
  const second = recording.events.findIndex(({ event }, index) => index > 0 && event?.type === 'activate')
  if (second > 0) {
    throw new AppError('validation_error', {
      details: { [`events.${String(second)}`]: ['an item is activated once'] },
    })
  }
  return recording
}

/**
 * Reads `{ changes: [{ index, event }] }`, what another ending is to have otherwise.
 * @throws AppError validation_error as {@link parseRecording}
 */
export const parseChanges = (json: unknown): WhatIfChange[] =>
  held(json, changesStruct as unknown as Struct<{ changes: WhatIfChange[] }>).changes

function parseText(text: string): unknown {
  if (text.length > TEXT_MAX) throw new AppError('body_too_large')
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw new AppError('malformed_json', { cause })
  }
}

function held<T>(value: unknown, struct: Struct<T>): T {
  const [error, result] = validate(value, struct)
  if (error === undefined) return result
  const details: ErrorDetails = {}
  for (const { path, message } of error.failures()) {
    details[path.join('.') || 'recording'] = [message]
    if (Object.keys(details).length >= FAILURES_SHOWN_MAX) break
  }
  throw new AppError('validation_error', { details })
}

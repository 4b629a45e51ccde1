export { buildRecording } from './buildRecording.ts'
export { differences } from './differences.ts'
export { contextChanges, jsonContext } from './jsonContext.ts'
export { parseChanges, parseRecording } from './parseRecording.ts'
export { RECORDING_FORMAT, RECORDING_VERSION } from './Recording.ts'
export type {
  RecordedCommand,
  RecordedComment,
  RecordedEnding,
  RecordedEvent,
  Recording,
} from './Recording.ts'
export { steps, whatIf } from './steps.ts'
export type {
  AskedGuard,
  ContextChange,
  JsonContext,
  Microstep,
  Step,
  StepState,
  WhatIfChange,
} from './Step.ts'

import type { ChartWords } from '../chartWords.ts'

export { liveSessionMachine, nextSession } from './liveSessionMachine.ts'
export type { LiveSessionEvent, LiveSessionStatus } from './liveSessionMachine.ts'

/** The chart has neither guards nor actions. */
export const liveSessionWords = { guards: {}, actions: {} } as const satisfies ChartWords

import type { ChartWords } from '../chartWords.ts'

/** What the guards and actions of the supervisor's chart mean. */
export const supervisorWords = {
  guards: {
    isStopping: 'the service is shutting down',
  },
  actions: {
    rememberStop: 'remembers that the service is shutting down',
    countFailure: 'counts a failure, so that the next try waits longer',
    forgetFailures: 'forgets earlier failures, since a commit went through',
  },
} as const satisfies ChartWords

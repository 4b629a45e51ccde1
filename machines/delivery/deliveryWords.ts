import type { ChartWords } from '../chartWords.ts'

/** What the guards and actions of the delivery's chart mean. */
export const deliveryWords = {
  guards: {
    isRepeatable: 'a shop webhook, which carries its id and may be sent twice',
    hasTriesLeft: 'the schedule has another try',
    isRepeatableWithTriesLeft: 'a shop webhook, and the schedule has another try',
  },
  actions: {
    countTry: 'counts the try',
    planRetry: 'plans the next try by the schedule, later when the receiver asks for it',
    planAfterThrottle: 'plans the next try for when the receiver said',
    keepReason: 'remembers why',
    doubt: 'notes that nobody knows whether it was sent',
    clearReason: 'forgets earlier failures',
    startOver: 'begins again with all tries, at once',
    planNothing: 'plans no further try',
  },
} as const satisfies ChartWords

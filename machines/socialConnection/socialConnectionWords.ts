import type { ChartWords } from '../chartWords.ts'

/** What the guards and actions of the connection's chart mean. */
export const socialConnectionWords = {
  guards: {
    isExpired: 'the token has run out',
    isRenewalDue: 'the token has less than ten days left',
  },
  actions: {
    announce: 'tells the seller, once the step is stored',
    keepAccount: 'keeps the account and when its token runs out',
    keepExpiry: 'keeps when the fresh token runs out',
    forget: 'forgets the account and its token',
  },
} as const satisfies ChartWords

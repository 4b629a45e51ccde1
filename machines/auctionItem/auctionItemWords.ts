import type { ChartWords } from '../chartWords.ts'

/** What the guards and actions of the item's chart mean. */
export const auctionItemWords = {
  guards: {
    wasCountingDown: 'the item was counting down when it was last stored',
    isBidRefused: 'the bid breaks a rule: wrong kind of sale, unknown viewer, too low or too high',
    isLastMoment: 'the bid falls into the anti-snipe window, and extensions are left',
    isClaimRefused: 'the claim breaks a rule: wrong kind of sale, unknown viewer, or a second claim',
    isStockExhausted: 'every piece in stock is claimed',
    isTimeUp: 'the end has been reached',
    isCountdownDue: 'the last seconds have begun',
    hasWinner: 'an auction has a leading bid',
    hasPendingBids: 'a bid is still pending',
  },
  actions: {
    acceptBid: 'tells that the bid counts',
    takeLead: 'makes the bid the price and its viewer the leader',
    refuseBid: 'tells why the bid does not count',
    refuseClaim: 'tells why the claim does not count',
    waitlistClaim: 'puts the viewer on the waiting list',
    countClaim: 'counts the claim and remembers the viewer',
    acceptClaim: 'tells that the claim counts, and what is left',
    pushEnd: 'moves the end away from the late bid',
    extendEnd: 'adds the seconds to the clock, or starts one',
    tellPushed: 'tells the new end',
    tellExtended: 'tells the new end',
    tellCountdown: 'tells that the last seconds run',
    changeStock: 'takes the new stock',
    tellStock: 'tells what is left',
    changeRules: "takes the shop's new rules",
    tellRules: 'tells that the rules changed',
    award: 'makes the leading bid the final price',
    tellSold: 'tells who won, or how many were claimed',
    tellCancelled: 'tells that it closed without a pending bid',
  },
} as const satisfies ChartWords

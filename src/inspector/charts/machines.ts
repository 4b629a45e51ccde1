import type { AnyStateMachine } from 'xstate'
import { auctionItemMachine, auctionItemWords } from '../../../machines/auctionItem/index.ts'
import type { ChartWords } from '../../../machines/chartWords.ts'
import { deliveryMachine, deliveryWords } from '../../../machines/delivery/index.ts'
import { liveSessionMachine, liveSessionWords } from '../../../machines/liveSession/index.ts'
import { socialConnectionMachine, socialConnectionWords } from '../../../machines/socialConnection/index.ts'
import { supervisorMachine, supervisorWords } from '../../../machines/supervisor/index.ts'

/** A machine that is drawn, with the words for its guards and actions. */
export interface ChartedMachine {
  machine: AnyStateMachine
  words: ChartWords
}

/** Every machine there is a chart of: a new one is one line here. */
export const CHARTED_MACHINES: readonly ChartedMachine[] = [
  { machine: auctionItemMachine, words: auctionItemWords },
  { machine: liveSessionMachine, words: liveSessionWords },
  { machine: supervisorMachine, words: supervisorWords },
  { machine: deliveryMachine, words: deliveryWords },
  { machine: socialConnectionMachine, words: socialConnectionWords },
]

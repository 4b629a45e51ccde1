import { transition } from 'xstate'
import type { DeliveryEvent } from './deliveryEvents.ts'
import { deliveryMachine, type DeliveryContext } from './deliveryMachine.ts'

export type DeliveryState = 'pending' | 'sending' | 'waiting' | 'delivered' | 'failed' | 'cancelled'

/** Where a delivery stands: the chart's state with what goes beside it. */
export interface DeliveryStep extends DeliveryContext {
  state: DeliveryState
}

/** Where `event` takes a delivery. An event that the state does not know changes nothing. */
export function nextStep(from: DeliveryStep, event: DeliveryEvent): DeliveryStep {
  const { state, ...context } = from
  const [next] = transition(deliveryMachine, deliveryMachine.resolveState({ value: state, context }), event)
  return { state: next.value, ...next.context }
}

/** A delivery that a worker just took from the outbox. */
export const claimedStep = (
  delivery: Pick<DeliveryContext, 'kind' | 'waitsMs' | 'attempts'>,
): DeliveryStep => ({
  ...delivery,
  state: 'sending',
  nextAttemptAt: null,
  reason: null,
})

import { assign, setup } from 'xstate'

export interface SupervisorContext {
  /** The service is shutting down. */
  stopping: boolean
  /** Failures since the last commit. */
  failures: number
}

export type SupervisorEvent =
  /** The work was taken over under a new epoch, and memory agrees with the database. */
  | { type: 'takenOver' }
  | { type: 'committed' }
  /** A write failed or its answer was lost: memory may be ahead of the database. */
  | { type: 'storageFailed' }
  /** Rebuilding failed, too. */
  | { type: 'rebuildFailed' }
  /** Another process has taken the work over. */
  | { type: 'fenced' }
  | { type: 'stopRequested' }
  /** All that was taken in is decided and committed. */
  | { type: 'drained' }

/**
 * The life of what keeps the item actors: it decides only while memory agrees with the database. Whatever fails, the
 * actors are discarded, rebuilt from their rows and fed again from the inbox.
 */
export const supervisorMachine = setup({
  types: { context: {} as SupervisorContext, events: {} as SupervisorEvent },
  guards: {
    isStopping: ({ context }) => context.stopping,
  },
  actions: {
    rememberStop: assign({ stopping: true }),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    forgetFailures: assign({ failures: 0 }),
  },
}).createMachine({
  id: 'supervisor',
  description: 'What spawns, rebuilds and retires the actors of the running items.',
  context: { stopping: false, failures: 0 },
  initial: 'starting',
  on: {
    fenced: { target: '.stopped', description: 'There is one owner, and it is another.' },
  },
  states: {
    starting: {
      description: 'Taking the work over and reading what runs.',
      on: {
        takenOver: [{ guard: 'isStopping', target: 'draining' }, { target: 'running' }],
        stopRequested: { actions: 'rememberStop' },
      },
    },
    running: {
      description: 'Comments and commands are decided and committed.',
      on: {
        committed: { actions: 'forgetFailures' },
        storageFailed: { target: 'rebuilding', actions: 'countFailure' },
        stopRequested: { target: 'draining', actions: 'rememberStop' },
      },
    },
    rebuilding: {
      description: 'The actors are discarded; everything is read anew, as often as it takes.',
      on: {
        takenOver: [{ guard: 'isStopping', target: 'draining' }, { target: 'running' }],
        rebuildFailed: [
          {
            guard: 'isStopping',
            target: 'stopped',
            description: 'What is acknowledged is stored and is decided at the next start.',
          },
          { actions: 'countFailure' },
        ],
        stopRequested: { actions: 'rememberStop' },
      },
    },
    draining: {
      description: 'Nothing new comes in; what came is decided and committed.',
      on: {
        committed: { actions: 'forgetFailures' },
        storageFailed: { target: 'rebuilding', actions: 'countFailure' },
        drained: 'stopped',
      },
    },
    stopped: { description: 'Nothing is decided here any more.', type: 'final' },
  },
})

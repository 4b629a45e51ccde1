import { assign, setup } from 'xstate'

/** A token is renewed when it has less than this left, ms: long enough to survive a week of failures. */
export const RENEW_BEFORE_EXPIRY_MS = 10 * 24 * 3_600_000

export interface SocialConnectionContext {
  username: string | null
  /** When the stored token runs out, ms since the epoch; null while there is none. */
  tokenExpiresAt: number | null
}

export type SocialConnectionEvent =
  /** The authorization flow went through to its end. */
  | { type: 'linked'; username: string; tokenExpiresAt: number }
  /** The seller disconnects. */
  | { type: 'disconnected' }
  /** Another tenant connected the same account. */
  | { type: 'moved' }
  /** The platform says that the token is no good (190). */
  | { type: 'tokenRejected' }
  /** The token was exchanged for a fresh one. */
  | { type: 'tokenRenewed'; tokenExpiresAt: number }
  /** Time passed; `at`: ms since the epoch. */
  | { type: 'checked'; at: number }

export type SocialAnnouncement =
  | { type: 'social.connected'; data: { socialUsername: string } }
  | { type: 'social.disconnected'; data: { reason: 'moved' | 'disconnected' } }
  | { type: 'social.needs_reconnect'; data: { reason: string } }

/**
 * A seller's link to the social account. Pure: what the seller is to hear comes out as emitted announcements, which
 * are sent after the row is stored.
 */
export const socialConnectionMachine = setup({
  types: {
    context: {} as SocialConnectionContext,
    events: {} as SocialConnectionEvent,
    input: {} as SocialConnectionContext,
  },
  guards: {
    isExpired: ({ context, event }) =>
      event.type === 'checked' && context.tokenExpiresAt !== null && event.at >= context.tokenExpiresAt,
    isRenewalDue: ({ context, event }) =>
      event.type === 'checked' &&
      context.tokenExpiresAt !== null &&
      event.at >= context.tokenExpiresAt - RENEW_BEFORE_EXPIRY_MS,
  },
  actions: {
    /** Done by whoever stores the step. */
    announce: (_, _announcement: SocialAnnouncement) => undefined,
    keepAccount: assign(({ event }) =>
      event.type === 'linked' ? { username: event.username, tokenExpiresAt: event.tokenExpiresAt } : {},
    ),
    keepExpiry: assign(({ event }) =>
      event.type === 'tokenRenewed' ? { tokenExpiresAt: event.tokenExpiresAt } : {},
    ),
    forget: assign({ username: null, tokenExpiresAt: null }),
  },
}).createMachine({
  id: 'socialConnection',
  description: "A seller's link to the account that the viewers write to.",
  context: ({ input }) => input,
  initial: 'disconnected',
  on: {
    linked: {
      target: '.connected',
      actions: [
        'keepAccount',
        {
          type: 'announce',
          params: ({ event }) => ({ type: 'social.connected', data: { socialUsername: event.username } }),
        },
      ],
    },
  },
  states: {
    disconnected: { description: 'No account.' },
    connected: {
      description: 'Comments arrive and replies go out.',
      initial: 'fresh',
      on: {
        disconnected: { target: 'disconnected', actions: farewell('disconnected') },
        moved: { target: 'disconnected', actions: farewell('moved') },
        tokenRejected: {
          target: 'needs_reconnect',
          actions: {
            type: 'announce',
            params: { type: 'social.needs_reconnect', data: { reason: 'token_rejected' } },
          },
        },
        tokenRenewed: { target: '.fresh', actions: 'keepExpiry' },
      },
      states: {
        fresh: {
          description: 'The token has weeks left.',
          on: {
            checked: [
              {
                guard: 'isExpired',
                target: '#socialConnection.needs_reconnect',
                actions: expiryAnnouncement(),
              },
              { guard: 'isRenewalDue', target: 'renewing' },
            ],
          },
        },
        renewing: {
          description: 'The token is about to run out and is being exchanged, as often as it takes.',
          on: {
            checked: {
              guard: 'isExpired',
              target: '#socialConnection.needs_reconnect',
              actions: expiryAnnouncement(),
            },
          },
        },
      },
    },
    needs_reconnect: {
      description:
        'The platform no longer takes the token; nothing is called until the seller connects again.',
      on: {
        disconnected: { target: 'disconnected', actions: farewell('disconnected') },
        moved: { target: 'disconnected', actions: farewell('moved') },
      },
    },
  },
})

/** The account is gone, by the seller's wish or to another tenant. */
function farewell<R extends 'disconnected' | 'moved'>(reason: R) {
  return ['forget', { type: 'announce', params: { type: 'social.disconnected', data: { reason } } }] as const
}

function expiryAnnouncement() {
  return {
    type: 'announce',
    params: { type: 'social.needs_reconnect', data: { reason: 'token_expired' } },
  } as const
}

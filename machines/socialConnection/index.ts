export { RENEW_BEFORE_EXPIRY_MS, socialConnectionMachine } from './socialConnectionMachine.ts'
export type {
  SocialAnnouncement,
  SocialConnectionContext,
  SocialConnectionEvent,
} from './socialConnectionMachine.ts'
export { socialConnectionWords } from './socialConnectionWords.ts'
export { nextConnection } from './socialConnectionStep.ts'
export type {
  SocialConnectionState,
  SocialConnectionStatus,
  SocialConnectionStep,
} from './socialConnectionStep.ts'

export { cleanText } from './cleanText.ts'
export { explainComment, type Explanation, type ReadingStep } from './explain.ts'
export { createReader, readComment, type Reader } from './reader.ts'
export {
  CHATTER_REASONS,
  type ChatterReason,
  type Mode,
  type Reading,
  type ReadingSettings,
} from './reading.ts'
export { REASON_TEXT } from './reasonText.ts'
export { normaliseUsername } from './username.ts'
export { usernameSkeleton } from './usernameSkeleton.ts'

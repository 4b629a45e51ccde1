import { randomBytes } from 'node:crypto'

const ANSWER_WITHIN_MS = 10_000

/** The platform's handshake with a subscriber: it must know the verify token and echo the challenge. */
export async function verifySubscription(
  url: string,
  verifyToken: string,
  stopped: AbortSignal,
): Promise<boolean> {
  const challenge = randomBytes(8).toString('hex')
  try {
    const question = new URL(url)
    question.searchParams.set('hub.mode', 'subscribe')
    question.searchParams.set('hub.verify_token', verifyToken)
    question.searchParams.set('hub.challenge', challenge)
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(ANSWER_WITHIN_MS)])
    const response = await fetch(question, { redirect: 'manual', signal })
    return response.status === 200 && (await response.text()) === challenge
  } catch {
    return false
  }
}

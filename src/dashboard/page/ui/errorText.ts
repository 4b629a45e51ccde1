import { RequestError } from '../app/Service.ts'
import { t, tMaybe } from '../words/words.ts'
import { say } from './toasts.ts'

/** What went wrong, what was kept and what to do, in the seller's words. */
export function errorText(error: unknown): string {
  if (!(error instanceof RequestError)) {
    // A fault of the page itself: whoever looks into it needs more than the seller does.
    console.error(error)
    return t('error.unexpected')
  }
  const fallback = error.status >= 400 && error.status < 500 ? error.message : t('error.unexpected')
  return tMaybe(`error.${error.code}`) ?? fallback
}

/** What one field of a form takes, when the service refused what it held: in the seller's words where there are some. */
export function fieldError(error: unknown, field: string): string | undefined {
  const refusal = error instanceof RequestError ? error.details[field]?.[0] : undefined
  return refusal === undefined ? undefined : (tMaybe(`field.${field}`) ?? refusal)
}

/** Carries out an act of the seller and says so when it failed; resolves to whether it succeeded. */
export async function attempt(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    say(errorText(error), { tone: 'error' })
    return false
  }
}

import * as scryptKdf from 'scrypt-kdf'
import { AppError } from '../runtime/errors.ts'

/** Hashes passwords; slow on purpose, and never more than a few at a time. */
export interface Passwords {
  /** @throws AppError `overloaded` when too many wait already */
  hash(password: string): Promise<string>
  /** Takes as long for an unknown account (`stored` undefined) as for a known one. */
  verify(password: string, stored: string | undefined): Promise<boolean>
}

export interface PasswordOptions {
  /** scrypt's logN; 15 takes 32 MiB and about 160 ms. */
  costLog2: number
  /** Hashes computed at a time: scrypt works on the thread pool that file access shares. */
  atOnceMax: number
  waitingMax: number
}

// The package's typings promise named exports; at run time there is only the default one.
const { kdf, verify: verifyKey } = (scryptKdf as unknown as { default: typeof scryptKdf }).default

export async function createPasswords({
  costLog2,
  atOnceMax,
  waitingMax,
}: PasswordOptions): Promise<Passwords> {
  const inTurn = turns(atOnceMax, waitingMax)
  const hash = async (password: string): Promise<string> => {
    const key = await kdf(password, { logN: costLog2, r: 8, p: 1 })
    return Buffer.from(key).toString('base64')
  }
  // Compared against when there is no account, so that the answer takes the same time.
  const nobody = await hash(crypto.randomUUID())
  return {
    hash: (password) => inTurn(() => hash(password)),
    verify: (password, stored) =>
      inTurn(async () => {
        const matches = await verifyKey(Buffer.from(stored ?? nobody, 'base64'), password)
        return matches && stored !== undefined
      }),
  }
}

/** Lets `atOnceMax` jobs run at a time and `waitingMax` wait. */
function turns(atOnceMax: number, waitingMax: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(job: () => Promise<T>): Promise<T> => {
    if (running < atOnceMax) running++
    else {
      if (waiting.length >= waitingMax) throw new AppError('overloaded')
      // The place is handed over, so that nobody who comes in between takes it as well.
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    try {
      return await job()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}

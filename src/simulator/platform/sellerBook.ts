import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createSeller, type Seller, type SellerShape } from './seller.ts'

/** All sellers of one platform. With a state file they, their subscriptions and tokens survive a restart. */
export interface SellerBook {
  all(): readonly Seller[]
  create(given?: {
    name?: string | undefined
    username?: string | undefined
    shape?: SellerShape | undefined
  }): Seller
  byId(id: string): Seller | undefined
  byAccount(accountId: string): Seller | undefined
  byPage(pageId: string): Seller | undefined
  /** Who a client's browser is signed in as: whom it was last time, else a seller nobody has connected, else a new one. */
  signedIn(client: string): Seller
  change(seller: Seller, fields: Partial<Omit<Seller, 'id'>>): Seller
}

/** Opens the book; `stateFile` null keeps it in memory. */
export function createSellerBook(seed: string, stateFile: string | null): SellerBook {
  const sellers: Seller[] = stateFile === null ? [] : load(stateFile)
  const save = (): void => {
    if (stateFile !== null) store(stateFile, sellers)
  }

  const book: SellerBook = {
    all: () => sellers,
    create(given) {
      const seller = createSeller(seed, sellers.length + 1, given)
      sellers.push(seller)
      save()
      return seller
    },
    byId: (id) => sellers.find((seller) => seller.id === id),
    byAccount: (accountId) => sellers.find((seller) => seller.accountId === accountId),
    byPage: (pageId) => sellers.find((seller) => seller.pageId === pageId),
    signedIn: (client) =>
      sellers.find((seller) => seller.client === client) ??
      sellers.find((seller) => seller.client === null) ??
      book.create(),
    change(seller, fields) {
      Object.assign(seller, fields)
      save()
      return seller
    },
  }
  return book
}

function load(file: string): Seller[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Seller[]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Written beside and moved over, so that a crash leaves the old file or the new one, never half of one. */
function store(file: string, sellers: readonly Seller[]): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(sellers, null, 2), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

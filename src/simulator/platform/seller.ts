import { createRandom, type Random } from '../random.ts'

/** How a seller's pages look to an app that lists them. */
export type SellerShape =
  /** One page, linked to one professional account. */
  | 'ordinary'
  /** Three pages over two result pages; only the last page has an account. */
  | 'many_pages'
  | 'page_without_account'
  | 'no_pages'

export const SELLER_SHAPES = ['ordinary', 'many_pages', 'page_without_account', 'no_pages'] as const

export interface Page {
  id: string
  name: string
  /** Null: the page is linked to no professional account. */
  accountId: string | null
}

/** A person on the platform who owns a professional account, and so can connect it to an app. */
export interface Seller {
  id: string
  name: string
  shape: SellerShape
  pageId: string
  accountId: string
  username: string
  /** Webhook fields that the app subscribed the page to; empty until it does. */
  subscribedFields: string[]
  /** `state` of the client that this seller last allowed; null before the first consent. */
  client: string | null
  /** Tokens issued before this time (seconds since the epoch) are refused with code 190. */
  tokensValidFrom: number
}

const FIRST_NAMES = [
  'Ada',
  'Bruno',
  'Çiğdem',
  'Dilan',
  'Emre',
  'Farah',
  'Greta',
  'Hugo',
  'Inês',
  'Jonas',
] as const
const TRADES = ['Antiques', 'Vintage', 'Silver', 'Ceramics', 'Plants', 'Vinyl', 'Textiles', 'Toys'] as const

const digits = (random: Random, prefix: string, length: number): string => {
  let id = prefix
  while (id.length < length) id += String(random.int(10))
  return id
}

/** The n-th seller of a seed: always the same ids and names. Given words replace the generated ones. */
export function createSeller(
  seed: string,
  ordinal: number,
  given: { name?: string | undefined; username?: string | undefined; shape?: SellerShape | undefined } = {},
): Seller {
  const random = createRandom(`${seed}/seller/${ordinal}`)
  const name = `${random.pick(FIRST_NAMES)} ${random.pick(TRADES)}`
  const handle = name
    .normalize('NFD')
    .replace(/[^A-Za-z ]/g, '')
    .toLowerCase()
    .replace(' ', '.')
  return {
    id: digits(random, '10', 16),
    name: given.name ?? name,
    shape: given.shape ?? 'ordinary',
    pageId: digits(random, '61', 15),
    accountId: digits(random, '1784', 17),
    username: given.username ?? `${handle}${ordinal}`,
    subscribedFields: [],
    client: null,
    tokensValidFrom: 0,
  }
}

/** The pages that the seller's shape shows, in the order the platform lists them. */
export function pagesOf(seller: Seller): Page[] {
  const linked: Page = { id: seller.pageId, name: `${seller.name} Page`, accountId: seller.accountId }
  const bare = (n: number): Page => ({
    id: `${seller.pageId}${n}`,
    name: `${seller.name} Old ${n}`,
    accountId: null,
  })
  switch (seller.shape) {
    case 'ordinary':
      return [linked]
    case 'many_pages':
      return [bare(1), bare(2), linked]
    case 'page_without_account':
      return [bare(1)]
    case 'no_pages':
      return []
  }
}

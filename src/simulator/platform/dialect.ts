/** The words in which platforms of this family differ; what they mean is the same. */
export interface Dialect {
  name: DialectName
  /** `object` of every webhook payload. */
  webhookObject: string
  /** `grant_type` that turns a short-lived token into a long-lived one. */
  exchangeGrant: string
  /** Query parameter that carries the short-lived token in that exchange. */
  exchangeParameter: string
  /** Field of a page that names its linked professional account. */
  accountField: string
}

export type DialectName = 'social' | 'instagram'

export const DIALECTS: Record<DialectName, Dialect> = {
  social: {
    name: 'social',
    webhookObject: 'social',
    exchangeGrant: 'social_exchange_token',
    exchangeParameter: 'social_exchange_token',
    accountField: 'social_business_account',
  },
  instagram: {
    name: 'instagram',
    webhookObject: 'instagram',
    exchangeGrant: 'fb_exchange_token',
    exchangeParameter: 'fb_exchange_token',
    accountField: 'instagram_business_account',
  },
}

import { expect } from 'chai'
import { createHttpSocialPlatform } from '../../../src/outbound/social/httpSocialPlatform.ts'
import type { SocialApp } from '../../../src/outbound/social/SocialPlatform.ts'

describe('what a platform answers', () => {
  const app: SocialApp = {
    appId: 'app',
    appSecret: 'secret',
    authorizeUrl: 'https://platform.example/authorize',
    graphUrl: 'https://platform.example',
    redirectUri: 'https://shop.example/back',
    dialect: {
      accountField: 'social_account',
      scopes: [],
      exchangeGrantType: 'exchange',
      exchangeTokenParameter: 'token',
    } as unknown as SocialApp['dialect'],
    requestTimeoutMs: 1_000,
    repliesPerSecondMax: 1,
  }
  /** The platform's API where every call is answered with this. */
  const answering = (answer: unknown) =>
    createHttpSocialPlatform(
      app,
      () => Promise.resolve({ status: 200, headers: {}, body: JSON.stringify(answer), durationMs: 1 }),
      { now: () => 0 },
    )
  const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'understood',
      (error: unknown) => error,
    )

  it('may write ids and lifetimes as texts or numbers', async () => {
    for (const [id, account] of [
      ['11', '22'],
      [11, 22],
    ]) {
      const platform = answering({ data: [{ id, access_token: 't', social_account: { id: account } }] })
      const [page] = await platform.listPages('user')
      expect(page).to.deep.equal({ id: '11', accessToken: 't', accountId: '22' })
    }
    for (const seconds of [5_184_000, '5184000']) {
      const answer = await answering({ access_token: 'long', expires_in: seconds }).exchangeForLongLived('t')
      expect(answer).to.deep.equal({ token: 'long', lifetimeSeconds: 5_184_000 })
    }
  })

  it('is unclear where an id has lost digits or a lifetime is none, instead of naming somebody else', async () => {
    const pages = `{"data":[{"id":17841400000000001}]}`
    const rounded: unknown = JSON.parse(pages)
    expect(await refusalOf(answering(rounded).listPages('user'))).to.include({ kind: 'unclear' })
    const soon = answering({ access_token: 'long', expires_in: 'soon' })
    expect(await refusalOf(soon.exchangeForLongLived('t'))).to.include({ kind: 'unclear' })
    const linked = answering({ data: [{ id: '1', social_account: { id: 2 ** 60 } }] })
    expect(await linked.listPages('user')).to.deep.equal([{ id: '1', accessToken: 'user', accountId: null }])
  })
})

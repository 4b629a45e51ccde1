import { expect } from 'chai'
import { call } from '../support/contract/call.ts'
import { Seller } from '../support/contract/Seller.ts'

interface View {
  item: { id: string } | null
  isNameShared: boolean
}

describe('GET /overlay/:key', () => {
  it('tells when another running item bears the same name, whose bids the events do not tell apart', async () => {
    const seller = await Seller.connected()
    const { data } = await seller.call<{ overlayKey: string }>('POST', '/tenant/overlay-key')
    const view = async (): Promise<View> =>
      (await call<View>(seller.url, 'GET', `/overlay/${data.overlayKey}`)).data
    expect(await view()).to.deep.include({ item: null, isNameShared: false })
    const product = await seller.product({ name: 'Vase' })
    const offer = async () => {
      const { id: liveSessionId } = await seller.live()
      const body = { productId: product.id, liveSessionId, mode: 'auction', startingPrice: 10 }
      return (await seller.activate(body)).data
    }
    const first = await offer()
    const alone = await view()
    expect([alone.item?.id, alone.isNameShared]).to.deep.equal([first.id, false])
    const second = await offer()
    const shared = await view()
    expect([shared.item?.id, shared.isNameShared]).to.deep.equal([second.id, true])
    await seller.close(first.id)
    expect((await view()).isNameShared).to.equal(false)
  })
})

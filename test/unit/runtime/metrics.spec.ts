import { expect } from 'chai'
import { createMetrics } from '../../../src/runtime/metrics.ts'

describe('metrics', () => {
  it('are exposed as text that a scraper reads', async () => {
    const metrics = createMetrics()
    metrics.commentOutcomes.inc({ outcome: 'bid_too_low' }, 3)
    const { contentType, body } = await metrics.expose()
    expect(contentType).to.match(/^text\/plain; version=0\.0\.4/)
    expect(body).to.contain('live_comment_outcomes_total{outcome="bid_too_low"} 3')
    expect(body).to.contain('process_resident_memory_bytes')
  })

  it('of two services in one process never mix', async () => {
    const [one, other] = [createMetrics(), createMetrics()]
    one.backlogMessages.set(7)
    expect((await other.expose()).body).to.contain('live_backlog_messages 0')
  })
})

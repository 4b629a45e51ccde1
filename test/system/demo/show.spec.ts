import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { playShow, type ShowResult } from '../../../src/simulator/demo/playShow.ts'
import { ServiceProcess } from '../../../src/simulator/demo/ServiceProcess.ts'
import type { Screen } from '../../../src/simulator/demo/Screen.ts'
import { assertInvariantsAt } from '../../support/checkers/assertInvariantsAt.ts'
import { testDatabaseUrl } from '../../support/database.ts'

/** A show that nobody watches. */
const silent = {
  title: () => undefined,
  step: () => undefined,
  event: () => undefined,
  reply: () => undefined,
} as unknown as Screen

describe('a whole show over the public interfaces', function () {
  this.timeout(120_000)
  let service: ServiceProcess
  let dataDir: string
  let databaseUrl: string

  const show = (seed: string): Promise<ShowResult> =>
    playShow({
      serviceUrl: service.url,
      platformUrl: service.platformUrl,
      seed,
      viewers: 25,
      perSecond: null,
      screen: silent,
    })

  before(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'show-'))
    databaseUrl = await testDatabaseUrl()
    service = await ServiceProcess.start({ dataDir, env: { DATABASE_URL: databaseUrl } })
  })
  after(async () => {
    await service.stop()
    await assertInvariantsAt({ databaseUrl, dataDir })
    rmSync(dataDir, { recursive: true })
  })

  it('given a crowd on the stand-in platform, when a seller sells by auction and at a fixed price, then nothing is lost', async () => {
    const result = await show('first')
    expect(result.commentsLost).to.equal(0)
    expect(result.winner).to.be.a('string')
    expect(result.bidsAccepted).to.be.greaterThan(5)
    expect(result.claimants).to.have.lengthOf(4)
    expect(new Set(result.claimants).size).to.equal(4)
    expect(result.replies).to.be.at.least(result.bidsAccepted + result.claimants.length)
    expect(result.latencies).to.have.lengthOf(result.commentsSent)
  })

  it('given the same seed, when the show is played again, then the same viewers win at the same price', async () => {
    const [once, again] = [await show('twice'), await show('twice')]
    const told = ({ winner, finalPrice, claimants, bidsAccepted }: ShowResult) => ({
      winner,
      finalPrice,
      claimants,
      bidsAccepted,
    })
    expect(told(again)).to.deep.equal(told(once))
  })
})

import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { ROOT } from '../../unit/house/sources.ts'
import { recordingOf } from '../../support/inspector/recordings.ts'

interface Run {
  code: number
  stdout: string
  stderr: string
}

const run = (...args: string[]): Promise<Run> =>
  new Promise((resolve) => {
    execFile(process.execPath, [join(ROOT, 'src/replay/main.ts'), ...args], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr })
    })
  })

describe('npm run replay -- --file', () => {
  let folder: string
  before(() => (folder = mkdtempSync(join(tmpdir(), 'replay-'))))
  after(() => rmSync(folder, { recursive: true }))

  const replayed = (recording: unknown): Promise<Run> => {
    const file = join(folder, 'recording.json')
    writeFileSync(file, JSON.stringify(recording))
    return run('--file', file)
  }
  const recording = recordingOf({ price: 10_000, increment: 1_000 }, [
    { do: 'bid', user: 'ayse', amount: 15_000, wait: 1_000 },
    { do: 'bid', user: 'can', amount: 15_500, wait: 1_000 },
    { do: 'close', wait: 1_000 },
  ])

  it('given an exported recording, then it prints the log and agrees with it', async () => {
    const { code, stdout, stderr } = await replayed(recording)
    expect([code, stderr]).to.deep.equal([0, ''])
    expect(stdout.split('\n')).to.deep.equal([
      'Ring, auction, USD, item item',
      '2026-01-01T12:00:00.000Z  the seller offers it by auction from 100: on offer',
      '2026-01-01T12:00:01.000Z  @ayse “150”: bid_accepted: 150 ≥ 100 + 10',
      '2026-01-01T12:00:02.000Z  @can “155”: bid_too_low: 155 < 150 + 10',
      '2026-01-01T12:00:03.000Z  the seller closes: sold to @ayse at 150',
      'Reproduced exactly.',
      '',
    ])
  })

  it('given a recording that says another winner, then it says where it differs', async () => {
    const { code, stdout } = await replayed({
      ...recording,
      ending: { ...recording.ending, winnerUserId: 'can' },
    })
    expect(code).to.equal(1)
    expect(stdout).to.contain('DIFFERS  winner: stored can, decided ayse').and.to.contain('1 difference.')
  })

  it('given a broken recording, a missing file or nothing at all, then it says what it takes', async () => {
    const broken = await replayed({ ...recording, startedAt: 'noon' })
    expect(broken).to.include({ code: 2, stdout: '' })
    expect(broken.stderr).to.contain('startedAt: must be a whole number')
    expect(await run('--file', join(folder, 'absent.json'))).to.include({ code: 2, stdout: '' })
    expect((await run()).stderr).to.contain('npm run replay -- <item id>')
  })
})

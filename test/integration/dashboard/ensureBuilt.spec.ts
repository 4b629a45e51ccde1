import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { ensureBuilt } from '../../../src/dashboard/ensureBuilt.ts'

describe('ensureBuilt', () => {
  let outDir: string
  let lines: string[]
  const build = (): Promise<string> => ensureBuilt({ outDir, onProgress: (line) => lines.push(line) })

  before(async () => {
    outDir = await mkdtemp(join(tmpdir(), 'built-'))
  })
  after(() => rm(outDir, { recursive: true }))
  beforeEach(() => {
    lines = []
  })

  it('builds what is missing, and says when it begins and ends', async () => {
    expect(await build()).to.equal(outDir)
    expect(lines).to.have.length(2)
    expect(lines[1]).to.match(/built in \d+\.\d s/)
    expect(await readFile(join(outDir, 'index.html'), 'utf8')).to.contain('<script type="module"')
    expect((await stat(join(outDir, 'index.html.br'))).size).to.be.greaterThan(0)
  })

  it('leaves alone what belongs to the sources at hand', async () => {
    await build()
    expect(lines).to.be.empty
  })

  it('builds anew what belongs to other sources', async () => {
    await writeFile(join(outDir, '.built-from'), 'other')
    await build()
    expect(lines).to.have.length(2)
  })
})

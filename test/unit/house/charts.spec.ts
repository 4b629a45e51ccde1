import { expect } from 'chai'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chartDocuments } from '../../../src/inspector/charts/chartDocuments.ts'
import { filesBelow, readSource, ROOT } from './sources.ts'

describe('drawn charts', () => {
  it('are up to date; if not, draw them again with npm run charts', async function () {
    this.timeout(30_000)
    const documents = await chartDocuments(readSource('machines/README.md'))
    const stale = [...documents].filter(
      ([path, text]) => !existsSync(join(ROOT, path)) || readSource(path) !== text,
    )
    expect(stale.map(([path]) => path)).to.deep.equal([])
    expect(filesBelow(['machines/charts'], /./).filter((path) => !documents.has(path))).to.deep.equal([])
  })
})

import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { en } from '../../../src/dashboard/page/words/en.ts'
import { tr } from '../../../src/dashboard/page/words/tr.ts'
import { routes } from '../../../src/edge/http/routes/index.ts'
import { ERRORS } from '../../../src/runtime/errors.ts'

type Key = keyof typeof en
const PAGE = join(import.meta.dirname, '../../../src/dashboard/page')
const KEYS = Object.keys(en) as Key[]

/** Words that no Turkish sentence has. */
const ENGLISH =
  /(?<!\p{L})(the|and|or|is|are|was|were|of|to|for|with|not|your|you|this|that|be|by|from|yes|add|save|close|open|show|start|bids?|claims?|items?|shop|viewers?|comments?|price|settings|new|press|again)(?!\p{L})/iu
/** Text between tags that is written there instead of in a catalogue. */
const WRITTEN_OUT = />\s*([^<>{}()=;]*\p{L}{2}[^<>{}()=;]*)<\//gu

/** What the page says on its own account. */
const OWN = new Set(['unreachable', 'viewer_unknown', 'unexpected'])

const withoutGaps = (text: string): string => text.replaceAll(/\{\w+\}/g, '')

describe('the catalogues of words', () => {
  it('leave no English in the Turkish one', () => {
    for (const key of KEYS) {
      const text = withoutGaps(tr[key])
      expect(text, key).not.to.match(ENGLISH)
      if (/\p{L}{3}/u.test(withoutGaps(en[key]))) {
        expect(tr[key], key).not.to.equal(en[key])
      }
    }
  })

  it('are where every word of the page comes from', async () => {
    for await (const file of glob(join(PAGE, '**/*.tsx'))) {
      const written = [...(await readFile(file, 'utf8')).matchAll(WRITTEN_OUT)].map(([, text]) =>
        text?.trim(),
      )
      expect(written, file).to.deep.equal([])
    }
  })

  it('have a sentence for every refusal that the page can meet, and none for one that does not exist', () => {
    const worded = KEYS.filter((key) => key.startsWith('error.')).map((key) => key.slice('error.'.length))
    const known = new Set<string>(Object.keys(ERRORS))
    const declared = routes.filter(({ auth }) => auth === 'tenant').flatMap(({ errors }) => errors ?? [])
    const met = new Set<string>([...declared, 'too_many_requests', 'overloaded'])
    expect(worded.filter((code) => !known.has(code) && !OWN.has(code))).to.deep.equal([])
    const missing = [...met].filter((code) => !worded.includes(code))
    expect(missing).to.deep.equal([])
  })

  it('have a sentence for every field whose refusal the page shows', async () => {
    const shown = new Set<string>()
    for await (const file of glob(join(PAGE, '**/*.tsx')))
      for (const [, field = ''] of (await readFile(file, 'utf8')).matchAll(/errorOf\('([^']+)'\)/g))
        shown.add(field)
    const worded = KEYS.filter((key) => key.startsWith('field.')).map((key) => key.slice('field.'.length))
    expect(worded.toSorted()).to.deep.equal([...shown].toSorted())
  })

  it('say one and many in both languages', () => {
    for (const key of KEYS) {
      if (key.endsWith('.one')) expect(KEYS, key).to.include(key.replace(/\.one$/, '.other'))
      if (key.endsWith('.other')) expect(KEYS, key).to.include(key.replace(/\.other$/, '.one'))
    }
  })
})

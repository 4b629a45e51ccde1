import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { filesBelow, readSource, ROOT } from './sources.ts'

const PAGES = ['README.md', ...filesBelow(['machines', 'config', 'src', 'test'], /\.md$/)]

/** Anchor that a heading gets where the pages are read. */
const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

const anchors = (page: string): string[] =>
  [...readSource(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchor(heading))

describe('pages', () => {
  for (const page of PAGES) {
    it(`${page} links only to what is there`, () => {
      const links = [...readSource(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
      const broken = links.filter((target) => {
        if (/^[a-z]+:/.test(target)) return false
        const [path = '', fragment] = target.split('#')
        const file = path === '' ? page : join(dirname(page), path)
        if (!existsSync(join(ROOT, file))) return true
        return fragment !== undefined && file.endsWith('.md') && !anchors(file).includes(fragment)
      })
      expect(broken).to.deep.equal([])
    })
  }

  it('README.md names only files and folders that exist', () => {
    const named = [...readSource('README.md').matchAll(/(?:src|machines|config|test)\/[\w./-]*\w/g)].map(
      ([path]) => path,
    )
    expect(named).to.include('src/persistence/inbox.ts')
    // Made by whoever runs it, never committed.
    expect(
      named.filter((path) => path !== 'config/local.yaml' && !existsSync(join(ROOT, path))),
    ).to.deep.equal([])
  })

  it('README.md names only npm scripts that exist', () => {
    const { scripts } = JSON.parse(readSource('package.json')) as { scripts: Record<string, string> }
    const named = PAGES.flatMap((page) =>
      [...readSource(page).matchAll(/\bnpm run ([a-z:]+)/g)].map(([, name = '']) => name),
    )
    expect(named).to.include('demo')
    expect(named.filter((name) => !(name in scripts))).to.deep.equal([])
  })
})

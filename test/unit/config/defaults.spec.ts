import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { VARIABLES } from '../../../config/environment.ts'
import { loadConfig } from '../../../config/index.ts'
import { settingNotes } from '../../support/settingNotes.ts'
import { readSource, sourceFiles } from '../house/sources.ts'

const NOTES = settingNotes(readSource('config/default.yaml'))

describe('default.yaml', () => {
  it('says of every setting what it is', () => {
    expect(NOTES).to.have.length.above(50)
    expect(NOTES.filter(({ meaning }) => meaning.length < 15)).to.deep.equal([])
  })

  it('names the variable of exactly those settings that have one', () => {
    const named = NOTES.filter(({ variable }) => variable !== undefined)
    expect(Object.fromEntries(named.map(({ variable, path }) => [variable, path]))).to.deep.equal(VARIABLES)
  })

  it('is whole: every setting that the schema knows has a default', () => {
    const folder = mkdtempSync(join(tmpdir(), 'defaults-'))
    const config = loadConfig({ DATA_DIR: folder })
    rmSync(folder, { recursive: true })
    const leaves = (value: unknown, path: string[] = []): string[] =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]))
        : [path.join('.')]
    const derived = /^(profile|production|platform\.|social\.dialect\.)/
    const known = leaves(config).filter((path) => !derived.test(path))
    expect([...known, 'social.dialect'].sort()).to.deep.equal(NOTES.map(({ path }) => path).sort())
  })

  it('holds no setting that nothing reads', () => {
    const code = sourceFiles(['src', 'config']).map(readSource).join('\n')
    // A group that is handed on whole is read by what it is handed to.
    const groups = [...code.matchAll(/\bconfig\.(\w+)\b(?!\.)/g)].map(([, group]) => group)
    const unread = NOTES.map(({ path }) => path).filter((path) => {
      const [group = '', name = group] = path.split('.')
      return !groups.includes(group) && !new RegExp(`[.{,]\\s*${name}\\b`).test(code)
    })
    expect(unread).to.deep.equal([])
  })

  it('is what the table in README.md shows', () => {
    const rows = NOTES.flatMap(({ variable, value, meaning }) =>
      variable === undefined
        ? []
        : [`| \`${variable}\` | ${value === 'null' ? '' : `\`${value}\``} | ${meaning} |`],
    )
    const table = readSource('README.md')
      .split('\n')
      .filter((line) => /^\| `[A-Z_]+` /.test(line))
      .map((line) => line.replace(/ +\|/g, ' |').replace(/\| +/g, '| '))
    expect(table).to.deep.equal(rows.map((row) => row.replace(/ +\|/g, ' |').replace(/\| +/g, '| ')))
  })
})

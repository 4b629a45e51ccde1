import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { cruise, type ICruiseResult, type IFlattenedRuleSet } from 'dependency-cruiser'
import extractTypeScriptConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import { ROOT, sourceFiles } from './sources.ts'

interface CruiserConfiguration {
  forbidden: NonNullable<IFlattenedRuleSet['forbidden']>
  options: object
}

const configuration = createRequire(import.meta.url)(
  join(ROOT, '.dependency-cruiser.cjs'),
) as CruiserConfiguration

async function cruiseHouse(baseDir: string, folders: string[]): Promise<ICruiseResult> {
  const { output } = await cruise(
    folders,
    { ...configuration.options, baseDir, validate: true, ruleSet: { forbidden: configuration.forbidden } },
    undefined,
    { tsConfig: extractTypeScriptConfig(join(ROOT, 'tsconfig.json')) },
  )
  return output as ICruiseResult
}

const violations = (result: ICruiseResult): string[] =>
  result.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)

describe('import arrows', () => {
  it('holds for every module of the house', async function () {
    this.timeout(60_000)
    const result = await cruiseHouse(ROOT, ['machines', 'config', 'src', 'test'])
    expect(violations(result)).to.deep.equal([])
    // Without a compiler it understands, the cruiser reports peace over nothing: count what it read.
    const cruised = new Set(result.modules.map(({ source }) => source))
    expect(sourceFiles(['machines', 'config', 'src']).filter((file) => !cruised.has(file))).to.deep.equal([])
  })

  describe('given a house that breaks them', () => {
    let house: string

    const write = (path: string, text: string): void => {
      mkdirSync(dirname(join(house, path)), { recursive: true })
      writeFileSync(join(house, path), text)
    }

    beforeEach(() => {
      house = mkdtempSync(join(tmpdir(), 'house-'))
      write('src/engine/host.ts', 'export const host = 1\n')
    })

    afterEach(() => {
      rmSync(house, { recursive: true })
    })

    const cases: [path: string, text: string, rule: string][] = [
      ['machines/item.ts', `export { host } from '../src/engine/host.ts'\n`, 'arrow-machines'],
      ['machines/item.ts', `export { readFileSync } from 'node:fs'\n`, 'machines-are-pure'],
      ['config/index.ts', `export { host } from '../src/engine/host.ts'\n`, 'arrow-config'],
      ['src/persistence/inbox.ts', `export { host } from '../engine/host.ts'\n`, 'arrow-persistence'],
      ['src/outbound/worker.ts', `export { host } from '../engine/host.ts'\n`, 'arrow-outbound'],
      ['src/simulator/crowd.ts', `export { host } from '../engine/host.ts'\n`, 'arrow-simulator'],
      ['src/novelty/thing.ts', `export { host } from '../engine/host.ts'\n`, 'unknown-layer'],
      ['src/engine/absent.ts', `export { gone } from './gone.ts'\n`, 'nothing-unresolved'],
    ]
    for (const [path, text, rule] of cases) {
      it(`${path} importing ${/'(.+)'/.exec(text)?.[1] ?? ''} breaks ${rule}`, async () => {
        write(path, text)
        const result = await cruiseHouse(house, ['.'])
        expect(result.summary.violations.map((violation) => violation.rule.name)).to.include(rule)
      })
    }

    it('two modules that need each other break no-cycles', async () => {
      write('src/engine/a.ts', `import { b } from './b.ts'\nexport const a = (): number => b()\n`)
      write('src/engine/b.ts', `import { a } from './a.ts'\nexport const b = (): number => a()\n`)
      const result = await cruiseHouse(house, ['.'])
      expect(result.summary.violations.map((violation) => violation.rule.name)).to.include('no-cycles')
    })
  })
})

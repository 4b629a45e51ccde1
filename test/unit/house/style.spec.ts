import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { expect } from 'chai'
import { filesBelow, readSource, ROOT, sourceFiles } from './sources.ts'

const FOLDERS = ['machines', 'config', 'src', 'test']
const SOURCES = sourceFiles(FOLDERS)

/** Files that are lists by nature: a schema in its order, the words of a language. */
const LISTS = /\/migrations\/|\/words\/|\/keywords\/|\/lexicon\/|^src\/simulator\/.*phrases/

const lines = (path: string): number => readSource(path).split('\n').length - 1

/** A call that only some places may make; the reason is what a reader is told. */
interface Ban {
  what: RegExp
  inside: RegExp
  except: RegExp
  because: string
}

const NOWHERE = /^$/
const BANS: Ban[] = [
  {
    what: /\b(Date\.now|new Date\(\)|performance\.|Math\.random|process\.|setTimeout|setInterval|crypto\b|await\b)/,
    inside: /^machines\//,
    except: NOWHERE,
    because: 'machines are pure: time, ids and randomness are arguments',
  },
  {
    what: /\bprocess\.env\b/,
    inside: /^(config|src)\//,
    except: /^(config\/index\.ts$|src\/simulator\/)/,
    because: 'settings are read in one place; the simulator is a program of its own',
  },
  {
    what: /\bDate\.now\(|\bnew Date\(\)/,
    inside: /^src\//,
    except: /^src\/(runtime\/clock\.ts|simulator\/|dashboard\/page\/|inspector\/page\/)/,
    because: 'time comes from the injected clock',
  },
  {
    what: /\bMath\.random\(/,
    inside: /^(config|src|test)\//,
    except: NOWHERE,
    because: 'randomness is seeded, or cryptographic where it guards something',
  },
  {
    what: /\bconsole\.(log|info|debug)\(/,
    inside: /^(config|src)\//,
    except: /^src\/(main|simulator\/.*)\.ts$/,
    because: 'the service logs; only entry points speak to the terminal',
  },
  {
    what: /(\bas|:) any\b(?= *([,;)=\]|>{]|$))|<any>/,
    inside: /./,
    except: NOWHERE,
    because: 'any switches the compiler off',
  },
  {
    what: /eslint-disable(?!.* -- \S)|@ts-expect-error(?! \S)|@ts-ignore|@ts-nocheck/,
    inside: /./,
    except: NOWHERE,
    because: 'a rule is switched off with its reason beside it',
  },
  {
    what: /\b(describe|it)\.(only|skip)\(/,
    inside: /^test\//,
    except: NOWHERE,
    because: 'every test runs',
  },
]

/** Comments say what is banned without doing it; strings in this very file as well. */
const withoutComments = (text: string): string =>
  text
    .replace(/\/\*[^]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ''))
    .replace(/(^|\s)\/\/(?! eslint-).*$/gm, '')

describe('house style', () => {
  const code = SOURCES.filter((path) => !LISTS.test(path))

  it('keeps files short: half of them within 90 lines', () => {
    const sizes = code.map(lines).sort((a, b) => a - b)
    expect(sizes[Math.floor(sizes.length / 2)]).to.be.at.most(90)
  })

  it('keeps long files rare: at most one source in forty above 250 lines, none above 350, no suite above 450', () => {
    const sources = code.filter((path) => !path.startsWith('test/'))
    const long = sources.filter((path) => lines(path) > 250)
    expect(long.length, long.join(', ')).to.be.at.most(sources.length / 40)
    expect(sources.filter((path) => lines(path) > 350)).to.deep.equal([])
    expect(code.filter((path) => lines(path) > 450)).to.deep.equal([])
  })

  for (const { what, inside, except, because } of BANS) {
    it(`${because} (${inside.source}: ${what.source})`, () => {
      const offenders = SOURCES.filter((path) => inside.test(path) && !except.test(path))
        .filter((path) => path !== 'test/unit/house/style.spec.ts')
        .flatMap((path) => {
          const reads = what.source.startsWith('eslint')
            ? readSource(path)
            : withoutComments(readSource(path))
          const all = reads.split('\n')
          // A comment on the line before is a reason too, where the rule itself leaves no room for one.
          const excused = (index: number): boolean =>
            what.source.startsWith('eslint') && /^ *\/\/ /.test(all[index - 1] ?? '')
          return all.flatMap((line, index) =>
            what.test(line) && !excused(index) ? [`${path}:${String(index + 1)} ${line.trim()}`] : [],
          )
        })
      expect(offenders).to.deep.equal([])
    })
  }

  it('names files after what they hold, never after nothing', () => {
    const catchAll = /^(utils?|helpers?|common|misc|types|shared|stuff|lib)(\.|$)/
    expect(SOURCES.filter((path) => path.split('/').some((part) => catchAll.test(part)))).to.deep.equal([])
  })

  it('imports its own files with their extension', () => {
    const bare = /from '\.{1,2}\/[^']*(?<!\.(ts|tsx|mjs|js|json|css|woff2|svg)(\?\w+)?)'/
    const strings = SOURCES.filter(
      (path) => path !== 'test/unit/house/style.spec.ts' && path !== 'test/unit/house/arrows.spec.ts',
    )
    expect(strings.filter((path) => bare.test(readSource(path)))).to.deep.equal([])
  })

  it('mirrors the sources: every spec stands in a suite', () => {
    const suites = /^test\/(unit|integration|contract|system|faults|browser|bench)\//
    expect(SOURCES.filter((path) => path.endsWith('.spec.ts') && !suites.test(path))).to.deep.equal([])
    expect(
      sourceFiles(['machines', 'config', 'src']).filter((path) => path.endsWith('.spec.ts')),
    ).to.deep.equal([])
  })

  it('keeps the top level to what belongs there', () => {
    const allowed = ['LICENSE', 'README.md', 'config', 'docker-compose.yml', 'eslint.config.js', 'machines']
      .concat(['package-lock.json', 'package.json', 'src', 'test', 'tsconfig.json'])
      // Made by running it: never committed.
      .concat(['coverage', 'data', 'dist', 'node_modules'])
    const present = readdirSync(ROOT).filter((name) => !name.startsWith('.'))
    expect(present.filter((name) => !allowed.includes(name))).to.deep.equal([])
  })

  it('speaks of the product alone', () => {
    const texts = [...SOURCES, ...filesBelow([...FOLDERS, '.ci'], /\.(md|ya?ml|json|mjs|css|html)$|\/run$/)]
    const foreign = /\/work\/|\/farm\/|\bLLM\b|\bAI (assistant|agent)|\bissue #?\d|\bTODO\b|\bFIXME\b|\bXXX\b/
    const offenders = [...texts, 'README.md', 'docker-compose.yml'].filter(
      (path) => basename(path) !== 'style.spec.ts' && foreign.test(readSource(path)),
    )
    expect(offenders).to.deep.equal([])
  })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { openDatabase, type Database } from '../../../../src/persistence/database.ts'
import { startEmbedded } from '../../../../src/persistence/embedded/startEmbedded.ts'
import { isStorageAway } from '../../../../src/persistence/isStorageAway.ts'
import { simpleQuery } from '../../../../src/persistence/embedded/UnitReader.ts'
import { embeddedFiles } from '../../../support/database.ts'

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'it succeeded',
    (error: unknown) => error,
  )

const STARTER = new URL('../../../../src/persistence/embedded/startEmbedded.ts', import.meta.url).href

describe('an embedded database', () => {
  let database: Database
  before(async () => {
    database = await openDatabase({ initialFiles: await embeddedFiles() })
    await database.sql.query('create table note (number int primary key, text text)')
  })
  after(() => database.close())

  it('shows nobody what a transaction has not committed', async () => {
    const { sql } = database
    let count: Promise<{ notes: string }[]> | undefined
    await sql.transaction(async (trx) => {
      await trx.query(`insert into note values (1, 'a')`)
      count = sql.query('select count(*) as notes from note')
      await trx.query(`insert into note values (2, 'b')`)
    })
    expect(await count).to.deep.equal([{ notes: '2' }])
  })

  it('takes and gives texts of many megabytes', async () => {
    const text = 'né\n'.repeat(2_000_000)
    await database.sql.query('insert into note values (3, $1)', [text])
    const [row] = await database.sql.query<{ text: string }>('select text from note where number = 3')
    expect(row?.text === text).to.equal(true)
  })

  it('goes on after refusals, on every connection', async () => {
    const { sql } = database
    const refused = Array.from({ length: 30 }, () =>
      failure(sql.query('insert into note values (1, $1)', ['again'])),
    )
    for (const error of await Promise.all(refused)) expect(error).to.include({ code: '23505' })
    expect(await sql.query('select text from note where number = 1')).to.deep.equal([{ text: 'a' }])
  })

  it('lets nobody wait for one that always has more to do', async () => {
    const { sql } = database
    const send = sql.inOrder()
    const started = Promise.withResolvers<undefined>()
    let [done, isOver] = [0, false]
    const flood = async (): Promise<void> => {
      for (; !isOver && done < 200; done++) {
        await send({ text: 'select count(*) from generate_series(1, 20000)', values: [] })
        if (done === 10) started.resolve(undefined)
      }
    }
    // Two at a time, so that the next one waits there whenever one is done.
    const floods = [flood(), flood()]
    await started.promise
    const before = done
    await sql.query('select 1')
    const waited = done - before
    isOver = true
    await Promise.all(floods)
    expect(waited, 'statements of the flood that went before').to.be.below(30)
  })

  it('cuts a transaction off in which nothing is said any more, as a server does', async () => {
    const impatient = await openDatabase({ initialFiles: await embeddedFiles(), statementTimeoutMs: 200 })
    const { sql } = impatient
    const forgotten = sql.transaction(async (trx) => {
      await trx.query('create table left_open (number int)')
      // In a transaction, and waiting for what waits for its end.
      await sql.query('select 1')
      await trx.query('insert into left_open values (1)')
    })
    expect(isStorageAway(await failure(forgotten))).to.equal(true)
    expect(await sql.query(`select to_regclass('left_open') as name`)).to.deep.equal([{ name: null }])
    await impatient.close()
  })

  it('that cannot be opened says why', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'live-commerce-embedded-')), 'file')
    writeFileSync(file, '')
    const opened = startEmbedded({
      dataDir: join(file, 'pgdata'),
      initialFiles: undefined,
      idleTransactionMsMax: 1_000,
    })
    expect(String(await failure(opened)))
      .to.include('ENOTDIR')
      .and.to.include('pgdata')
    rmSync(join(file, '..'), { recursive: true })
  })

  /** A process of its own whose embedded database may stand still for a second, and is told this; what it says at its end. */
  const lastWords = async (startup: Buffer, ...units: Buffer[]): Promise<string> => {
    const script = `
      import { startEmbedded } from ${JSON.stringify(STARTER)}
      const embedded = await startEmbedded({ idleTransactionMsMax: 1_000 })
      embedded.watch(1_000)
      const socket = embedded.connect()
      socket.connect()
      socket.write(Buffer.from('${Buffer.concat([startup, ...units]).toString('base64')}', 'base64'))`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let errors = ''
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (errors += chunk))
    const [code] = (await once(child, 'close')) as [number | null]
    expect(code, 'it failed').to.not.equal(0)
    return errors
  }
  const STARTUP = Buffer.from('\0\0\0\u0017\0\u0003\0\0user\0postgres\0\0', 'latin1')

  it('that stands still ends the process, which says what to do', async () => {
    const said = await lastWords(STARTUP, simpleQuery('do $$ begin loop end loop; end $$'))
    expect(said).to.match(/^The embedded database stands still.*Start it again once there is room\.\n$/)
  })

  it('that fails ends the process, which says what to do', async () => {
    const said = await lastWords(Buffer.from('\0\0\0\u0008nope', 'latin1'))
    expect(said)
      .to.include('The embedded database failed')
      .and.to.include('Start it again, with room on the disk.')
  })
})

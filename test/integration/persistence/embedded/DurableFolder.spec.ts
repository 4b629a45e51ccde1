import { PGlite } from '@electric-sql/pglite'
import { expect } from 'chai'
import fs, { mkdtempSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DurableFolder, WAITING_FOR_DISK } from '../../../../src/persistence/embedded/DurableFolder.ts'

/** Whatever was written and not yet flushed, by path. */
class Disk {
  readonly unflushed = new Set<string>()
  private readonly paths = new Map<number, string>()
  private readonly real = {
    openSync: fs.openSync,
    writeSync: fs.writeSync,
    fdatasyncSync: fs.fdatasyncSync,
    fsyncSync: fs.fsyncSync,
  }

  watch(): void {
    const { openSync, writeSync, fdatasyncSync, fsyncSync } = this.real
    fs.openSync = (path, ...rest) => {
      const handle = openSync(path, ...rest)
      this.paths.set(handle, String(path))
      return handle
    }
    fs.writeSync = (handle: number, ...rest: unknown[]) => {
      this.unflushed.add(this.pathOf(handle))
      return (writeSync as (...all: unknown[]) => number)(handle, ...rest)
    }
    fs.fdatasyncSync = (handle) => {
      fdatasyncSync(handle)
      this.unflushed.delete(this.pathOf(handle))
    }
    fs.fsyncSync = (handle) => {
      fsyncSync(handle)
      this.unflushed.delete(this.pathOf(handle))
    }
    syncBuiltinESMExports()
  }

  release(): void {
    Object.assign(fs, this.real)
    syncBuiltinESMExports()
  }

  private pathOf(handle: number): string {
    return this.paths.get(handle) ?? `handle ${String(handle)}`
  }
}

describe('the folder of an embedded database', () => {
  const disk = new Disk()
  const dataDir = join(mkdtempSync(join(tmpdir(), 'live-commerce-durable-')), 'pgdata')
  let folder: DurableFolder
  let database: PGlite
  const open = async (): Promise<void> => {
    folder = new DurableFolder(dataDir)
    database = await PGlite.create({ fs: folder, startParams: WAITING_FOR_DISK })
  }
  /** Without what the database makes anew where it is missing. */
  const unflushed = (part: string) =>
    [...disk.unflushed].filter(
      (path) => path.includes(part) && !/pg_internal\.init|pg_stat|pg_subtrans/.test(path),
    )

  before(async () => {
    disk.watch()
    await open()
  })
  after(async () => {
    await database.close()
    disk.release()
    rmSync(join(dataDir, '..'), { recursive: true, force: true })
  })

  it('is flushed when it is new', () => {
    expect(unflushed('/base/'), 'copied').to.not.deep.equal([])
    folder.flushNew()
    expect(unflushed(dataDir)).to.deep.equal([])
  })

  it('has what is committed on the disk before the answer, also when the log goes on in a new file', async () => {
    await database.exec('create table note (text text)')
    let files = 0
    for (let n = 0; n < 30; n++) {
      await database.exec('insert into note select md5(i::text) from generate_series(1, 20000) as i')
      expect(unflushed('/pg_wal/'), `insert ${String(n)}`).to.deep.equal([])
      files = fs.readdirSync(join(dataDir, 'pg_wal')).length
    }
    expect(files).to.be.greaterThan(3)
  })

  it('has everything on the disk after a checkpoint', async () => {
    await database.exec('checkpoint')
    expect(unflushed(dataDir)).to.deep.equal([])
  })
})

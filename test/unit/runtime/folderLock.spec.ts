import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { FolderLockedError, lockFolder } from '../../../src/runtime/folderLock.ts'

const MODULE = new URL('../../../src/runtime/folderLock.ts', import.meta.url).href

describe('lock of the data folder', () => {
  let folder: string
  const children: ChildProcess[] = []

  /** A process that tries to take the folder and then stays; resolves with what it said. */
  const contender = async (): Promise<{ child: ChildProcess; said: string }> => {
    const program = `
      const { lockFolder } = await import(${JSON.stringify(MODULE)})
      try { globalThis.release = lockFolder(process.argv[1]); console.log('held') } catch (error) { console.log(error.message) }
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.push(child)
    const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
    return { child, said: chunk.toString().trim() }
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lock-'))
  })
  afterEach(async () => {
    for (const child of children.splice(0)) {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
    }
    rmSync(folder, { recursive: true })
  })

  it('is held by one process; a second is told which', async () => {
    const first = await contender()
    const second = await contender()
    expect(first.said).to.equal('held')
    expect(second.said)
      .to.contain(`in use by process ${String(first.child.pid)}`)
      .and.not.contain('\n')
  })

  it('dies with its holder, also by kill -9', async () => {
    const { child } = await contender()
    child.kill('SIGKILL')
    await once(child, 'exit')
    lockFolder(folder)()
  })

  it('is held by exactly one of many that start together', async () => {
    const said = await Promise.all([contender(), contender(), contender(), contender()])
    expect(said.filter((one) => one.said === 'held')).to.have.length(1)
  })

  it('cannot be taken twice by the same process, and can be again once released', () => {
    const release = lockFolder(folder)
    expect(() => lockFolder(folder)).to.throw(FolderLockedError)
    release()
    lockFolder(folder)()
  })

  it('makes a folder that is not there yet', () => {
    lockFolder(join(folder, 'deep', 'data'))()
  })
})

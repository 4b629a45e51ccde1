import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'chai'

const WATCHDOG = new URL('../../../src/runtime/watchdog.ts', import.meta.url).href

/** A process of its own that starts a watchdog and then does something. */
async function run(then: string): Promise<{ code: number | null; signal: string | null; errors: string }> {
  const script = `
    import { startWatchdog } from ${JSON.stringify(WATCHDOG)}
    const stop = startWatchdog({ stillMsMax: 1_000, lastWords: 'stands still' })
    ${then}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (errors += chunk))
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  return { code, signal, errors }
}

describe('watchdog', () => {
  it('ends a process whose event loop stands still, with its last words', async () => {
    expect(await run('for (;;);')).to.deep.equal({ code: null, signal: 'SIGKILL', errors: 'stands still\n' })
  })

  it('keeps no process alive, and lets one whose loop turns be for longer than it may stand still', async () => {
    expect(await run('')).to.deep.equal({ code: 0, signal: null, errors: '' })
    expect(await run('setTimeout(() => stop(), 2_500)')).to.deep.equal({ code: 0, signal: null, errors: '' })
  })
})

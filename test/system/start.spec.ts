import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { ON_POSTGRES, testDatabaseUrl } from '../support/database.ts'
import { ServiceProcess } from '../support/ServiceProcess.ts'

describe('the service as a process', function () {
  this.timeout(180_000)
  let folder: string
  const started: ServiceProcess[] = []

  const start = async (env: Record<string, string> = {}): Promise<ServiceProcess> => {
    const service = new ServiceProcess({
      NODE_ENV: 'test',
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: await testDatabaseUrl(),
      ...env,
    })
    started.push(service)
    return service
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'start-'))
  })
  afterEach(async () => {
    await Promise.all(started.splice(0).map((service) => service.end('SIGKILL')))
    rmSync(folder, { recursive: true })
  })

  it('says where to look, is ready, and exits with 0 on SIGTERM', async () => {
    const service = await start()
    const url = await service.ready()
    expect((await fetch(`${url}/healthz`)).status).to.equal(200)
    expect((await fetch(`${url}/readyz`)).status).to.equal(200)
    expect(await service.end()).to.equal(0)
  })

  it('warns of what was set or left out in vain', async () => {
    const service = await start({
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
      JWT_SECRET: 'j'.repeat(32),
      ENCRYPTION_KEY: 'e'.repeat(64),
      SOCIAL_APP_SECRET: 's',
      NATS_URL: 'nats://127.0.0.1:4222',
    })
    await service.ready()
    expect(service.output).to.contain('no platform is named').and.contain('NATS_URL has no effect yet')
  })

  it('starts again where it was killed', async () => {
    const first = await start()
    await first.ready()
    await first.end('SIGKILL')
    const second = await start()
    await second.ready()
    expect(await second.end()).to.equal(0)
  })

  describe('stops with one line and exit code 1', () => {
    before(function () {
      // Before it has to do with its database, or with one that is none: the same on either.
      if (ON_POSTGRES) this.skip()
    })

    const refusal = async (service: ServiceProcess): Promise<string> => {
      expect(await service.ended()).to.equal(1)
      const lines = service.errors.trimEnd().split('\n')
      expect(lines, service.errors).to.have.length(1)
      return lines[0] ?? ''
    }

    it('at a bad variable', async () => {
      expect(await refusal(await start({ PORT: 'http' }))).to.match(/^PORT takes a whole number/)
    })

    it('at missing secrets in production', async () => {
      expect(await refusal(await start({ NODE_ENV: 'production' }))).to.match(
        /^production needs its secrets: set JWT_SECRET/,
      )
    })

    it('at a database that does not answer', async () => {
      const line = await refusal(await start({ DATABASE_URL: 'postgres://live:hunter2@127.0.0.1:1/live' }))
      expect(line)
        .to.match(/^DATABASE_URL .*ECONNREFUSED/)
        .and.not.contain('hunter2')
    })

    it('at a port that is taken', async () => {
      const server = createServer().listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      const line = await refusal(await start({ PORT: String(port) }))
      server.close()
      expect(line)
        .to.contain(`Port ${String(port)}`)
        .and.contain('in use')
    })

    for (const [host, why] of [
      ['192.0.2.1', 'EADDRNOTAVAIL'],
      ['nowhere.invalid', '(?:ENOTFOUND|EAI_AGAIN)'],
    ] as const) {
      it(`at a host that is none of this machine: ${host}`, async () => {
        expect(await refusal(await start({ HOST: host }))).to.match(
          new RegExp(`^HOST takes an address of this machine, but was given "${host}" \\(${why}\\)$`),
        )
      })
    }

    it('at a data folder that another process holds', async () => {
      const first = await start({ DATABASE_URL: '' })
      await first.ready()
      expect(await refusal(await start({ DATABASE_URL: '' }))).to.contain(
        `in use by process ${String(first.pid)}`,
      )
    })
  })
})

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { parse } from 'yaml'
import { VARIABLES } from '../../../config/environment.ts'
import { readSource, ROOT } from '../house/sources.ts'

interface Service {
  image?: string
  build?: { context: string; dockerfile: string }
  command?: string[]
  environment?: Record<string, string | number>
  healthcheck?: { test: string[] }
  depends_on?: Record<string, { condition: string }>
  volumes?: string[]
  read_only?: boolean
  cap_drop?: string[]
}
interface Compose {
  services: Record<string, Service>
  volumes: Record<string, null>
}

describe('docker-compose.yml', () => {
  const { services, volumes } = parse(readSource('docker-compose.yml'), { merge: true }) as Compose
  const ours = Object.entries(services).filter(([, { build }]) => build !== undefined)

  it('starts the database, the platform and the service', () => {
    expect(services).to.have.all.keys('postgres', 'platform', 'service')
    expect(ours.map(([name]) => name)).to.deep.equal(['platform', 'service'])
  })

  it('knows of each when it is healthy, and starts the service after the others are', () => {
    for (const { healthcheck } of Object.values(services)) expect(healthcheck?.test[0]).to.equal('CMD')
    expect(services.service?.depends_on).to.deep.equal({
      postgres: { condition: 'service_healthy' },
      platform: { condition: 'service_healthy' },
    })
  })

  it('keeps no secret: what guards something comes from outside or says that it guards nothing', () => {
    const secrets = Object.values(services).flatMap(({ environment = {} }) =>
      Object.entries(environment).filter(([name]) => /SECRET|PASSWORD|TOKEN|KEY/.test(name)),
    )
    expect(secrets).to.have.length.above(3)
    for (const [name, value] of secrets) expect(value, name).to.match(/^\$\{[A-Z_]+:-development-/)
  })

  it('sets only variables that the service knows', () => {
    const known = [...Object.keys(VARIABLES), 'NODE_ENV', 'WEBHOOK_URL']
    for (const [, { environment = {} }] of ours) expect(known).to.include.members(Object.keys(environment))
  })

  it('starts what is there, without rights it does not need', () => {
    for (const [name, { build, command, read_only: readOnly, cap_drop: dropped }] of ours) {
      expect(existsSync(join(ROOT, build?.context ?? '', build?.dockerfile ?? '')), name).to.equal(true)
      const [program, file] = command ?? ['node', 'src/main.ts']
      expect(program, name).to.equal('node')
      expect(existsSync(join(ROOT, file ?? '')), name).to.equal(true)
      expect(readOnly, name).to.equal(true)
      expect(dropped, name).to.deep.equal(['ALL'])
    }
  })

  it('names every volume it uses', () => {
    const used = Object.values(services).flatMap((service) =>
      (service.volumes ?? []).map((volume) => volume.split(':')[0]),
    )
    expect(Object.keys(volumes)).to.have.members(used)
  })
})

describe('Dockerfile', () => {
  const source = readSource('config/docker/Dockerfile')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
  const instructions = source
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, word = '', rest = ''] = /^(\S+)\s+(.*)$/.exec(line.trim()) ?? []
      return { word, rest }
    })
  const stages = instructions.flatMap(({ word, rest }, index) =>
    word === 'FROM' ? [{ rest, from: index }] : [],
  )
  const last = instructions.slice(stages.at(-1)?.from)
  const of = (word: string): string[] => last.filter((one) => one.word === word).map(({ rest }) => rest)

  it('runs the Node that the dependencies pin', () => {
    const { dependencies } = JSON.parse(readSource('package.json')) as { dependencies: { node: string } }
    expect(stages[0]?.rest).to.equal(`node:${dependencies.node.split('.')[0] ?? ''}-slim AS base`)
  })

  it('runs as an ordinary user and says when it is healthy', () => {
    expect(of('USER')).to.deep.equal(['node'])
    expect(of('HEALTHCHECK')[0]).to.contain('/readyz')
  })

  it('starts what is there, without a shell in between that would swallow signals', () => {
    const [command = '[]'] = of('CMD')
    const [program, file = ''] = JSON.parse(command) as string[]
    expect(program).to.equal('node')
    expect(existsSync(join(ROOT, file))).to.equal(true)
  })

  it('copies only what is there and what the builder is given', () => {
    const given = readSource('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1))
    const copied = instructions
      .filter(({ word, rest }) => word === 'COPY' && !rest.startsWith('--from'))
      .flatMap(({ rest }) => rest.split(' ').slice(0, -1))
    expect(copied).to.have.length.above(5)
    for (const path of copied) {
      expect(existsSync(join(ROOT, path)), path).to.equal(true)
      expect(given, path).to.include(path)
    }
  })

  it('installs without development packages for the image that runs', () => {
    const installs = instructions
      .filter(({ word, rest }) => word === 'RUN' && rest.startsWith('npm '))
      .map(({ rest }) => rest)
    expect(installs[0]).to.contain('--omit=dev')
    expect(of('COPY').filter((rest) => rest.includes('node_modules'))).to.deep.equal([
      '--from=dependencies /app/node_modules node_modules',
    ])
  })
})

import { expect } from 'chai'
import fc from 'fast-check'
import { createReader } from '../../../machines/comments/index.ts'
import { createCrowd, type Mood } from '../../../src/simulator/crowd/crowd.ts'
import { createRandom } from '../../../src/simulator/random.ts'

const MOODS: readonly Mood[] = ['chat', 'auction', 'fixed_price']

describe('the crowd', () => {
  it('says the same lines in the same order for the same seed, and others for another', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...MOODS), (seed, mood) => {
        const script = (word: string) => createCrowd({ seed: word, viewers: 20 }).script(mood, 60, 20)
        expect(script(seed)).to.deep.equal(script(seed))
        expect(script(seed)).not.to.deep.equal(script(`${seed}!`))
      }),
      { numRuns: 30 },
    )
  })

  it('of one seed does not change its auction because it chatted before', () => {
    const crowd = createCrowd({ seed: 'evening', viewers: 20 })
    const alone = createCrowd({ seed: 'evening', viewers: 20 }).script('auction', 40, 20)
    crowd.script('chat', 500, 20)
    expect(crowd.script('auction', 40, 20)).to.deep.equal(alone)
  })

  it('has as many viewers as asked for, each once, and only they speak', () => {
    const crowd = createCrowd({ seed: 'evening', viewers: 50 })
    expect(new Set(crowd.usernames).size).to.equal(crowd.usernames.length)
    expect(crowd.usernames).to.have.length(50)
    for (const { username } of crowd.script('chat', 300, 0)) expect(crowd.usernames).to.include(username)
  })

  it('means what it says: bids climb in an auction, claims come at a fixed price, chatter is neither', () => {
    const read = createReader({})
    const crowd = createCrowd({ seed: 'evening', viewers: 30 })
    const kinds = (mood: Mood) =>
      crowd
        .script(mood, 400, 20)
        .map(({ text }) => read(text, mood === 'fixed_price' ? 'fixed_price' : 'auction').kind)
    expect(kinds('auction').filter((kind) => kind === 'bid').length).to.be.greaterThan(150)
    expect(kinds('fixed_price').filter((kind) => kind === 'claim').length).to.be.greaterThan(150)
    expect(kinds('chat')).to.include('chatter').and.not.include('bid')
  })

  it('says a line again now and then, as the same viewer', () => {
    const lines = createCrowd({ seed: 'evening', viewers: 30 }).script('auction', 400, 20)
    const repeats = lines.flatMap((line, n) => (line.repeats ? [[line, lines[n - 1]] as const] : []))
    expect(repeats.length).to.be.within(5, 60)
    for (const [line, before] of repeats) {
      expect({ ...line, repeats: false }).to.deep.equal({ ...before, repeats: false })
    }
  })
})

describe('createRandom', () => {
  it('draws evenly, and forks that do not disturb one another', () => {
    const random = createRandom('seed')
    const counts = Array.from({ length: 10 }, () => 0)
    for (let n = 0; n < 10_000; n++) {
      const drawn = random.int(10)
      counts[drawn] = (counts[drawn] ?? 0) + 1
    }
    for (const count of counts) expect(count).to.be.within(850, 1_150)
    const fork = () => createRandom('seed').fork('viewers')
    const used = createRandom('seed')
    for (let n = 0; n < 5; n++) used.next()
    expect(used.fork('viewers').next()).to.equal(fork().next())
    expect(fork().next()).not.to.equal(createRandom('seed').fork('others').next())
  })

  it('shuffles without losing or doubling, and picks nothing from nothing', () => {
    const list = Array.from({ length: 100 }, (_, n) => n)
    const shuffled = createRandom(1).shuffle(list)
    expect(shuffled).not.to.deep.equal(list)
    expect([...shuffled].sort((a, b) => a - b)).to.deep.equal(list)
    expect(() => createRandom(1).pick([])).to.throw(RangeError)
  })
})

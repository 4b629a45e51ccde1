import { createRandom, type Random } from '../random.ts'
import { BIDS, CHAT, CLAIMS, SLIPS } from './phrases.ts'

/** One line of the crowd's script. */
export interface Line {
  username: string
  text: string
  /** Says the line before once more, as people do when nothing seems to happen. */
  repeats: boolean
}

/** What the crowd is after. */
export type Mood = 'chat' | 'auction' | 'fixed_price'

const FIRST = [
  'ayse',
  'mehmet',
  'lena',
  'can',
  'sofia',
  'joao',
  'marie',
  'nina',
  'luca',
  'dewi',
  'yuki',
  'wei',
  'omar',
  'zoe',
  'ana',
  'kai',
]
const LAST = ['', '_', '.live', '88', '_x', '1990', '.art', '_shop', 'xo']

/** Digits of other scripts, in which some viewers write their amounts. */
const SCRIPTS = ['٠١٢٣٤٥٦٧٨٩', '０１２３４５６７８９', '०१२३४५६७८९']

export interface CrowdOptions {
  seed: string
  viewers: number
}

/** A seeded crowd: the same seed says the same lines in the same order. */
export interface Crowd {
  usernames: readonly string[]
  /** A script of `count` lines; in an auction amounts climb from `price`, major units. */
  script(mood: Mood, count: number, price: number): Line[]
}

export function createCrowd({ seed, viewers }: CrowdOptions): Crowd {
  const names = createRandom(`${seed}/names`)
  const usernames = [...new Set(Array.from({ length: viewers * 2 }, () => nameOf(names)))].slice(0, viewers)
  return {
    usernames,
    script(mood, count, price) {
      const random = createRandom(`${seed}/${mood}`)
      const lines: Line[] = []
      let highest = price
      while (lines.length < count) {
        const username = random.pick(usernames)
        const before = lines.at(-1)
        if (before !== undefined && random.chance(0.06)) {
          lines.push({ ...before, repeats: true })
          continue
        }
        const [text, bid] = lineOf(random, mood, highest)
        highest = Math.max(highest, bid)
        lines.push({ username, text, repeats: false })
      }
      return lines
    },
  }
}

const nameOf = (random: Random): string => {
  const number = random.chance(0.3) ? String(random.int(100)) : ''
  const name = `${random.pick(FIRST)}${random.pick(LAST)}${number}`
  return random.chance(0.1) ? name.toUpperCase() : name
}

/** A line and the amount it bids, 0 when it bids none. */
function lineOf(random: Random, mood: Mood, highest: number): [string, number] {
  const what = random.next()
  if (mood === 'chat' || what < 0.35) return [random.pick(CHAT), 0]
  // Some bid too little: they are behind by the time they have typed.
  const step = random.pick([5, 10, 10, 15, 20, 25, 50])
  const amount = random.chance(0.2) ? Math.max(1, highest - step) : highest + step
  if (what < 0.45) return [random.pick(SLIPS).replaceAll('{n}', String(amount)), 0]
  if (mood === 'fixed_price') return [random.pick(CLAIMS), 0]
  return [random.pick(BIDS).replaceAll('{n}', written(random, amount)), amount]
}

/** An amount as people of different places write it. */
function written(random: Random, amount: number): string {
  if (random.chance(0.1)) return transcribed(amount, random.pick(SCRIPTS))
  if (amount >= 1_000)
    return random.pick([String(amount), amount.toLocaleString('en'), amount.toLocaleString('de')])
  return random.chance(0.15) ? `${String(amount)}${random.pick(['.00', ',00'])}` : String(amount)
}

const transcribed = (amount: number, digits: string): string =>
  String(amount).replace(/\d/g, (digit) => [...digits][Number(digit)] ?? digit)

import { parseArgs } from 'node:util'
import { playShow, type ShowResult } from './demo/playShow.ts'
import { money, Screen } from './demo/Screen.ts'
import { ServiceProcess } from './demo/ServiceProcess.ts'

const HELP = `Plays a whole live show by itself, over the public interfaces only.

  npm run demo -- [--seed WORD] [--viewers N] [--fast] [--url http://localhost:3000 --platform http://localhost:3001]

Without --url it starts the service itself, with a data folder that is removed at the end.
The same seed gives the same comments, the same winner and the same claims.`

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: 'evening' },
    viewers: { type: 'string', default: '25' },
    fast: { type: 'boolean', default: false },
    url: { type: 'string' },
    platform: { type: 'string', default: 'http://localhost:3001' },
    help: { type: 'boolean', default: false },
  },
})

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

function summary(result: ShowResult, seed: string, screen: Screen): void {
  const latencies = result.latencies.toSorted((a, b) => a - b)
  screen.title('Summary')
  screen.step('seed', seed)
  screen.step('comments taken in', `${String(result.commentsSent)}, ${String(result.commentsLost)} lost`)
  screen.step('bids accepted', String(result.bidsAccepted))
  screen.step(
    'winner',
    result.winner === null ? 'nobody' : `@${result.winner} for ${money(result.finalPrice)}`,
  )
  screen.step('claims', result.claimants.map((name) => `@${name}`).join(', '))
  screen.step('replies on the stream', String(result.replies))
  screen.step(
    'webhook → event',
    `p50 ${String(percentile(latencies, 0.5))} ms, p99 ${String(percentile(latencies, 0.99))} ms`,
  )
}

async function main(): Promise<number> {
  const screen = new Screen()
  if (values.url === undefined) console.log('Starting the service …')
  const own = values.url === undefined ? await ServiceProcess.start() : null
  try {
    const result = await playShow({
      serviceUrl: own?.url ?? values.url ?? '',
      platformUrl: own?.platformUrl ?? values.platform,
      seed: values.seed,
      viewers: Number(values.viewers),
      perSecond: values.fast ? null : 6,
      screen,
    })
    summary(result, values.seed, screen)
    return result.commentsLost === 0 ? 0 : 1
  } finally {
    await own?.stop()
  }
}

if (values.help) console.log(HELP)
else process.exitCode = await main()

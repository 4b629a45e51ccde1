import { expect } from 'chai'
import { eventually } from '../../support/eventually.ts'
import { FaultRun } from '../../support/faults/FaultRun.ts'

const HOUR_MS = 3_600_000
const ITEM_SECONDS = 3
const CLOCK = new URL('../../support/faults/steppedClock.ts', import.meta.url).href
/** I8, and a little for storing it. */
const LATE_MS_MAX = 3_000
/** Has the database note by its own clock, which nobody moves, when an item ends: asking from outside takes its time. */
const NOTE_ENDS = `
  create table ended (item uuid, at timestamptz default clock_timestamp());
  create function note_end() returns trigger language plpgsql as
    'begin insert into ended (item) values (new.id); return null; end';
  create trigger note_end after update on auction_item for each row
    when (old.closed_at is null and new.closed_at is not null) execute function note_end();
`

describe('a wall clock that is moved while items run', function () {
  this.timeout(180_000)
  let run: FaultRun

  afterEach(() => run.dispose())

  it('forwards and backwards by an hour ends no item early and none late', async () => {
    run = await FaultRun.start('clock', {
      args: ['--import', `${CLOCK}?ms=${String(HOUR_MS)}`],
      seconds: () => ITEM_SECONDS,
    })
    const { service, show, server, database } = run
    const running = async (): Promise<number> =>
      Number(await server.sql('select count(*) from auction_item where closed_at is null', database))
    await server.sql(NOTE_ENDS, database)
    for (let step = 1; step <= 2; step++) {
      if (step > 1) await show.offer()
      service.signal('SIGUSR2')
      await eventually(async () => (await running()) === 0)
    }
    const noted = await server.sql('select item, extract(epoch from at) * 1000 from ended', database)
    const ends = new Map(noted.split('\n').map((line) => line.split('|') as [item: string, at: string]))
    expect(show.items).to.have.length(2 * show.stalls.length)
    for (const { id, endsAt } of show.items)
      expect(Number(ends.get(id)) - Date.parse(endsAt ?? ''), 'ms after its deadline').to.be.within(
        0,
        LATE_MS_MAX,
      )
    await run.settle()
  })
})

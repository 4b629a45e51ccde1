import { Migration } from '@mikro-orm/migrations'

/**
 * The event log gets a row for a stretch of a tenant's events, where each batch added one for each of its tenants. What is
 * not in a row yet is told by the rows of its comments and bids: `unlogged_events` puts it into words as the log would.
 * It holds as long as nothing else has happened to the tenant since its last row; whatever else happens adds one.
 *
 * `tenant_events.position` is the last comment told of up to the end of the row, `partition.logged_position` one up to
 * which all tenants of a partition have theirs in rows, so that there is never much to look through.
 */
export class Migration0007LogStretches extends Migration {
  override up(): void {
    for (const statement of UP) this.addSql(statement)
  }
  override down(): void {
    for (const statement of DOWN) this.addSql(statement)
  }
}

/** The function, by what finds bid b of comment `recent`. */
export const unloggedEvents = (isBid: string): string => `
  create or replace function unlogged_events(tenants uuid[], partitions smallint[])
     returns table (tenant_id uuid, first_id bigint, last_id bigint, last_position bigint, frames text)
     stable language sql as $$
       with asked as materialized (
         select t.id, p.id as partition, coalesce(logged.last_id, 0) as last_id, p.position as decided,
                greatest(p.logged_position, logged.position) as told
           from unnest(tenants, partitions) as t (id, partition)
           join partition p on p.id = t.partition
           left join lateral (
             select e.last_id, e.position from tenant_events e where e.tenant_id = t.id order by e.first_id desc limit 1
           ) as logged on true),
       recent as materialized (
         select i.tenant_id, i.partition, i.position
           from (select partition, min(told) as told, max(decided) as decided from asked group by partition) as part
           join inbox_comment i on i.partition = part.partition and i.position > part.told and i.position <= part.decided)
       select asked.id, asked.last_id + 1, asked.last_id + count(*) + count(b.id), max(recent.position),
              string_agg('c' || recent.position || case when b.id is null then '' else E'\\nb' || recent.position end, E'\\n'
                         order by recent.position)
         from asked
         join recent on recent.tenant_id = asked.id and recent.partition = asked.partition and recent.position > asked.told
         left join bid b on ${isBid}
                        and not (b.bid_type = 'claim' and b.status = 'lost')
        group by asked.id, asked.partition, asked.last_id
     $$`

const UP = [
  `alter table tenant_events add position bigint not null default 0`,
  `alter table partition add logged_position bigint not null default 0`,
  `update partition set logged_position = position`,
  unloggedEvents('b.partition = recent.partition and b.comment_position = recent.position'),
]

const DOWN = [
  // What is in no row yet has to have one first.
  `insert into tenant_events (tenant_id, first_id, last_id, frames, at)
     select u.tenant_id, u.first_id, u.last_id, u.frames, now() from unlogged_events(
       (select array_agg(t.id order by t.id, p.id) from tenant t cross join partition p),
       (select array_agg(p.id order by t.id, p.id) from tenant t cross join partition p)) as u`,
  `drop function unlogged_events(uuid[], smallint[])`,
  `alter table partition drop logged_position`,
  `alter table tenant_events drop position`,
]

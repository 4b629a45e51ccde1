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

const UP = [
  `alter table tenant_events add position bigint not null default 0`,
  `alter table partition add logged_position bigint not null default 0`,
  `update partition set logged_position = position`,
  `create function unlogged_events(tenants uuid[], partitions smallint[])
     returns table (tenant_id uuid, first_id bigint, last_id bigint, last_position bigint, frames text)
     stable language sql as $$
       select t.id, coalesce(logged.last_id, 0) + 1, coalesce(logged.last_id, 0) + tail.events, tail.position, tail.frames
         from unnest(tenants, partitions) as t (id, partition)
         join partition p on p.id = t.partition
         left join lateral (
           select e.last_id, e.position from tenant_events e where e.tenant_id = t.id order by e.first_id desc limit 1
         ) as logged on true
        cross join lateral (
           select count(*) + count(b.id) as events, max(i.position) as position,
                  string_agg('c' || i.position || case when b.id is null then '' else E'\\nb' || i.position end, E'\\n'
                             order by i.position) as frames
             from inbox_comment i
             left join bid b on b.partition = i.partition and b.comment_position = i.position
                            and not (b.bid_type = 'claim' and b.status = 'lost')
            where i.partition = p.id and i.tenant_id = t.id
              and i.position > greatest(p.logged_position, logged.position) and i.position <= p.position
         ) as tail
        where tail.events > 0
     $$`,
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

import { Migration } from '@mikro-orm/migrations'
import { CREATE_APPEND_COMMENTS, DROP_APPEND_COMMENTS } from './Migration0005AppendComments.ts'

/**
 * Stores comments as {@link Migration0005AppendComments} does, for three quarters of its price. What the comments of a
 * post share, tenant, partition and arrival, comes once a post, and times come as times.
 *
 * Whether a comment is known is left to the unique key. Only where that refuses something, known ones are looked for and
 * left out, in a second try. A caller who expects some is `wary` and spares itself the first.
 */
export class Migration0008AppendUnseen extends Migration {
  override up(): void {
    this.addSql(DROP_APPEND_COMMENTS)
    this.addSql(CREATE)
  }
  override down(): void {
    this.addSql(DROP)
    this.addSql(CREATE_APPEND_COMMENTS)
  }
}

const CREATE = `
  create function append_comments(
    partitions smallint[], epochs bigint[], post_partitions smallint[], post_tenants uuid[], post_arrivals timestamptz[],
    posts int[], positions bigint[], keys uuid[], ids text[], usernames text[], names text[], senders text[], texts text[],
    media text[], times timestamptz[], wary boolean
  ) returns table (held int, stored text[])
  language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
  #variable_conflict use_column
  declare
    taken bigint;
  begin
    select count(*) into held from (
      select from partition p join unnest(partitions, epochs) as u (id, epoch) on p.id = u.id and p.epoch = u.epoch
         for key share of p) as ours;
    if held = cardinality(partitions) then
      loop
        begin
          insert into inbox_comment (partition, position, tenant_id, comment_key, comment_id, username, display_name,
                                     from_id, text, media_id, commented_at, received_at)
          select post_partitions[c.post], c.position, post_tenants[c.post], c.key, c.id, c.username, c.name, c.sender,
                 c.text, c.media, c.time, post_arrivals[c.post]
            from (select unnest(posts) as post, unnest(positions) as position, unnest(keys) as key, unnest(ids) as id,
                         unnest(usernames) as username, unnest(names) as name, unnest(senders) as sender,
                         unnest(texts) as text, unnest(media) as media, unnest(times) as time) as c
           where not wary or (select known.position from inbox_comment known where known.comment_key = c.key limit 1) is null;
          get diagnostics taken = row_count;
          exit;
        exception when unique_violation then
          if wary then raise; end if;
          wary := true;
        end;
      end loop;
      if taken < cardinality(positions) then
        select coalesce(array_agg(i.position::text), '{}') into stored
          from inbox_comment i where i.partition = any(partitions) and i.position = any(positions);
      end if;
    end if;
    return next;
  end $$`

const DROP = `
  drop function append_comments(
    smallint[], bigint[], smallint[], uuid[], timestamptz[], int[], bigint[], uuid[], text[], text[], text[], text[],
    text[], text[], timestamptz[], boolean)`

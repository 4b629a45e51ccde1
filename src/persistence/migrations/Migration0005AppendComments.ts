import { Migration } from '@mikro-orm/migrations'

/**
 * Stores comments under the fence, in one call. Takes partitions and their epochs; the tenants of the comments, each with
 * its partition; and of each comment the place of its tenant among them and its columns. Returns how many of the
 * partitions are held, all or nothing being stored, and the positions that were stored, null when all were.
 *
 * The fence is held by key-share locks, which let commits advance and make a takeover wait. Known comments are left out
 * by a look-up instead of `on conflict`, at half the cost; the unique key stays behind it as the guarantee.
 *
 * Reading a column costs as much as writing it, so a comment names its tenant by its place, and the positions come back
 * only when some were left out. Columns unnested one beside the other in a select list go through row by row;
 * `from unnest(…, …)` would first copy each into a store of its own.
 *
 * A function, because planning the statements costs more than storing a few comments, and a session plans a function
 * once. That plan must hold for a table that has one page now and a thousand after the next flood: it may not be one
 * that reads the whole table for each comment.
 */
export class Migration0005AppendComments extends Migration {
  override up(): void {
    this.addSql(CREATE_APPEND_COMMENTS)
  }
  override down(): void {
    this.addSql(DROP_APPEND_COMMENTS)
  }
}

export const CREATE_APPEND_COMMENTS = `
  create function append_comments(
    smallint[], bigint[], smallint[], uuid[], int[], bigint[], uuid[], text[], text[], text[], text[], text[], text[],
    bigint[], bigint[]
  ) returns table (held int, stored text[])
  language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
  declare
    taken bigint;
  begin
    select count(*) into held from (
      select from partition p join unnest($1, $2) as u (id, epoch) on p.id = u.id and p.epoch = u.epoch
         for key share of p) as ours;
    if held = cardinality($1) then
      insert into inbox_comment (partition, position, tenant_id, comment_key, comment_id, username, display_name,
                                 from_id, text, media_id, commented_at, received_at)
      select $3[c.tenant], c.position, $4[c.tenant], c.key, c.id, c.username, c.name, c.sender, c.text, c.media,
             to_timestamp(c.commented::float8 / 1000), to_timestamp(c.received::float8 / 1000)
        from (select unnest($5) as tenant, unnest($6) as position, unnest($7) as key, unnest($8) as id,
                     unnest($9) as username, unnest($10) as name, unnest($11) as sender, unnest($12) as text,
                     unnest($13) as media, unnest($14) as commented, unnest($15) as received) as c
       where (select known.position from inbox_comment known where known.comment_key = c.key limit 1) is null;
      get diagnostics taken = row_count;
      if taken < cardinality($6) then
        select coalesce(array_agg(i.position::text), '{}') into stored
          from inbox_comment i where i.partition = any($1) and i.position = any($6);
      end if;
    end if;
    return next;
  end $$`

export const DROP_APPEND_COMMENTS = `
  drop function append_comments(
    smallint[], bigint[], smallint[], uuid[], int[], bigint[], uuid[], text[], text[], text[], text[], text[], text[],
    bigint[], bigint[])`

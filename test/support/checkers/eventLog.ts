/** The event log of all tenants, rows and what no row holds yet, as `log`: a name to select from. */
export const EVENT_LOG = `(
  select tenant_id, first_id, last_id, frames from tenant_events
  union all
  select tenant_id, first_id, last_id, frames from unlogged_events(
    (select array_agg(t.id order by t.id, p.id) from tenant t cross join partition p),
    (select array_agg(p.id order by t.id, p.id) from tenant t cross join partition p))) as log`

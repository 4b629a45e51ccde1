import { Migration } from '@mikro-orm/migrations'

/**
 * Row-level security on everything that belongs to a tenant: where `app.tenant_id` is set, only that tenant's rows can
 * be seen or written, whatever a statement asks for. Where it is not set, as in the engine, nothing changes.
 * Forced, so that it also binds the tables' owner, which is whom the service logs in as.
 */
export class Migration0003TenantRows extends Migration {
  override up(): void {
    for (const [table, column] of TENANT_COLUMNS) {
      this.addSql(`alter table ${table} enable row level security, force row level security`)
      this.addSql(
        `create policy tenant_rows on ${table} using (${SETTING} is null or ${column} = ${SETTING}::uuid)`,
      )
    }
    // The rows behind the view are judged by who asks, not by who made the view.
    this.addSql('alter view comment_outcome set (security_invoker = true)')
  }
  override down(): void {
    this.addSql('alter view comment_outcome reset (security_invoker)')
    for (const [table] of TENANT_COLUMNS) {
      this.addSql(`drop policy tenant_rows on ${table}`)
      this.addSql(`alter table ${table} no force row level security, disable row level security`)
    }
  }
}

/** Read once a statement, not once a row. A setting that ended with its transaction is an empty text, not null. */
const SETTING = `(select nullif(current_setting('app.tenant_id', true), ''))`

const TENANT_COLUMNS = [
  ['tenant', 'id'],
  ['refresh_token', 'tenant_id'],
  ['live_session', 'tenant_id'],
  ['product', 'tenant_id'],
  ['viewer', 'tenant_id'],
  ['auction_item', 'tenant_id'],
  ['bid', 'tenant_id'],
  ['cart_event', 'tenant_id'],
  ['inbox_comment', 'tenant_id'],
  ['ignored_comment', 'tenant_id'],
  ['item_event', 'tenant_id'],
  ['delivery', 'tenant_id'],
  ['delivery_attempt', 'tenant_id'],
  ['tenant_events', 'tenant_id'],
  ['idempotent_request', 'tenant_id'],
] as const

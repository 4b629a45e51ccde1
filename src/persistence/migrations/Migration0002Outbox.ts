import { Migration } from '@mikro-orm/migrations'

/** What the outbox workers keep: who holds a delivery until when, what was sent in each try, how an endpoint fares. */
export class Migration0002Outbox extends Migration {
  override up(): void {
    for (const statement of UP) this.addSql(statement)
  }
  override down(): void {
    for (const statement of DOWN) this.addSql(statement)
  }
}

const UP = [
  `alter table delivery add lease_token uuid`,
  `alter table delivery_attempt add url text, add request_headers jsonb`,
  `alter table tenant add webhook_failing_since timestamptz(3)`,
  // One tenant's queue in sending order, so that a long queue never hides another's.
  `create index delivery_queue on delivery (kind, tenant_id, priority, sequence) where status = 'pending'`,
  // The items that a tenant's webhooks wait for, each with its first.
  `create index delivery_items on delivery (kind, tenant_id, ordering_key, sequence) where status = 'pending'`,
  `drop index delivery_order`,
  `create index delivery_ended on delivery (created_at) where status <> 'pending'`,
]

const DOWN = [
  `drop index delivery_ended`,
  `create index delivery_order on delivery (ordering_key, sequence) where status = 'pending'`,
  `drop index delivery_items`,
  `drop index delivery_queue`,
  `alter table tenant drop webhook_failing_since`,
  `alter table delivery_attempt drop url, drop request_headers`,
  `alter table delivery drop lease_token`,
]

import { Migration } from '@mikro-orm/migrations'

/**
 * The price of an auction that runs is its last bid, and is read from there: `i.current_price` calls the function. What is
 * stored with the item is the price it ended at. A flood over many items thus writes bids alone, where every bid used to
 * rewrite its item as well. Bids are found by their ids, which rise in the order of decision.
 *
 * An index on the event log that no statement uses goes with it.
 */
export class Migration0006FinalPrice extends Migration {
  override up(): void {
    for (const statement of UP) this.addSql(statement)
  }
  override down(): void {
    for (const statement of DOWN) this.addSql(statement)
  }
}

/** The function, by what finds the bids of item $1, and by what they rise. */
export const currentPrice = (isBid: string, rising: string): string => `
  create or replace function current_price(auction_item) returns numeric stable language sql as $$
     select coalesce($1.final_price,
                     (select amount from bid where ${isBid} and $1.mode = 'auction' order by ${rising} desc limit 1),
                     $1.starting_price)
   $$`

const UP = [
  `alter table auction_item add final_price numeric(14,2) check (final_price >= starting_price)`,
  `update auction_item set final_price = current_price where closed_at is not null`,
  `alter table auction_item drop current_price`,
  `alter table auction_item add check ((final_price is null) = (closed_at is null))`,
  currentPrice('auction_item_id = $1.id', 'id'),
  `drop index tenant_events_at`,
]

const DOWN = [
  `create index tenant_events_at on tenant_events (at)`,
  `alter table auction_item add price numeric(14,2) check (price >= starting_price)`,
  `update auction_item as i set price = i.current_price`,
  `drop function current_price(auction_item)`,
  `alter table auction_item drop final_price`,
  `alter table auction_item rename price to current_price`,
  `alter table auction_item alter current_price set not null`,
]

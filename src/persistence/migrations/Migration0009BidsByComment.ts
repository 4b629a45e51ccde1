import { Migration } from '@mikro-orm/migrations'
import { currentPrice } from './Migration0006FinalPrice.ts'
import { unloggedEvents } from './Migration0007LogStretches.ts'

/**
 * One key finds bids by their comment and by their item, where there were two: a bid costs the database a tenth less.
 * A comment is its tenant's, and an item's bids are among those of its tenant between its opening and its close, next to
 * all of them. `bids_of(item)` finds them; it is put into the statement that calls it.
 */
export class Migration0009BidsByComment extends Migration {
  override up(): void {
    for (const statement of UP) this.addSql(statement)
  }
  override down(): void {
    for (const statement of DOWN) this.addSql(statement)
  }
}

const UP = [
  `alter table bid drop constraint bid_pkey, drop constraint bid_comment_unique,
     add constraint bid_comment_unique primary key (tenant_id, comment_position)`,
  `create function bids_of(auction_item) returns setof bid stable language sql as $$
     select * from bid b
      where b.tenant_id = $1.tenant_id and b.comment_position > $1.opened_at_position
        and b.comment_position <= coalesce($1.closed_at_position, 9223372036854775807) and b.auction_item_id = $1.id
   $$`,
  currentPrice(
    'tenant_id = $1.tenant_id and comment_position > $1.opened_at_position and auction_item_id = $1.id',
    'comment_position',
  ),
  unloggedEvents('b.tenant_id = recent.tenant_id and b.comment_position = recent.position'),
]

const DOWN = [
  unloggedEvents('b.partition = recent.partition and b.comment_position = recent.position'),
  currentPrice('auction_item_id = $1.id', 'id'),
  'drop function bids_of(auction_item)',
  `alter table bid drop constraint bid_comment_unique, add constraint bid_pkey primary key (auction_item_id, id),
     add constraint bid_comment_unique unique (partition, comment_position)`,
]

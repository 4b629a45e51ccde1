import { Migration } from '@mikro-orm/migrations'

/** The whole schema. Constraints carry what they can; hot, append-only tables carry no foreign keys. */
export class Migration0001Schema extends Migration {
  override up(): void {
    for (const statement of UP) this.addSql(statement)
  }
  override down(): void {
    this.addSql('drop view if exists comment_outcome')
    for (const table of TABLES.toReversed()) this.addSql(`drop table if exists "${table}"`)
  }
}

const TABLES = [
  'tenant',
  'refresh_token',
  'live_session',
  'product',
  'viewer',
  'auction_item',
  'bid',
  'cart_event',
  'inbox_comment',
  'ignored_comment',
  'item_event',
  'delivery',
  'delivery_attempt',
  'partition',
  'tenant_events',
  'idempotent_request',
]

const UP = [
  `create table tenant (
    id uuid primary key,
    name varchar(120) not null,
    slug varchar(63) not null constraint tenant_slug_unique unique,
    email varchar(254) not null constraint tenant_email_unique unique,
    password_hash varchar(255) not null,
    api_key varchar(64) not null constraint tenant_api_key_unique unique,
    api_secret_hash varchar(128) not null,
    webhook_secret text not null,
    previous_webhook_secret text,
    previous_webhook_secret_until timestamptz(3),
    webhook_url text,
    webhook_paused_at timestamptz(3),
    domain varchar(253),
    social_account_id varchar(128) constraint tenant_social_account_unique unique,
    social_page_id varchar(128),
    social_username varchar(255),
    social_access_token text,
    social_token_expires_at timestamptz(3),
    social_status varchar(32) not null default 'disconnected'
      check (social_status in ('disconnected', 'connected', 'needs_reconnect')),
    social_subscribed_at timestamptz(3),
    overlay_key varchar(64) constraint tenant_overlay_key_unique unique,
    plan varchar(32) not null default 'free',
    settings jsonb not null default '{}',
    is_active boolean not null default true,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null
  )`,
  `create table refresh_token (
    id uuid primary key,
    tenant_id uuid not null references tenant (id) on delete cascade,
    family_id uuid not null,
    token_hash varchar(64) not null constraint refresh_token_hash_unique unique,
    expires_at timestamptz(3) not null,
    used_at timestamptz(3),
    revoked_at timestamptz(3),
    created_at timestamptz(3) not null
  )`,
  `create index refresh_token_family on refresh_token (family_id)`,
  `create table live_session (
    id uuid primary key,
    tenant_id uuid not null references tenant (id),
    title varchar(200) not null,
    status varchar(16) not null check (status in ('scheduled', 'live', 'ended')),
    social_media_id varchar(128),
    started_at timestamptz(3),
    ended_at timestamptz(3),
    started_at_position bigint,
    ended_at_position bigint,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    unique (tenant_id, id)
  )`,
  `create table product (
    id uuid primary key,
    tenant_id uuid not null references tenant (id),
    name varchar(200) not null,
    image_url text not null,
    stock_quantity integer not null check (stock_quantity between 0 and 1000000),
    sold_quantity integer not null default 0 check (sold_quantity >= 0),
    min_bid_increment numeric(14,2) check (min_bid_increment > 0),
    status varchar(16) not null check (status in ('available', 'active', 'sold_out', 'archived')),
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    unique (tenant_id, id)
  )`,
  `create table viewer (
    id uuid primary key,
    tenant_id uuid not null references tenant (id),
    social_username varchar(255) not null,
    social_user_id varchar(128) not null,
    social_auth_method varchar(16) not null,
    display_name varchar(255) not null,
    is_blocked boolean not null default false,
    email varchar(254),
    external_user_id varchar(255),
    trust_score smallint not null default 50 check (trust_score between 0 and 100),
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    unique (tenant_id, id),
    constraint viewer_identity_unique unique (tenant_id, social_username, social_user_id)
  )`,
  `create index viewer_social_user on viewer (tenant_id, social_user_id)`,
  `create table auction_item (
    id uuid primary key,
    tenant_id uuid not null,
    live_session_id uuid not null,
    product_id uuid not null,
    mode varchar(16) not null check (mode in ('auction', 'fixed_price')),
    starting_price numeric(14,2) not null check (starting_price >= 0),
    current_price numeric(14,2) not null check (current_price >= starting_price),
    min_bid_increment numeric(14,2) check (min_bid_increment > 0),
    time_limit_seconds integer check (time_limit_seconds > 0),
    status varchar(16) not null check (status in ('active', 'countdown', 'sold', 'cancelled')),
    outcome varchar(16) check (outcome in ('won', 'claimed', 'no_bids')),
    ends_at timestamptz(3),
    activated_at timestamptz(3) not null,
    closed_at timestamptz(3),
    winner_user_id uuid,
    claims_accepted integer not null default 0 check (claims_accepted >= 0),
    stock_quantity integer not null,
    extensions integer not null default 0,
    opened_at_position bigint not null,
    closed_at_position bigint,
    foreign key (tenant_id, live_session_id) references live_session (tenant_id, id),
    foreign key (tenant_id, product_id) references product (tenant_id, id),
    check ((status in ('sold', 'cancelled')) = (closed_at is not null)),
    check ((closed_at is null) = (outcome is null)),
    check (winner_user_id is null or status = 'sold')
  )`,
  `create unique index auction_item_one_running on auction_item (live_session_id)
    where status in ('active', 'countdown')`,
  `create index auction_item_tenant on auction_item (tenant_id, id)`,
  `create index auction_item_session on auction_item (live_session_id, id)`,
  `create index auction_item_running on auction_item (tenant_id) where status in ('active', 'countdown')`,
  `create table bid (
    id uuid not null,
    tenant_id uuid not null,
    auction_item_id uuid not null,
    user_id uuid not null,
    social_username varchar(255) not null,
    social_comment_id varchar(255) not null,
    bid_type varchar(8) not null check (bid_type in ('bid', 'claim')),
    amount numeric(14,2) not null check (amount >= 0),
    status varchar(8) not null check (status in ('pending', 'won', 'lost')),
    is_matched boolean not null,
    comment_timestamp timestamptz(3) not null,
    processed_at timestamptz(3),
    created_at timestamptz(3) not null,
    partition smallint not null,
    comment_position bigint not null,
    primary key (auction_item_id, id),
    constraint bid_comment_unique unique (partition, comment_position),
    check ((status = 'pending') = (processed_at is null))
  )`,
  `create unique index bid_one_winning_claim on bid (auction_item_id, user_id)
    where bid_type = 'claim' and status in ('pending', 'won')`,
  `create unique index bid_one_winner on bid (auction_item_id) where bid_type = 'bid' and status = 'won'`,
  `create table cart_event (
    id uuid primary key,
    tenant_id uuid not null,
    bid_id uuid not null constraint cart_event_bid_unique unique,
    user_id uuid not null,
    auction_item_id uuid not null,
    status varchar(16) not null check (status in ('pending', 'completed', 'cancelled')),
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null
  )`,
  `create index cart_event_tenant on cart_event (tenant_id, id)`,
  `create table inbox_comment (
    partition smallint not null,
    position bigint not null,
    tenant_id uuid not null,
    comment_key uuid not null constraint inbox_comment_once unique,
    comment_id varchar(255) not null,
    username varchar(255) not null,
    display_name varchar(255) not null,
    from_id varchar(128) not null,
    text text not null,
    media_id varchar(128),
    commented_at timestamptz(3) not null,
    received_at timestamptz(3) not null,
    primary key (partition, position)
  )`,
  `create table ignored_comment (
    partition smallint not null,
    position bigint not null,
    tenant_id uuid not null,
    session_id uuid,
    item_id uuid,
    user_id uuid,
    reason varchar(64) not null,
    amount numeric(14,2),
    price numeric(14,2),
    decided_at timestamptz(3) not null,
    primary key (partition, position)
  )`,
  // An accepted or waitlisted comment is told by its bid, so that the hot path stores one row for it.
  `create view comment_outcome as
    select partition, position, tenant_id, session_id, item_id, user_id, 'ignored' as outcome, reason, amount, price,
           decided_at
      from ignored_comment
    union all
    select b.partition, b.comment_position, b.tenant_id, i.live_session_id, b.auction_item_id, b.user_id,
           case when b.bid_type = 'bid' then 'bid_accepted' when b.status = 'lost' then 'waitlisted'
                else 'claim_accepted' end,
           null, b.amount, null, b.created_at
      from bid b join auction_item i on i.id = b.auction_item_id`,
  `create table item_event (
    item_id uuid not null,
    sequence integer not null,
    tenant_id uuid not null,
    position bigint not null,
    type varchar(32) not null,
    data jsonb not null,
    at timestamptz(3) not null,
    primary key (item_id, sequence)
  )`,
  `create table delivery (
    id uuid primary key,
    sequence bigint generated by default as identity constraint delivery_sequence_unique unique,
    tenant_id uuid not null,
    kind varchar(8) not null check (kind in ('webhook', 'reply')),
    type varchar(32) not null,
    ordering_key varchar(64) not null,
    priority smallint not null default 0,
    payload jsonb not null,
    comment_position bigint,
    status varchar(16) not null check (status in ('pending', 'delivered', 'failed', 'cancelled')),
    attempts integer not null default 0,
    next_attempt_at timestamptz(3),
    last_status integer,
    last_error text,
    duration_ms integer,
    created_at timestamptz(3) not null,
    delivered_at timestamptz(3)
  )`,
  `create index delivery_due on delivery (kind, next_attempt_at, sequence) where status = 'pending'`,
  `create index delivery_order on delivery (ordering_key, sequence) where status = 'pending'`,
  `create index delivery_tenant on delivery (tenant_id, kind, id)`,
  `create unique index delivery_one_reply on delivery (comment_position) where kind = 'reply'`,
  `create table delivery_attempt (
    id uuid primary key,
    delivery_id uuid not null references delivery (id) on delete cascade,
    tenant_id uuid not null,
    number integer not null,
    at timestamptz(3) not null,
    response_status integer,
    response_body text,
    error text,
    duration_ms integer not null
  )`,
  `create index delivery_attempt_delivery on delivery_attempt (delivery_id, number)`,
  `create table partition (
    id smallint primary key,
    epoch bigint not null default 0,
    owner varchar(128),
    position bigint not null default 0,
    last_batch uuid,
    updated_at timestamptz(3) not null default now()
  )`,
  `insert into partition (id) select generate_series(0, 63)`,
  `create table tenant_events (
    tenant_id uuid not null,
    first_id bigint not null,
    last_id bigint not null,
    frames text not null,
    at timestamptz(3) not null,
    primary key (tenant_id, first_id)
  )`,
  `alter table tenant_events alter frames set storage external`,
  `create index tenant_events_at on tenant_events (at)`,
  `create table idempotent_request (
    tenant_id uuid not null,
    key varchar(255) not null,
    request_digest varchar(64) not null,
    response_status integer,
    response_body text,
    created_at timestamptz(3) not null,
    primary key (tenant_id, key)
  )`,
]

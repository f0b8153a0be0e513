-- Orders, positions and what made them (rulebook §14–§16). Prices, quantities and values are raw units of 8 decimals.

-- One sequence for orders, applications and product orders, so that an id names one thing.
create sequence contract_id increment by 1000;

create table trade_order (
  user_id bigint not null references app_user,
  id bigint not null,
  instrument text not null,
  source smallint not null,
  purpose text not null check (purpose in ('open', 'close')),
  side text not null check (side in ('buy', 'sell')),
  type text not null check (type in ('market', 'limit')),
  limit_price numeric(24, 0),
  quantity numeric(24, 0) not null check (quantity > 0),
  filled numeric(24, 0) not null check (filled between 0 and quantity),
  leverage smallint not null,
  wallet smallint not null,
  currency text not null,
  -- What a closing order closes, or what the first fill of an opening one made (then it has the order's id).
  position_id bigint,
  extended_hours boolean not null,
  status text not null check (status in ('accepted', 'partly_filled', 'filled', 'ended')),
  reason text check (reason in ('CANCELLED', 'EXPIRED', 'NO_FUNDS', 'POSITION_CLOSED', 'DELISTED', 'CORPORATE_ACTION')),
  accepted_at timestamptz not null,
  cancel_requested_at timestamptz,
  expires_at timestamptz,
  changed_at timestamptz not null,
  exchange numeric(36, 0) not null,
  fee_date date not null,
  reserve numeric(24, 0) not null check (reserve >= 0),
  cost numeric(36, 0) not null,
  notional numeric(36, 0) not null,
  margin numeric(24, 0) not null,
  fee numeric(24, 0) not null,
  -- Read backwards it serves the order list, newest first.
  primary key (user_id, id),
  check ((status = 'ended') = (reason is not null)),
  check ((type = 'limit') = (limit_price is not null)),
  -- Nothing stays reserved by an order that has ended.
  check (status in ('accepted', 'partly_filled') or reserve = 0)
);
-- Serves a person's working orders, and all of them at the start of the matcher.
create index trade_order_live on trade_order (user_id, id) where status in ('accepted', 'partly_filled');

create table position (
  user_id bigint not null references app_user,
  -- The id of the order that opened it.
  id bigint not null,
  instrument text not null,
  source smallint not null,
  direction text not null check (direction in ('long', 'short')),
  leverage smallint not null,
  wallet smallint not null,
  currency text not null,
  state text not null check (state in ('LOCKED', 'OPEN', 'CLOSED')),
  quantity numeric(24, 0) not null check (quantity >= 0),
  locked numeric(24, 0) not null check (locked between 0 and quantity),
  cost numeric(36, 0) not null,
  margin numeric(24, 0) not null check (margin >= 0),
  initial_margin numeric(24, 0) not null,
  added_margin numeric(24, 0) not null,
  owed_funding numeric(24, 0) not null check (owed_funding >= 0),
  owed_issuer numeric(24, 0) not null check (owed_issuer >= 0),
  opening_fee numeric(24, 0) not null,
  financing numeric(24, 0) not null,
  halved boolean not null,
  auto_roll boolean not null default false,
  warned_at timestamptz,
  opened_at timestamptz not null,
  changed_at timestamptz not null,
  expires_at timestamptz,
  closed_at timestamptz,
  close_reason text check (close_reason in ('user', 'liquidation', 'expiry', 'delisting', 'reset')),
  primary key (user_id, id),
  check ((state = 'CLOSED') = (closed_at is not null)),
  check (state <> 'CLOSED' or (quantity = 0 and margin = 0))
);
-- Serves a person's holdings, and all open positions at the start of the matcher.
create index position_open on position (user_id, id desc) where state <> 'CLOSED';

-- One row per level that a fill took: with the quote it names, anyone can recompute the price (rulebook §15).
create table execution (
  user_id bigint not null references app_user,
  id bigint generated always as identity,
  order_id bigint not null,
  position_id bigint not null,
  instrument text not null,
  quote_id text not null,
  side text not null check (side in ('buy', 'sell')),
  rule text not null check (rule in ('ladder', 'resting', 'opening', 'auction')),
  level smallint not null,
  price numeric(24, 0) not null,
  quantity numeric(24, 0) not null check (quantity > 0),
  earlier numeric(24, 0) not null,
  -- Free money, when it cut the quantity.
  available numeric(24, 0),
  at timestamptz not null,
  primary key (user_id, id)
);
-- Serves the public proof of one price for everyone, and the check of all fills.
create index execution_quote on execution (quote_id);
create index execution_order on execution (user_id, order_id);
create trigger execution_append_only before update or delete or truncate on execution for each statement execute function refuse_change();

-- What closing brought: one row per closing order, or per liquidation (list 1 of the trade page).
create table closing (
  user_id bigint not null references app_user,
  -- The closing order's id; one of its own when nobody ordered.
  id bigint not null,
  order_id bigint,
  position_id bigint not null,
  quantity numeric(24, 0) not null,
  -- Σ price × quantity × multiplier at the exit, and the share of the opening cost.
  exit_value numeric(36, 0) not null,
  cost numeric(36, 0) not null,
  margin numeric(24, 0) not null,
  profit numeric(24, 0) not null,
  opening_fee numeric(24, 0) not null,
  closing_fee numeric(24, 0) not null,
  financing numeric(24, 0) not null,
  net_profit numeric(24, 0) not null,
  reason text not null check (reason in ('user', 'liquidation', 'expiry', 'delisting', 'reset')),
  quote_id text not null,
  closed_at timestamptz not null,
  primary key (user_id, id)
);
-- Serves the public proof of liquidation prices.
create index closing_quote on closing (quote_id) where order_id is null;
-- Serves the closed list and the realised profit, newest first.
create index closing_list on closing (user_id, closed_at desc, id desc);

create table margin_addition (
  user_id bigint not null references app_user,
  id bigint not null,
  position_id bigint not null,
  wallet smallint not null,
  amount numeric(24, 0) not null check (amount > 0),
  accepted_at timestamptz not null,
  state text not null check (state in ('waiting', 'added', 'returned')),
  primary key (user_id, id)
);
create index margin_addition_waiting on margin_addition (user_id, id) where state = 'waiting';

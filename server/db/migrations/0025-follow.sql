-- Orders that follow a campaign of an agency (rulebook §25.2). Agencies and campaigns follow from the secrets of the market.

create table follow_order (
  user_id bigint not null references app_user,
  -- From the sequence of the orders.
  id bigint not null,
  campaign_id bigint not null,
  -- Centavos.
  amount numeric(24, 0) not null check (amount > 0),
  status text not null check (status in ('waiting', 'running', 'ended', 'settled', 'refunded')),
  placed_at timestamptz not null,
  changed_at timestamptz not null,
  confirmed_at timestamptz,
  open_price numeric(24, 0) check (open_price > 0),
  open_quote text,
  close_price numeric(24, 0) check (close_price > 0),
  close_quote text,
  -- Before the performance fee.
  value numeric(24, 0) check (value >= 0),
  fee numeric(24, 0) check (fee >= 0),
  finished_at timestamptz,
  -- When something happens to it next; null once it is over.
  due_at timestamptz,
  primary key (user_id, id),
  check ((status in ('settled', 'refunded')) = (finished_at is not null)),
  check ((status in ('settled', 'refunded')) = (due_at is null)),
  check ((status in ('running', 'ended', 'settled')) = (num_nulls(confirmed_at, open_price, open_quote) = 0)),
  check (num_nulls(confirmed_at, open_price, open_quote) in (0, 3)),
  check ((status in ('ended', 'settled')) = (num_nulls(close_price, close_quote, value, fee) = 0)),
  check (num_nulls(close_price, close_quote, value, fee) in (0, 4))
);
-- Serves openings, ends and settlements.
create index follow_order_due on follow_order (due_at, user_id, id) where due_at is not null;
-- Serves the amount limit of a person in a campaign, and what followers of a campaign received.
create index follow_order_campaign on follow_order (campaign_id, user_id);

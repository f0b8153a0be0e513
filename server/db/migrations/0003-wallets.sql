-- Transfers between the funding account and the trading accounts (rulebook §11).

create table transfer (
  user_id bigint not null references app_user,
  id bigint generated always as identity,
  from_wallet smallint not null,
  to_wallet smallint not null,
  from_currency text not null,
  to_currency text not null,
  amount numeric(24, 0) not null check (amount > 0),
  -- 0 in transit, 1 settled, 2 cancelled.
  status smallint not null check (status in (0, 1, 2)),
  rate numeric(36, 0),
  settled_amount numeric(24, 0),
  submitted_at timestamptz not null,
  due_at timestamptz not null,
  cancel_requested_at timestamptz,
  ended_at timestamptz,
  primary key (user_id, id)
);
-- Serves the settlement job.
create index transfer_due on transfer (due_at) where status = 0;
create unique index transfer_id on transfer (id);

create table watch (
  user_id bigint not null references app_user,
  id bigint generated always as identity,
  market text not null,
  code text not null,
  source smallint not null,
  classify text not null,
  name text not null,
  created_at timestamptz not null,
  primary key (user_id, id),
  unique (user_id, market, code)
);

-- Cards, the simulated chain, deposits and withdrawals (rulebook §9, §10, §12).

create table card (
  user_id bigint not null references app_user,
  id bigint generated always as identity,
  -- 1 bank card, 2 coin account.
  kind smallint not null check (kind in (1, 2)),
  -- Everything that is written on it, sealed under a key outside the database.
  details bytea not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (user_id, id)
);

-- Whose an address of the simulated chain is; the address itself follows from the person and the coin.
create table chain_address (
  address text primary key,
  user_id bigint not null references app_user,
  coin text not null,
  unique (user_id, coin)
);

create table chain_transaction (
  id bigint generated always as identity primary key,
  hash text not null unique,
  coin text not null,
  address text not null,
  -- Whose the address is; null when it is nobody's.
  receiver_id bigint references app_user,
  amount numeric(24, 0) not null check (amount > 0),
  -- The block that it is in; blocks come by the clock (core/coins.ts).
  height bigint not null,
  -- Who asked the faucet; null for a payout.
  sender_id bigint references app_user,
  withdrawal_id bigint,
  deposit_id bigint,
  dropped_at timestamptz,
  created_at timestamptz not null
);
-- Serves the watcher: payments that nobody has seen yet, and those that the chain took back.
create index chain_transaction_new on chain_transaction (id)
  where receiver_id is not null and deposit_id is null and dropped_at is null;
create index chain_transaction_dropped on chain_transaction (id) where dropped_at is not null;
-- Serves the daily allowance of the faucet.
create index chain_transaction_address on chain_transaction (address, coin, created_at);
create index chain_transaction_receiver on chain_transaction (receiver_id, coin, created_at);
-- Serves a person's own sends.
create index chain_transaction_sender on chain_transaction (sender_id, id) where sender_id is not null;

create table deposit (
  user_id bigint not null references app_user,
  id bigint generated always as identity,
  -- 1 coins, 2 the simulated bank.
  kind smallint not null check (kind in (1, 2)),
  asset text not null,
  -- The currency in which the books keep it.
  currency text not null check (currency in ('USD', 'MXN', 'HKD')),
  address text,
  tx_hash text,
  amount numeric(24, 0) check (amount > 0),
  received numeric(24, 0),
  rate numeric(36, 0),
  confirmations smallint not null default 0,
  -- 1 pending, 2 refused, 3 completed.
  status smallint not null check (status in (1, 2, 3)),
  reason text,
  proof text,
  seen_at timestamptz,
  created_at timestamptz not null,
  due_at timestamptz not null,
  ended_at timestamptz,
  lost_at timestamptz,
  primary key (user_id, id),
  check (case kind when 1 then address is not null and proof is null else proof is not null and amount is not null end),
  check (seen_at is null or (tx_hash is not null and amount is not null))
);
create unique index deposit_id on deposit (id);
-- One transaction of the chain is one deposit, however often it is looked at.
create unique index deposit_transaction on deposit (tx_hash) where seen_at is not null;
-- Serves the reviews and the chain, which read what is pending.
create index deposit_pending on deposit (due_at, id) where status = 1;
-- Serves the daily limit of the simulated bank.
create index deposit_approved on deposit (user_id, ended_at) where status = 3 and kind = 2;

create table withdrawal (
  user_id bigint not null references app_user,
  id bigint generated always as identity,
  card_id bigint not null,
  asset text not null,
  target text not null,
  amount numeric(24, 0) not null check (amount > 0),
  fee numeric(24, 0) not null check (fee >= 0),
  -- The conversion at the rate of the application; null when nothing is converted.
  rate numeric(36, 0),
  gross numeric(24, 0),
  gross_at_mid numeric(24, 0),
  -- 1 under review, 2 returned, 3 approved; paid once it has also ended.
  status smallint not null check (status in (1, 2, 3)),
  reason text,
  tx_hash text,
  applied_at timestamptz not null,
  due_at timestamptz not null,
  ended_at timestamptz,
  primary key (user_id, id),
  check ((rate is null) = (gross is null) and (rate is null) = (gross_at_mid is null))
);
create unique index withdrawal_id on withdrawal (id);
-- Serves the review and the payout, and whether a card is in use.
create index withdrawal_open on withdrawal (due_at, id) where ended_at is null;
create index withdrawal_card on withdrawal (user_id, card_id) where ended_at is null;
-- Serves the daily limit.
create index withdrawal_applied on withdrawal (user_id, applied_at);

-- Serves the sum of what is seen but not confirmed.
create index journal_line_pending on journal_line (currency) where account = 'SYS.DEPOSIT_PENDING';

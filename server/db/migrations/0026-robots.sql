-- Mining robots that people rent (rulebook §26). The offers themselves follow from the secrets of the market.

create table robot_order (
  user_id bigint not null references app_user,
  -- From the sequence of the orders.
  id bigint not null,
  robot_id bigint not null,
  -- Centavos that were paid, and how much of them is the price of the rental.
  price numeric(24, 0) not null check (price > 0),
  rent numeric(24, 0) not null check (rent >= 0 and rent < price),
  cycle_days integer not null check (cycle_days > 0),
  created_at timestamptz not null,
  status text not null check (status in ('finding', 'locating', 'starting', 'mining', 'stopped', 'expired')),
  -- When one of the first three statuses ends or is tried again.
  turns_at timestamptz,
  ticks integer not null check (ticks >= 0 and ticks <= cycle_days * 144),
  mined integer not null check (mined >= 0 and mined <= ticks),
  energy integer not null check (energy between 0 and 144),
  -- Difficulty and price of the coin when it began to mine.
  base_difficulty numeric(36, 0),
  base_coin numeric(36, 0),
  -- Income and energy with 8 decimals, and what of them is booked in whole centavos.
  income numeric(36, 0) not null check (income >= 0),
  paid_income numeric(24, 0) not null check (paid_income >= 0),
  told_income numeric(36, 0) not null,
  charged numeric(36, 0) not null check (charged >= 0),
  settled numeric(24, 0) not null check (settled >= 0),
  booked_rent numeric(24, 0) not null check (booked_rent >= 0 and booked_rent <= rent),
  -- The last day whose 00:05 is over.
  paid_on date not null,
  end_kind text check (end_kind in ('early', 'expired')),
  end_at timestamptz,
  refund numeric(24, 0) check (refund >= 0),
  fee numeric(24, 0) check (fee >= 0),
  unearned numeric(24, 0) check (unearned >= 0),
  energy_unpaid numeric(24, 0) check (energy_unpaid >= 0),
  -- When something happens to it next; null once it is over.
  due_at timestamptz,
  changed_at timestamptz not null,
  redeemed_at timestamptz,
  primary key (user_id, id),
  check ((base_difficulty is null) = (base_coin is null)),
  check (num_nulls(end_kind, end_at, refund, fee, unearned, energy_unpaid) in (0, 6)),
  check (redeemed_at is null or end_at is not null),
  check ((redeemed_at is not null) = (due_at is null))
);
-- Serves the job, and who moves money of the financial wallet.
create index robot_order_due on robot_order (due_at, user_id, id) where due_at is not null;
create index robot_order_user_due on robot_order (user_id, due_at) where due_at is not null;

-- The ticks of a rental, in stretches that end with a purchase of energy or where the computation stopped.
create table robot_stretch (
  user_id bigint not null,
  order_id bigint not null,
  first_tick integer not null check (first_tick > 0),
  -- One for each tick, separated by commas: the price of the coin in 1e-8, and the income in 1e-8 or nothing where it did not mine.
  coins text not null,
  incomes text not null,
  -- Units of energy that were wanted and bought, what the wallet had, and what was paid; null where none was due.
  wanted integer,
  bought integer,
  available numeric(24, 0),
  paid numeric(24, 0),
  primary key (user_id, order_id, first_tick),
  foreign key (user_id, order_id) references robot_order (user_id, id),
  check (num_nulls(wanted, bought, available, paid) in (0, 4)),
  check (bought <= wanted)
);
create trigger robot_stretch_append_only before update or delete or truncate on robot_stretch for each statement execute function refuse_change();

create table robot_note (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  order_id bigint not null,
  kind text not null,
  status text not null,
  amount numeric(24, 0),
  at timestamptz not null,
  foreign key (user_id, order_id) references robot_order (user_id, id)
);
-- Serves the newest messages of a rental.
create index robot_note_order on robot_note (user_id, order_id, id);

-- Serves the check of robots, which compares their journals with what it recomputes.
create index journal_robot on journal (ref_id) where ref_type = 'robot';

-- Wishes to roll a position of futures into the next month when its contract settles (rulebook §17.5).
create table contract_roll (
  user_id bigint not null references app_user,
  -- Also the id of the order that opens the position: the wish may come with the order.
  position_id bigint not null,
  -- Whether the user wishes it; the newest wish before the settlement counts.
  is_wanted boolean not null,
  wished_at timestamptz not null,
  -- With the settlement: the order for the next month, or why there is none.
  decided_at timestamptz,
  order_id bigint,
  refused text,
  primary key (user_id, position_id),
  check ((decided_at is not null) = (order_id is not null or refused is not null)),
  check (order_id is null or refused is null)
);

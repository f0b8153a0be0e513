-- Money that people put in quantitative products (rulebook §25.3). The products and their prices follow from the market.

create table quantify_order (
  user_id bigint not null references app_user,
  -- From the sequence of the orders.
  id bigint not null,
  product_id bigint not null,
  term_days bigint not null check (term_days > 0),
  -- Centavos, like worth and the fees.
  amount numeric(24, 0) not null check (amount > 0),
  status text not null check (status in ('waiting', 'running', 'completed')),
  saved_at timestamptz not null,
  -- The strike at which the units were bought.
  start_on date,
  start_nav numeric(24, 0),
  units numeric(24, 0) check (units >= 0),
  -- The strike at which it ended.
  end_on date,
  end_nav numeric(24, 0),
  worth numeric(24, 0),
  management_fee numeric(24, 0),
  performance_fee numeric(24, 0),
  ended_at timestamptz,
  -- The strike at which something happens to it next; null once it is over.
  due_at timestamptz,
  changed_at timestamptz not null,
  primary key (user_id, id),
  check (num_nulls(start_on, start_nav, units) in (0, 3)),
  check (num_nulls(end_on, end_nav, worth, management_fee, performance_fee, ended_at) in (0, 6)),
  check ((status = 'waiting') = (start_on is null)),
  check ((status = 'completed') = (end_on is not null)),
  check ((status = 'completed') = (due_at is null))
);
-- Serves starts and ends.
create index quantify_order_due on quantify_order (due_at, user_id, id) where due_at is not null;
-- Serves the part of a period that one person may put in.
create index quantify_order_product on quantify_order (user_id, product_id, saved_at);

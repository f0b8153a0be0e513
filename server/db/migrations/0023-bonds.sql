-- Government bonds that people buy (rulebook §24). The bonds themselves follow from the secrets of the market.

create table bond_purchase (
  user_id bigint not null references app_user,
  -- From the sequence of the orders; its first holding has the same.
  id bigint not null,
  bond_id bigint not null,
  -- Cents of the bond's currency, like accrued.
  face numeric(24, 0) not null check (face > 0),
  -- Clean, at the ask.
  price numeric(24, 0) not null check (price > 0),
  accrued numeric(24, 0) not null check (accrued >= 0),
  -- Mid of the bond's currency in pesos, and centavos that left the funding account.
  exchange numeric(36, 0) not null check (exchange > 0),
  cost numeric(24, 0) not null check (cost > 0),
  settles_on date not null,
  at timestamptz not null,
  primary key (user_id, id)
);
create trigger bond_purchase_append_only before update or delete or truncate on bond_purchase for each statement execute function refuse_change();
-- Serves the part of an issue that one person may buy.
create index bond_purchase_bond on bond_purchase (user_id, bond_id);

-- What is left of a purchase, and the parts of it that were sold.
create table bond_holding (
  user_id bigint not null,
  id bigint not null,
  purchase_id bigint not null,
  parent_id bigint,
  bond_id bigint not null,
  status text not null check (status in ('bought', 'redeeming', 'redeemed')),
  face numeric(24, 0) not null check (face > 0),
  cost numeric(24, 0) not null check (cost >= 0),
  coupons_until date not null,
  received numeric(24, 0) not null check (received >= 0),
  interest numeric(36, 0) not null check (interest >= 0),
  end_kind text check (end_kind in ('sale', 'maturity')),
  end_price numeric(24, 0),
  end_accrued numeric(24, 0),
  end_exchange numeric(36, 0),
  proceeds numeric(24, 0),
  end_settles_on date,
  end_at timestamptz,
  -- When something happens to it next; null once it is over.
  due_at timestamptz,
  changed_at timestamptz not null,
  redeemed_at timestamptz,
  primary key (user_id, id),
  foreign key (user_id, purchase_id) references bond_purchase (user_id, id),
  check ((status = 'redeemed') = (redeemed_at is not null)),
  check ((status = 'redeemed') = (due_at is null)),
  check (num_nulls(end_kind, end_price, end_accrued, end_exchange, proceeds, end_settles_on, end_at) in (0, 7)),
  check ((status = 'bought') = (end_kind is null))
);
-- Serves coupons, settlements and maturities.
create index bond_holding_due on bond_holding (due_at, user_id, id) where due_at is not null;
create index bond_holding_purchase on bond_holding (user_id, purchase_id);

create table bond_coupon (
  user_id bigint not null,
  holding_id bigint not null,
  coupon_date date not null,
  face numeric(24, 0) not null,
  exchange numeric(36, 0) not null,
  amount numeric(24, 0) not null,
  paid_at timestamptz not null,
  primary key (user_id, holding_id, coupon_date),
  foreign key (user_id, holding_id) references bond_holding (user_id, id)
);
create trigger bond_coupon_append_only before update or delete or truncate on bond_coupon for each statement execute function refuse_change();

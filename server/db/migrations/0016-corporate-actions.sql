-- Dividends and splits (rulebook §17.3, §17.4).

-- Actions that took effect by then are booked on the position; at the opening the time of the quote that filled it.
alter table position add column actions_until timestamptz;
update position set actions_until = opened_at;
alter table position alter column actions_until set not null;

-- In the shares of which instant the quantity of a night's charge is.
alter table overnight_charge add column actions_until timestamptz;
update overnight_charge set actions_until = cut_off;
alter table overnight_charge alter column actions_until set not null;

-- What an action did to a position: with its public facts everybody can compute it again.
create table booked_action (
  user_id bigint not null,
  position_id bigint not null,
  ex_at timestamptz not null,
  instrument text not null,
  -- The first trading day without the right.
  ex_date date not null,
  -- Shares with the right.
  quantity numeric(24, 0) not null,
  -- Of a dividend: per share, and what was received (above zero) or paid, before tax.
  amount numeric(24, 0),
  gross numeric(24, 0),
  tax numeric(24, 0),
  -- Of a split: so many new shares for so many old ones.
  ratio_to smallint,
  ratio_from smallint,
  booked_at timestamptz not null,
  primary key (user_id, position_id, ex_at),
  foreign key (user_id, position_id) references position (user_id, id),
  check ((amount is null) = (ratio_to is not null)),
  check ((amount is null) = (gross is null) and (gross is null) = (tax is null)),
  check ((ratio_to is null) = (ratio_from is null))
);

-- Finds the holders of an instrument whose action is to be booked.
create index position_actions on position (instrument, actions_until) where state <> 'CLOSED';

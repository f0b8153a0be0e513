-- What positions pay and receive for nights (rulebook §17.1, §17.2).

-- A night that has begun for the positions of a market. Its charges were noted in the same commit, so that no night is charged
-- twice and none is forgotten, whatever the restarts.
create table overnight_cut_off (
  market text not null,
  -- 'financing 2026-11-20': names the night in the keys of journals.
  period text not null,
  at timestamptz not null,
  primary key (market, period)
);
create index overnight_cut_off_at on overnight_cut_off (market, at);

-- The charge of one position for one night: what it held at the cut-off, and what was booked for it.
create table overnight_charge (
  user_id bigint not null,
  position_id bigint not null,
  period text not null,
  instrument text not null,
  cut_off timestamptz not null,
  nights smallint not null check (nights > 0),
  quantity numeric not null,
  cost numeric not null,
  added_margin numeric not null,
  -- Null until it is booked. Above zero the user receives it.
  amount numeric,
  price numeric,
  exchange numeric,
  booked_at timestamptz,
  primary key (user_id, position_id, period),
  foreign key (user_id, position_id) references position (user_id, id),
  check ((booked_at is null) = (amount is null)),
  check ((booked_at is null) = (price is null)),
  check ((booked_at is null) = (exchange is null))
);
create index overnight_charge_due on overnight_charge (user_id) where booked_at is null;

-- What the operator does for everyone, and what anybody can check of the past (rulebook §2.1, §30).

-- Trading that is halted for everyone. Without a code the whole market is; the row stays when trading has resumed.
create table halt (
  id bigint generated always as identity primary key,
  market text not null,
  code text,
  author text not null,
  reason text not null,
  halted_at timestamptz not null,
  resumed_at timestamptz
);
-- Serves what is halted now, and lets nothing be halted twice.
create unique index halt_now on halt (market, coalesce(code, '')) where resumed_at is null;

-- What the market clock of the running server read when the wall clock read `wall_at`: other processes tell the time by it.
-- Until `handled_until` every tick was handled, or lies in a gap that the books know.
create table market_clock (
  single boolean primary key default true check (single),
  market_at timestamptz not null,
  wall_at timestamptz not null,
  speed double precision not null,
  handled_until timestamptz
);

-- Sessions that another process has ended: the running server closes their sockets and forgets them within a second.
create table ended_session (
  id bigint generated always as identity primary key,
  session_id bigint not null
);

-- The public statement about a day (rulebook §30), as its JSON text: made once, never changed.
create table anchor (
  date date primary key,
  document text not null,
  hash bytea not null,
  created_at timestamptz not null
);
create trigger anchor_append_only before update or delete or truncate on anchor for each statement execute function refuse_change();

-- An article that an operator has taken back: nobody is shown it, and its versions stay.
alter table article add column withdrawn_at timestamptz;

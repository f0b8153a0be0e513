-- People who start again or leave (rulebook §4.1, §8.3 E92, E93): the ledger keeps their number, nothing else is kept for good.

alter table app_user add column closed_at timestamptz, add column erased_at timestamptz;
-- Serves the guests who have not been seen for long, accounts on their way out, and those whose data is to be erased.
create index app_user_idle on app_user (last_seen_at) where state = 'GUEST';
create index app_user_closing on app_user (id) where state = 'CLOSING';
create index app_user_closed on app_user (closed_at) where state = 'CLOSED' and erased_at is null;

create table practice_reset (
  user_id bigint not null references app_user,
  id bigint generated always as identity,
  asked_at timestamptz not null,
  -- Positions are closed first.
  done_at timestamptz,
  primary key (user_id, id)
);
-- Serves the job, and lets nobody start again twice at once.
create unique index practice_reset_open on practice_reset (user_id) where done_at is null;

-- Who asked for a copy of the own data, confirmed by the password; nothing of the copy itself is stored.
create table data_export (
  user_id bigint not null references app_user,
  id bigint generated always as identity,
  asked_at timestamptz not null,
  primary key (user_id, id)
);

-- An order that closes because a practice starts again or an account closes.
alter table trade_order add column is_forced boolean not null default false;

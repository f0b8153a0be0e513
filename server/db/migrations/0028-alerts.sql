-- Price alerts of users. A row that is over stays for the list, up to a limit.

create table price_alert (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  instrument text not null,
  kind text not null check (kind in ('above', 'below', 'move')),
  -- Raw units of 1e-8, in the shares of created_at; or hundredths of a percent of the day's change.
  level numeric(36, 0),
  percent integer check (percent > 0),
  repeats boolean not null,
  in_practice_hours boolean not null,
  state text not null check (state in ('waiting', 'told', 'reached', 'gone')),
  created_at timestamptz not null,
  told_at timestamptz,
  told_day text,
  told_count integer not null default 0 check (told_count >= 0),
  check ((kind = 'move') = (level is null) and (kind = 'move') = (percent is not null))
);
create index price_alert_user on price_alert (user_id, id);
-- Serves the start of the server, and the end of an instrument.
create index price_alert_active on price_alert (instrument, id) where state in ('waiting', 'told');

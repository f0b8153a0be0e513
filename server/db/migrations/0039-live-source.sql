-- How the public source of quotes answers (MARKET=live), for the servers that do not ask it themselves.

create table live_source (
  single boolean primary key default true check (single),
  -- When it answered last, was asked last, and may be asked again, by the clock of the database.
  answered_at timestamptz,
  asked_at timestamptz not null,
  again_at timestamptz not null
);

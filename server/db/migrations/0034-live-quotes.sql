-- Quotes of a public source (MARKET=live). Only one process writes them, and all read them by their sequence: an executed quote can be
-- looked up for ever. Prices, sizes and volumes are raw units.
create table live_quote (
  sequence bigint generated always as identity primary key,
  instrument text not null,
  -- When the price was made, and from when on it is in force here.
  venue_time timestamptz not null,
  received_time timestamptz not null check (received_time > '2020-01-01'),
  last numeric(24, 0) not null,
  bid numeric(24, 0) not null,
  ask numeric(24, 0) not null,
  size numeric(24, 0) not null check (size > 0),
  phase text not null check (phase in ('regular', 'pre', 'post', 'auction', 'lunch', 'closed')),
  opening boolean not null,
  doubt text check (doubt in ('late', 'other_shares')),
  -- The day as the source told it with this price; null is what it did not tell.
  previous_close numeric(24, 0),
  day_open numeric(24, 0),
  day_high numeric(24, 0),
  day_low numeric(24, 0),
  day_regular numeric(24, 0),
  day_volume numeric(32, 0),
  unique (instrument, venue_time)
);
create index live_quote_received on live_quote (received_time);
create trigger live_quote_append_only before update or delete or truncate on live_quote for each statement execute function refuse_change();

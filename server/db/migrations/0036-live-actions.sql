-- Dividends and splits that a public source has told (MARKET=live), as they were learned: whoever checks a fill later learns of them at the
-- same instant. What the source says of a day afterwards changes nothing.
create table live_action (
  instrument text not null,
  ex_date date not null,
  kind text not null check (kind in ('dividend', 'split')),
  -- Raw units of a price, of a dividend alone.
  amount numeric(24, 0) check ((kind = 'dividend') = (amount is not null)),
  -- New shares for old ones, of a split alone.
  to_shares numeric(24, 0) check ((kind = 'split') = (to_shares is not null)),
  from_shares numeric(24, 0) check ((kind = 'split') = (from_shares is not null)),
  ex_at timestamptz not null,
  declared_at timestamptz not null check (declared_at > ex_at),
  primary key (instrument, ex_date, kind)
);
create trigger live_action_append_only before update or delete or truncate on live_action for each statement execute function refuse_change();

-- A share that somebody holds fills on a day only once the source has told whether it pays or splits on it.
alter table live_quote drop constraint live_quote_doubt_check;
alter table live_quote add constraint live_quote_doubt_check check (doubt in ('late', 'other_shares', 'actions_unknown'));

-- An order that amended another one takes its place once the market has passed the change (docs/decisions/053).
alter table trade_order drop constraint trade_order_reason_check;
alter table trade_order add constraint trade_order_reason_check check (reason in
  ('CANCELLED', 'EXPIRED', 'NO_FUNDS', 'POSITION_CLOSED', 'DELISTED', 'CORPORATE_ACTION', 'SOLD_OUT',
   'AUCTION_UNFILLED', 'FILLED_FIRST'));
alter table trade_order
  add column replaces bigint,
  -- What it takes over of the reserve of that order.
  add column replaces_reserve numeric(24, 0) check (replaces_reserve >= 0),
  add constraint trade_order_replaces_check check ((replaces is null) = (replaces_reserve is null)),
  add constraint trade_order_replaces_earlier check (replaces < id);

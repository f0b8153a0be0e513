-- Orders for auctions (rulebook §23): they end with their auction.
alter table trade_order drop constraint trade_order_reason_check;
alter table trade_order add constraint trade_order_reason_check check (reason in
  ('CANCELLED', 'EXPIRED', 'NO_FUNDS', 'POSITION_CLOSED', 'DELISTED', 'CORPORATE_ACTION', 'SOLD_OUT',
   'AUCTION_UNFILLED'));

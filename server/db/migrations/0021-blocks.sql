-- Orders of blocks (rulebook §22): the offer, and the least commission in cents of the share's currency, fixed at the acceptance.
alter table trade_order add column offer_id bigint;
alter table trade_order add column commission_min numeric(24, 0);
alter table trade_order add constraint trade_order_block check ((offer_id is null) = (commission_min is null));
alter table trade_order drop constraint trade_order_reason_check;
alter table trade_order add constraint trade_order_reason_check check (
  reason in ('CANCELLED', 'EXPIRED', 'NO_FUNDS', 'POSITION_CLOSED', 'DELISTED', 'CORPORATE_ACTION', 'SOLD_OUT'));
alter table execution drop constraint execution_rule_check;
alter table execution add constraint execution_rule_check check (rule in ('ladder', 'resting', 'opening', 'auction', 'block'));

-- What a person has bought of an offer, and blocks that wait for their confirmation.
create index trade_order_block on trade_order (user_id, offer_id) where offer_id is not null;
create index trade_order_unconfirmed on trade_order (accepted_at) where offer_id is not null and status = 'accepted';
-- Shares of blocks whose lock-up ends.
create index position_lock_end on position (expires_at) where state = 'LOCKED';

-- Fractions of splits are closings of their own (rulebook §17.4); a fraction may be all of a position.
alter table closing drop constraint closing_reason_check;
alter table closing add constraint closing_reason_check check (
  reason in ('user', 'liquidation', 'expiry', 'delisting', 'reset', 'split'));
alter table position drop constraint position_close_reason_check;
alter table position add constraint position_close_reason_check check (
  close_reason in ('user', 'liquidation', 'expiry', 'delisting', 'reset', 'split'));

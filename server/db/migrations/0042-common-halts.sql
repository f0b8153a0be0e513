-- Several servers learn of a halt at the same instant: each list of orders, and each tick, reads whether operators have changed anything.

-- Raised with each beginning and end of a halt.
alter table market_clock add column operator_changes bigint not null default 0;

-- By the market clock: nothing was accepted or filled after `held_after` and before `held_until`. Nobody notes the first of a halt that no server knew.
alter table halt add column held_after timestamptz, add column held_until timestamptz;
-- Until now a server learned of a halt some seconds after its beginning.
update halt set held_after = halted_at + interval '5 seconds', held_until = resumed_at - interval '5 seconds';

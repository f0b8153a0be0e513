-- The last tick that a list has committed something of, before all of it is handled: later lists are accepted after it, also when it then fails.

alter table market_clock add column begun_until timestamptz;

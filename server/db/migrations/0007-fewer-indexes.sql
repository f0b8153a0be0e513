-- Indexes that every order paid for and that nothing needed.

-- The primary key, read backwards, serves the order list as well.
drop index trade_order_list;

-- Of the system accounts only the market's is summed alone; a person's accounts have their own index.
drop index journal_line_account;
create index journal_line_market on journal_line (currency) where account = 'SYS.MARKET';

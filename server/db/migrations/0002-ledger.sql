-- The books (rulebook §8). Nothing here is ever updated or deleted but the balances, which are a sum of the lines.

create sequence journal_id increment by 1000;

create table journal (
  id bigint primary key,
  xid xid8 not null default pg_current_xact_id(),
  event text not null,
  -- (event, entity, period): the same thing is never posted twice.
  event_key text not null unique,
  user_id bigint references app_user,
  at timestamptz not null,
  ref_type text not null,
  ref_id bigint not null,
  memo text not null default ''
);
-- Serves the seal job, which reads in commit order.
create index journal_order on journal (xid, id);
-- Serves the notes about one kind of thing; postings are found through their bills.
create index journal_note on journal (ref_type, at) where event = 'NOTE';

create table journal_line (
  journal_id bigint not null,
  line smallint not null,
  account text not null,
  user_id bigint,
  wallet smallint,
  currency text not null,
  debit numeric(24, 0) not null default 0 check (debit >= 0),
  credit numeric(24, 0) not null default 0 check (credit >= 0),
  primary key (journal_id, line),
  check ((debit = 0) <> (credit = 0)),
  -- A person's accounts, and only those, belong to a person and a wallet.
  check ((account like 'U.%') = (user_id is not null and wallet is not null))
);
-- Serves the sum of the market, the only account that is summed alone.
create index journal_line_market on journal_line (currency) where account = 'SYS.MARKET';

create table balance (
  user_id bigint not null references app_user,
  wallet smallint not null check (wallet between 1 and 9),
  currency text not null check (currency in ('USD', 'MXN', 'HKD')),
  account text not null check (account like 'U.%'),
  amount numeric(24, 0) not null check (amount >= 0),
  primary key (user_id, wallet, currency, account)
);

-- What a person sees of a journal, one row per wallet (rulebook §8.4).
create table bill (
  user_id bigint not null references app_user,
  journal_id bigint not null references journal,
  wallet smallint not null,
  currency text not null,
  amount numeric(24, 0) not null check (amount <> 0),
  event text not null,
  ref_type text not null,
  ref_id bigint not null,
  memo text not null default '',
  at timestamptz not null,
  primary key (user_id, journal_id, wallet)
);
-- Serves the transaction history, newest first, of one wallet and of all.
create index bill_wallet on bill (user_id, wallet, at desc, journal_id desc);
create index bill_all on bill (user_id, at desc, journal_id desc);

create table seal (
  seq bigint primary key,
  journal_id bigint not null unique references journal,
  prev_hash bytea not null,
  hash bytea not null
);

-- Sale proceeds that may be spent but not yet withdrawn or transferred (rulebook §10.4): one row per day of release.
create table unsettled (
  user_id bigint not null references app_user,
  wallet smallint not null check (wallet between 1 and 9),
  release_date date not null,
  amount numeric(24, 0) not null check (amount > 0),
  primary key (user_id, wallet, release_date)
);
-- Serves the daily release.
create index unsettled_release on unsettled (wallet, release_date);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % refused', tg_table_name, lower(tg_op) using errcode = 'restrict_violation';
end $$;

create trigger journal_append_only before update or delete or truncate on journal for each statement execute function refuse_change();
create trigger journal_line_append_only before update or delete or truncate on journal_line for each statement execute function refuse_change();
create trigger bill_append_only before update or delete or truncate on bill for each statement execute function refuse_change();
create trigger seal_append_only before update or delete or truncate on seal for each statement execute function refuse_change();
create trigger config_version_append_only before update or delete or truncate on config_version for each statement execute function refuse_change();

-- A journal comes with its lines in one statement, and only a note has none.
create function check_journals() returns trigger language plpgsql as $$
declare
  strange record;
begin
  select id, event into strange from new_journal
  where (event = 'NOTE') = exists (select from journal_line where journal_id = new_journal.id) limit 1;
  if found then
    raise exception 'journal % (%) has lines or has none', strange.id, strange.event using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger journal_has_lines after insert on journal
  referencing new table as new_journal for each statement execute function check_journals();

-- The lines of each journal that a statement adds balance per currency, belong to the transaction and to the person of
-- their journal, and never to a note. That is what foreign keys would say, and more; checked once for all lines of a list.
-- Journals are looked up one by one: new lines come without statistics, and joined to the journals they can make the
-- planner read all of these.
create function check_lines() returns trigger language plpgsql as $$
declare
  strange record;
begin
  select journal_id, currency, sum(debit) - sum(credit) as off_by into strange from new_line
  group by journal_id, currency having sum(debit) <> sum(credit) limit 1;
  if found then
    raise exception 'journal % is off by % %', strange.journal_id, strange.off_by, strange.currency using errcode = 'check_violation';
  end if;
  select journal_id, line into strange from new_line
  where (
    select journal.xid = pg_current_xact_id() and journal.event <> 'NOTE'
      and (new_line.user_id is null or new_line.user_id = journal.user_id)
    from journal where journal.id = new_line.journal_id
  ) is not true limit 1;
  if found then
    raise exception 'line % does not belong to journal %', strange.line, strange.journal_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger journal_line_balances after insert on journal_line
  referencing new table as new_line for each statement execute function check_lines();

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
-- Serves a person's export and the reversal of what belongs to one thing.
create index journal_ref on journal (ref_type, ref_id);

create table journal_line (
  journal_id bigint not null references journal,
  line smallint not null,
  account text not null,
  user_id bigint references app_user,
  wallet smallint,
  currency text not null,
  debit numeric(24, 0) not null default 0 check (debit >= 0),
  credit numeric(24, 0) not null default 0 check (credit >= 0),
  primary key (journal_id, line),
  check ((debit = 0) <> (credit = 0)),
  -- A person's accounts, and only those, belong to a person and a wallet.
  check ((account like 'U.%') = (user_id is not null and wallet is not null))
);
-- Serves the sums of system accounts and of one person's accounts.
create index journal_line_account on journal_line (account, currency);
create index journal_line_user on journal_line (user_id, wallet) where user_id is not null;

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

-- A journal balances per currency, and has lines unless it is a note.
create function check_journal() returns trigger language plpgsql as $$
declare
  off_by numeric;
  line_count integer;
begin
  select count(*) into line_count from journal_line where journal_id = new.id;
  if (new.event = 'NOTE') <> (line_count = 0) then
    raise exception 'journal % (%) has % lines', new.id, new.event, line_count using errcode = 'check_violation';
  end if;
  select sum(debit) - sum(credit) into off_by from journal_line where journal_id = new.id
  group by currency having sum(debit) <> sum(credit) limit 1;
  if off_by is not null then
    raise exception 'journal % (%) is off by %', new.id, new.event, off_by using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger journal_balances after insert on journal
  deferrable initially deferred for each row execute function check_journal();

-- Lines come with their journal: none can be added to one that was committed before.
create function check_new_lines() returns trigger language plpgsql as $$
begin
  if exists (select from new_line join journal on journal.id = new_line.journal_id where journal.xid <> pg_current_xact_id()) then
    raise exception 'lines belong to the transaction of their journal' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger journal_line_together after insert on journal_line
  referencing new table as new_line for each statement execute function check_new_lines();

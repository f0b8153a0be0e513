-- The checks of journals again, at the same price however many there are.

create or replace function check_journal() returns trigger language plpgsql as $$
declare
  line_count bigint;
  off_by numeric;
begin
  select coalesce(sum(lines), 0), max(off) into line_count, off_by from (
    select count(*) as lines, nullif(sum(debit) - sum(credit), 0) as off
    from journal_line where journal_id = new.id group by currency
  ) by_currency;
  if (new.event = 'NOTE') <> (line_count = 0) then
    raise exception 'journal % (%) has % lines', new.id, new.event, line_count using errcode = 'check_violation';
  end if;
  if off_by is not null then
    raise exception 'journal % (%) is off by %', new.id, new.event, off_by using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- Each journal is looked up by its id: new lines come without statistics, and joined to the journals they can make the
-- planner read all of these.
create or replace function check_new_lines() returns trigger language plpgsql as $$
begin
  if exists (
    select from new_line where (select journal.xid from journal where journal.id = new_line.journal_id) <> pg_current_xact_id()
  ) then
    raise exception 'lines belong to the transaction of their journal' using errcode = 'check_violation';
  end if;
  return null;
end $$;

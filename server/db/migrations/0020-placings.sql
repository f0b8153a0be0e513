-- Applications for placings (rulebook §21): the same rows as those for new issues, with source 8.

alter table application drop constraint application_source_check;
-- 5 new issue, 8 placing.
alter table application add check (source in (5, 8));

-- Locked positions are found by the end of their lock.
drop index position_locked;
create index position_locked on position (expires_at, user_id, id) where state = 'LOCKED';

-- Futures end and are settled (rulebook §17.5).

-- Finds the positions whose contract ends, without reading all open ones.
create index position_expiring on position (expires_at) where state <> 'CLOSED' and expires_at is not null;

-- What a user is told once, whatever restarts: a second message with the same key is dropped.
alter table message add column once_key text;
create unique index message_once on message (user_id, once_key) where once_key is not null;

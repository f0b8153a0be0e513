-- Indexes for look-ups of one user that read more than they needed.

-- Serves what closing parts of a position has brought: without it each position reads all closings of its user.
create index closing_position on closing (user_id, position_id);

-- Sign-in, the own data and the closing of an account also read sessions that have ended.
drop index session_token_user;
create index session_token_user on session_token (user_id, created_at);

-- Serves the bonus of an invitation.
create index app_user_invited_by on app_user (invited_by) where invited_by is not null;

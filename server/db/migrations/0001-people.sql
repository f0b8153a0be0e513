-- People, how they sign in, and the keys under which their requests are remembered.

create table app_user (
  id bigint generated always as identity primary key,
  state text not null check (state in ('GUEST', 'ACTIVE', 'LOCKED_LOGIN', 'CLOSING', 'CLOSED')),
  user_type smallint not null check (user_type in (2, 4)),
  username text not null,
  email text,
  password_hash text,
  nick_name text,
  invitation_code text not null unique,
  invited_by bigint references app_user,
  language text not null check (language in ('en', 'zh-CN', 'zh-TW')),
  real_status smallint not null default 0 check (real_status between 0 and 3),
  block_status smallint not null default 0 check (block_status between 0 and 3),
  -- Which versions of the three documents were accepted: {document: SHA-256}.
  agreement jsonb not null default '{}',
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- A guest has neither; everybody else has both.
  check (state = 'GUEST' or (email is not null and password_hash is not null) or state in ('CLOSING', 'CLOSED'))
);
-- Serves sign-in, which takes either name without regard to case.
create unique index app_user_username on app_user (lower(username));
create unique index app_user_email on app_user (lower(email)) where email is not null;

-- Only the hash of a token is stored: a stolen database opens no session.
create table session_token (
  hash bytea primary key,
  id bigint generated always as identity unique,
  user_id bigint not null references app_user,
  scope text not null check (scope in ('session', 'onboard')),
  agent text not null default '',
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- SHA-256 of the idempotency key of the request that it answered: who repeats that request in time gets a new token
  -- instead of this (docs/decisions/012).
  request_key_hash bytea
);
-- Serves the list of a person's sessions and the limit of sessions per person.
create index session_token_user on session_token (user_id, created_at) where revoked_at is null;

create table email_code (
  id bigint generated always as identity primary key,
  email text not null,
  purpose text not null check (purpose in ('register', 'resetPassword', 'payPassword')),
  -- HMAC under a key outside the database: a stolen database confirms nothing.
  code bytea not null,
  -- Who asked for it.
  network text not null,
  -- Wrong tries from that network, and from all others together: no stranger's tries void it for who asked.
  tries smallint not null default 0,
  foreign_tries smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
-- Serves the open codes of an address and its daily allowance.
create index email_code_email on email_code (lower(email), purpose, id desc);
-- Serves the daily allowance of a network.
create index email_code_network on email_code (network, created_at);

-- Wrong passwords per name and network (rulebook §5); the row is the window and the lock.
create table sign_in_guard (
  name text not null,
  network text not null,
  failures smallint not null default 0,
  window_started_at timestamptz not null,
  locks smallint not null default 0,
  locked_until timestamptz,
  primary key (name, network)
);

-- What a network has used up of its quotas on a day of the wall clock (docs/decisions/013).
create table network_use (
  -- HMAC of the network.
  network bytea not null,
  quota text not null check (quota in ('guests', 'upload_bytes')),
  day date not null,
  amount bigint not null check (amount >= 0),
  primary key (network, quota, day)
);
-- Serves the removal of days that are over.
create index network_use_day on network_use (day);

create table mail (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null,
  sent_at timestamptz
);

-- A repeated request finds its answer here; saved in the same commit as the effect.
create table request_key (
  scope bigint not null,
  call text not null,
  -- SHA-256: whoever reads the database can repeat nobody's request.
  key_hash bytea not null check (length(key_hash) = 32),
  body bytea not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (scope, call, key_hash)
);
-- Serves the hourly removal of keys older than a day.
create index request_key_created on request_key (created_at);

-- What push has yet to tell; written in the same commit as the change, read behind the oldest open transaction.
create table outbox (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  user_id bigint not null,
  topic text not null,
  ref_id bigint not null default 0,
  created_at timestamptz not null default now()
);
-- Serves reading in commit order.
create index outbox_order on outbox (xid, id);

create table config_version (
  id bigint generated always as identity primary key,
  key text not null,
  value jsonb not null,
  effective_from timestamptz not null,
  author text not null,
  reason text not null,
  hash bytea not null,
  created_at timestamptz not null
);
-- Serves the value in force at an instant.
create index config_version_key on config_version (key, effective_from desc, id desc);

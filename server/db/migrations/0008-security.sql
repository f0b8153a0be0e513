-- Transaction passwords, passkeys, and what a person enters at registration.

alter table app_user
  add column pay_password_hash text,
  -- Wrong tries of the transaction password since the right one, and until when it is locked (wall clock).
  add column pay_failures smallint not null default 0,
  add column pay_locked_until timestamptz,
  -- Last reset of a password by e-mail, on the market clock: withdrawals wait for a time after it (rulebook §10.3).
  add column security_changed_at timestamptz;

create table individual_details (
  user_id bigint primary key references app_user,
  street_address text not null,
  additional_address text,
  state_province text not null,
  phone_number text not null,
  country text not null,
  -- AES-256-GCM under a key outside the database: a stolen database tells no number.
  security_number bytea not null,
  created_at timestamptz not null
);

create table passkey (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  credential text not null unique,
  -- The host it was made for: an authenticator offers it nowhere else.
  host text not null,
  public_key bytea not null,
  counter bigint not null,
  is_synced boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
-- Serves the list of a person's passkeys.
create index passkey_user on passkey (user_id, id);

-- What an authenticator is asked to sign; the row goes with the first answer to it, right or wrong.
create table passkey_challenge (
  challenge text primary key,
  -- Whose passkey is being made; nobody's when somebody signs in.
  user_id bigint references app_user,
  expires_at timestamptz not null
);
-- Serves the removal of those that nobody answered.
create index passkey_challenge_expires on passkey_challenge (expires_at);

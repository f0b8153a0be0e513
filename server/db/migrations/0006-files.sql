-- Pictures that people hand in, sealed under a key outside the database (docs/decisions/008).

create table file (
  -- Random: the address of a picture cannot be guessed.
  id text primary key,
  -- Who handed it in: a person, or before sign-in a network (HMAC of its address).
  user_id bigint references app_user,
  network bytea,
  -- HMAC of what was handed in: the same again finds the same address.
  digest bytea not null,
  sealed bytea not null,
  size integer not null check (size > 0),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  uploaded_at timestamptz not null,
  -- When something last began to need it; a picture that is being taken into use is not removed at the same time.
  needed_at timestamptz not null,
  check ((user_id is null) <> (network is null))
);
-- Already compressed and sealed: compressing again would only cost time.
alter table file alter column sealed set storage external;
-- Serve the daily allowance of a person and the hourly one of a network, and the same picture sent again.
create index file_user on file (user_id, uploaded_at) where user_id is not null;
create index file_network on file (network, uploaded_at) where network is not null;
-- Serves the removal of pictures that nothing needs.
create index file_needed on file (needed_at);

-- What needs a picture: a record of another area, until an instant or until it says otherwise.
create table file_use (
  file_id text not null references file,
  user_id bigint not null references app_user,
  record text not null,
  record_id bigint not null,
  keep_until timestamptz,
  primary key (record, record_id, file_id)
);
-- Serves whether anything needs a picture, and whether it is a person's.
create index file_use_file on file_use (file_id, user_id);
-- Serves the removal of uses that are over.
create index file_use_over on file_use (keep_until) where keep_until is not null;

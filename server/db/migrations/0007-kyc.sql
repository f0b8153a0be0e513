-- Verification of identities, and the permission for block trades (rulebook §6).

-- Why the last submission was refused, and the last application for block trades: beside the statuses, which everybody
-- who may see the person sees.
alter table app_user
  add column real_reason text,
  add column block_reason text;

create table verification (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  -- 1 under review, 2 refused, 3 verified.
  status smallint not null check (status in (1, 2, 3)),
  -- The papers, sealed under a key outside the database and bound to the person.
  sealed bytea not null,
  -- HMAC of country, kind and number: two people cannot be verified by one document, and nobody learns its number here.
  document bytea not null,
  reason text check ((reason is not null) = (status = 2)),
  submitted_at timestamptz not null,
  due_at timestamptz not null,
  decided_at timestamptz check ((decided_at is null) = (status = 1))
);
-- One at a time for a person, whatever happens at once.
create unique index verification_pending on verification (user_id) where status = 1;
-- One person for a document.
create unique index verification_document on verification (document) where status = 3;
-- Serves the last submission of a person and the count of a day.
create index verification_user on verification (user_id, id desc);
-- Serves the reviews that are due.
create index verification_due on verification (due_at, id) where status = 1;

create table block_application (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  -- 1 under review, 2 refused, 3 open.
  status smallint not null check (status in (1, 2, 3)),
  risk_acknowledged boolean not null,
  reason text check ((reason is not null) = (status = 2)),
  applied_at timestamptz not null,
  due_at timestamptz not null,
  decided_at timestamptz check ((decided_at is null) = (status = 1))
);
create unique index block_application_pending on block_application (user_id) where status = 1;
-- Serves the last application of a person.
create index block_application_user on block_application (user_id, id desc);
-- Serves the applications that are due.
create index block_application_due on block_application (due_at, id) where status = 1;

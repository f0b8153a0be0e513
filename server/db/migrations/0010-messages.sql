-- What the product tells one person (rulebook §29).

create table message (
  user_id bigint not null references app_user,
  id bigint generated always as identity,
  type text not null,
  -- The text is a kind and its values; it is said in the language of whoever reads it.
  kind text not null,
  text_values jsonb not null default '{}',
  reference_type text,
  reference_id bigint,
  is_read boolean not null default false,
  created_at timestamptz not null,
  primary key (user_id, id)
);
-- Serves the count on the bell.
create index message_unread on message (user_id) where not is_read;
-- Serves the removal of what is older than a year.
create index message_created on message (created_at);

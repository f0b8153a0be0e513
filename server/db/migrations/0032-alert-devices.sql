-- Browsers that show the price alerts of a person while the page is closed (RFC 8030). The keys encrypt for the browser alone.

create table alert_device (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  -- A browser is told no more once the session ends in which it asked for it.
  session_id bigint not null,
  endpoint text not null unique,
  public_key text not null,
  secret text not null,
  language text not null,
  created_at timestamptz not null
);
create index alert_device_user on alert_device (user_id, id);

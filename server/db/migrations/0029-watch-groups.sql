-- Groups of the watchlist: a user's own, in the user's order. A row of the watchlist can be in several.

create table watch_group (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  name text not null,
  place integer not null,
  created_at timestamptz not null
);
create unique index watch_group_name on watch_group (user_id, lower(name));

create table watch_group_row (
  group_id bigint not null references watch_group on delete cascade,
  watch_id bigint not null,
  user_id bigint not null references app_user,
  primary key (group_id, watch_id),
  foreign key (user_id, watch_id) references watch (user_id, id) on delete cascade
);
create index watch_group_row_watch on watch_group_row (user_id, watch_id);

-- Which process serves these data. Each one that takes them over raises the epoch, and every new connection of an earlier one
-- is refused from then on.

create table store_owner (
  single boolean primary key default true check (single),
  epoch bigint not null
);

insert into store_owner (epoch) values (0);

-- The keys outside of the database that belong to these data, each by a digest that tells nothing about the key.

create table installation_key (
  name text primary key,
  digest bytea not null
);

-- The newest link of the hash chain that a check has recomputed. The signature is made with a key outside of the database:
-- whoever changes old journals in the database alone cannot say that they have been checked.

create table ledger_checkpoint (
  id smallint primary key default 1 check (id = 1),
  seq bigint not null,
  hash bytea not null,
  xid xid8 not null,
  journal_id bigint not null,
  signature bytea not null
);

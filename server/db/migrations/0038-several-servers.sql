-- Several servers of one store: which of them leads, and the settings that all of them must have.

alter table store_owner
  add column leader text,
  add column settings text;

-- Whether the last check found the books right: only the server that leads checks them, and all refuse orders by it.

alter table market_clock add column books_right boolean not null default true;

-- A session that one server ends is looked up by the others.

create index session_token_revoked on session_token (revoked_at) where revoked_at is not null;

-- Contracts are numbered one by one, in the order in which servers accept them: no server has a block of its own.

select setval('contract_id', last_value + 1000) from contract_id where is_called;
alter sequence contract_id increment by 1;

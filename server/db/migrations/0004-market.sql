-- What binds the simulated market: hashes published before a date, never changed.

create table day_commitment (
  date date primary key,
  model_version integer not null,
  commitment bytea not null,
  published_at timestamptz not null
);
create trigger day_commitment_append_only before update or delete or truncate on day_commitment for each statement execute function refuse_change();

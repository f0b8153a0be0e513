-- The sums of all accounts at the checkpoint, as a signature of their fingerprint: they are proven without being stored.
alter table ledger_checkpoint add column sums bytea not null default '';

-- Serves the check of the journals that rows imply, page by page in the order of those rows.
create index journal_booked on journal (event, ref_id, id) where event in (
  'E02', 'E03', 'E03x', 'E04', 'E05', 'E06', 'E07', 'E10', 'E11', 'E11x', 'E12', 'E20', 'E21', 'E22', 'E23',
  'E60', 'E61', 'E63', 'E64', 'E70', 'E71', 'E72', 'E73', 'E74', 'E75', 'E76', 'E80', 'E84', 'E85'
);
-- Serves the check of journals that belong to nobody, such as the notes of the operator; those of users have journal_user.
create index journal_nobody on journal (id) where user_id is null;

-- Serves the curve of a person's total: everything that has moved their money since an instant.
create index journal_user on journal (user_id, at) where user_id is not null;

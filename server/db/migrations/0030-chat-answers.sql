-- What the assistant answers beside words, and who has asked for a person.
alter table chat_message
  -- Pages of ours that an answer leads to: [{title, page}].
  add column links jsonb not null default '[]',
  -- Short replies that an answer offers.
  add column choices jsonb not null default '[]',
  -- A message of a user who asks for a person instead of the assistant.
  add column asks_person boolean not null default false;

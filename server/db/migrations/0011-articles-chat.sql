-- What the product tells everybody, and what is said in the chat (rulebook §29).

create table article (
  id bigint generated always as identity primary key,
  -- What it is about, so that the same thing is told once; articles of an operator have none.
  key text unique,
  type text not null check (type in ('news', 'notice')),
  tag text not null,
  simulated boolean not null,
  -- Heights of the drawn line, 0 to 1000; null has no picture.
  cover jsonb,
  -- The version that is shown.
  version int not null check (version > 0),
  published_at timestamptz not null
);
-- Serves the lists, newest first.
create index article_published on article (type, published_at desc, id desc);

-- Every version that was ever shown stays.
create table article_text (
  article_id bigint not null references article on delete cascade,
  version int not null,
  language text not null check (language in ('en', 'zh')),
  title text not null,
  summary text not null,
  body text not null,
  written_at timestamptz not null,
  primary key (article_id, version, language)
);

create table notice_read (
  user_id bigint not null references app_user,
  article_id bigint not null references article on delete cascade,
  read_at timestamptz not null,
  primary key (user_id, article_id)
);

create table chat_message (
  user_id bigint not null references app_user,
  id bigint generated always as identity,
  sender text not null check (sender in ('user', 'bot', 'operator')),
  text text,
  -- The path of a picture that the person has uploaded.
  image text,
  -- Articles that an answer leads to: [{id, title}].
  articles jsonb not null default '[]',
  created_at timestamptz not null,
  primary key (user_id, id),
  check (text is not null or image is not null)
);
-- Serves the removal of what is older than ninety days.
create index chat_message_created on chat_message (created_at);

-- Whose messages are not taken for a while (rulebook §2.1).
create table chat_mute (
  user_id bigint primary key references app_user,
  muted_until timestamptz not null
);

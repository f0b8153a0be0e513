-- Applications for new issues and their draws (rulebook §20). The offers themselves are drawn from the secrets of the market.

create table application (
  user_id bigint not null references app_user,
  -- From the sequence of the orders; the position of the allotted shares has the same.
  id bigint not null,
  -- 5 new issue.
  source smallint not null check (source = 5),
  offer_id bigint not null,
  status text not null check (status in ('applied', 'cancelled', 'unpaid', 'allotted', 'none')),
  quantity numeric(24, 0) not null check (quantity > 0),
  -- Mid of the offer's currency in the wallet's at the application.
  exchange numeric(36, 0) not null,
  paid numeric(24, 0) not null check (paid > 0),
  drawn_lots integer,
  rank integer,
  allotted numeric(24, 0) not null check (allotted between 0 and quantity),
  cost numeric(24, 0) not null,
  refund numeric(24, 0) not null check (refund between 0 and paid),
  lapsed boolean not null,
  applied_at timestamptz not null,
  changed_at timestamptz not null,
  allotted_at timestamptz,
  settled_at timestamptz,
  primary key (user_id, id),
  check ((drawn_lots is null) = (rank is null)),
  check ((status in ('cancelled', 'allotted', 'none')) = (settled_at is not null))
);
-- One application of a person for an offer, whatever happens at once.
create unique index application_once on application (user_id, source, offer_id) where status <> 'cancelled';
-- Serves the draw and the deadline of payment.
create index application_due on application (source, offer_id, id) where status in ('applied', 'unpaid');
-- Serves the public result of a draw.
create index application_drawn on application (source, offer_id, id) where drawn_lots is not null;

-- What was asked for, step by step.
create table application_step (
  user_id bigint not null,
  application_id bigint not null,
  quantity numeric(24, 0) not null,
  paid numeric(24, 0) not null,
  at timestamptz not null,
  primary key (user_id, application_id, quantity),
  foreign key (user_id, application_id) references application (user_id, id)
);
create trigger application_step_append_only before update or delete or truncate on application_step for each statement execute function refuse_change();

-- The randomness and the key of each draw (rulebook §20.4-4).
create table offer_draw (
  source smallint not null,
  offer_id bigint not null,
  beacon text not null,
  -- The place in the hash chain of the journal whose hash it is.
  beacon_seq bigint not null,
  key text not null,
  drawn_at timestamptz not null,
  primary key (source, offer_id)
);
create trigger offer_draw_append_only before update or delete or truncate on offer_draw for each statement execute function refuse_change();

-- Serves the listing of allotted shares.
create index position_locked on position (instrument, user_id) where state = 'LOCKED';

-- Shares that leave the market (rulebook §17.4): what each share is paid.
alter table booked_action add column final_price numeric(24, 0);
alter table booked_action drop constraint booked_action_check;
alter table booked_action add constraint booked_action_kind check (num_nonnulls(amount, ratio_to, final_price) = 1);

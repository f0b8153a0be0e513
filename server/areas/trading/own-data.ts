import { centsAsText, unitsAsText, type OwnData } from '#db/own-data.ts'
import { sql } from '#db/sql.ts'

/** Personal data of trading. With only the internal user id it does not identify a user. */
export const ownData: OwnData = {
  tables: [
    'trade_order',
    'position',
    'execution',
    'closing',
    'margin_addition',
    'overnight_charge',
    'booked_action',
    'contract_roll',
  ],
  copy: {
    orders: (userId) => sql`
      select id, instrument, source, purpose, side, type, ${unitsAsText('limit_price')} as limit_price,
        ${unitsAsText('quantity')} as quantity, ${unitsAsText('filled')} as filled, leverage, wallet, currency, position_id,
        status, reason, is_forced, replaces, accepted_at, cancel_requested_at, expires_at, changed_at,
        ${centsAsText('reserve')} as reserve, ${centsAsText('margin')} as margin, ${centsAsText('fee')} as fee
      from trade_order where user_id = ${userId} order by id`,
    positions: (userId) => sql`
      select id, instrument, source, direction, leverage, wallet, currency, state, ${unitsAsText('quantity')} as quantity,
        ${unitsAsText('cost')} as cost, ${centsAsText('margin')} as margin, ${centsAsText('opening_fee')} as opening_fee,
        ${centsAsText('financing')} as financing, opened_at, changed_at, expires_at, closed_at, close_reason
      from position where user_id = ${userId} order by id`,
    executions: (userId) => sql`
      select id, order_id, position_id, instrument, quote_id, side, rule, level, ${unitsAsText('price')} as price,
        ${unitsAsText('quantity')} as quantity, ${unitsAsText('earlier')} as earlier, ${centsAsText('available')} as available, at
      from execution where user_id = ${userId} order by id`,
    closings: (userId) => sql`
      select id, order_id, position_id, ${unitsAsText('quantity')} as quantity, ${unitsAsText('exit_value')} as exit_value,
        ${unitsAsText('cost')} as cost, ${centsAsText('profit')} as profit, ${centsAsText('opening_fee')} as opening_fee,
        ${centsAsText('closing_fee')} as closing_fee, ${centsAsText('financing')} as financing,
        ${centsAsText('net_profit')} as net_profit, reason, quote_id, closed_at
      from closing where user_id = ${userId} order by closed_at, id`,
    marginAdditions: (userId) => sql`
      select id, position_id, wallet, ${centsAsText('amount')} as amount, accepted_at, state
      from margin_addition where user_id = ${userId} order by id`,
    nights: (userId) => sql`
      select position_id, period, instrument, cut_off, nights, ${unitsAsText('quantity')} as quantity,
        ${centsAsText('amount')} as amount, ${unitsAsText('price')} as price, booked_at
      from overnight_charge where user_id = ${userId} order by cut_off, position_id`,
    corporateActions: (userId) => sql`
      select position_id, instrument, ex_date, ${unitsAsText('quantity')} as quantity, ${unitsAsText('amount')} as amount,
        ${centsAsText('gross')} as gross, ${centsAsText('tax')} as tax, ratio_to, ratio_from, booked_at
      from booked_action where user_id = ${userId} order by ex_at, position_id`,
    rolls: (userId) => sql`
      select position_id, is_wanted, wished_at, decided_at, order_id, refused
      from contract_roll where user_id = ${userId} order by position_id`,
  },
  erase: () => [],
}

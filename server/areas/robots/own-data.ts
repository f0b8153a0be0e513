import { centsAsText, unitsAsText, type OwnData } from '#db/own-data.ts'
import { sql } from '#db/sql.ts'

/** Personal data of robots. It does not identify a user. A robot that is rented keeps an account open (rulebook §8.3 E93). */
export const ownData: OwnData = {
  tables: ['robot_order', 'robot_stretch', 'robot_note'],
  copy: {
    robotOrders: (userId) => sql`
      select id, robot_id, ${centsAsText('price')} as price, ${centsAsText('rent')} as rent, cycle_days, status, ticks, mined, energy,
        ${unitsAsText('income')} as income, ${centsAsText('paid_income')} as paid_income, ${unitsAsText('charged')} as energy_cost,
        ${centsAsText('settled')} as paid_energy, end_kind, end_at, ${centsAsText('refund')} as refund, ${centsAsText('fee')} as fee,
        created_at, redeemed_at
      from robot_order where user_id = ${userId} order by id`,
    robotTicks: (userId) => sql`
      select order_id, first_tick, coins, incomes, wanted, bought, ${centsAsText('paid')} as paid
      from robot_stretch where user_id = ${userId} order by order_id, first_tick`,
    robotMessages: (userId) => sql`
      select order_id, kind, status, ${centsAsText('amount')} as amount, at
      from robot_note where user_id = ${userId} order by id`,
  },
  pending: (userId) => sql`select 1 from robot_order where user_id = ${userId} and redeemed_at is null`,
  erase: () => [],
}

import { centsAsText, unitsAsText, type OwnData } from '#db/own-data.ts'
import { sql } from '#db/sql.ts'

/** Personal data of bonds. It does not identify a user. A bond that is held keeps an account open (rulebook §8.3 E93). */
export const ownData: OwnData = {
  tables: ['bond_purchase', 'bond_holding', 'bond_coupon'],
  copy: {
    bondPurchases: (userId) => sql`
      select id, bond_id, ${centsAsText('face')} as face, ${unitsAsText('price')} as price, ${centsAsText('accrued')} as accrued,
        ${centsAsText('cost')} as cost, settles_on, at
      from bond_purchase where user_id = ${userId} order by id`,
    bondHoldings: (userId) => sql`
      select id, purchase_id, bond_id, status, ${centsAsText('face')} as face, ${centsAsText('cost')} as cost, coupons_until,
        ${centsAsText('received')} as received, end_kind, ${unitsAsText('end_price')} as end_price,
        ${centsAsText('proceeds')} as proceeds, end_settles_on, end_at, changed_at, redeemed_at
      from bond_holding where user_id = ${userId} order by id`,
    bondCoupons: (userId) => sql`
      select holding_id, coupon_date, ${centsAsText('face')} as face, ${centsAsText('amount')} as amount, paid_at
      from bond_coupon where user_id = ${userId} order by holding_id, coupon_date`,
  },
  pending: (userId) => sql`select 1 from bond_holding where user_id = ${userId} and status <> 'redeemed'`,
  erase: () => [],
}

import type { StoredHolding } from '@mex/core/bonds/bookings.ts'
import type { BondPurchase } from '@mex/core/bonds/holding.ts'
import { present } from '@mex/core/assert.ts'
import { money, price, rate } from '@mex/core/money/money.ts'
import { dayNumber } from '@mex/core/time-zone.ts'
import { sql, type Tx } from '#db/sql.ts'
import { purchaseParts } from './store.ts'

type Row = {
  user_id: number
  id: number
  holding_id: number
  bond_id: number
  face: bigint
  price: bigint
  accrued: bigint
  exchange: bigint
  cost: bigint
  settles_on: string
  at: number
}

const purchaseOf = (row: Row): BondPurchase => ({
  id: row.id,
  user: row.user_id,
  bond: row.bond_id,
  face: money(row.face),
  price: price(row.price),
  accrued: money(row.accrued),
  conversionRate: rate(row.exchange),
  cost: money(row.cost),
  settles: dayNumber(row.settles_on),
  at: row.at,
})

/** Holdings after an id, in the order of their ids, each with everything that is stored about its purchase. */
export async function storedHoldingsAfter(tx: Tx, afterId: number, limit: number): Promise<readonly StoredHolding[]> {
  const { rows } = await sql<Row>`
    select bond_purchase.user_id, bond_purchase.id, bond_holding.id as holding_id, bond_purchase.bond_id, bond_purchase.face,
      price, accrued, exchange, bond_purchase.cost, settles_on, at
    from bond_holding
    join bond_purchase on bond_purchase.user_id = bond_holding.user_id and bond_purchase.id = bond_holding.purchase_id
    where bond_holding.id > ${afterId} order by bond_holding.id limit ${limit}`.execute(tx)
  if (rows.length === 0) return []
  const keys = new Map(rows.map((row) => [row.id, { userId: row.user_id, id: row.id }]))
  const { holdings, coupons } = await purchaseParts(tx, [...keys.values()])
  return rows.map((row) => {
    const siblings = holdings.filter(({ purchase }) => purchase === row.id)
    const allCoupons = coupons.filter(({ purchase }) => purchase === row.id)
    return {
      holding: present(
        siblings.find(({ id }) => id === row.holding_id),
        'a holding of the page',
      ),
      purchase: purchaseOf(row),
      siblings,
      coupons: allCoupons.filter(({ holding }) => holding === row.holding_id),
      allCoupons,
    }
  })
}

/** Purchases whose holdings are all gone: impossible, and so a finding. */
export async function emptyPurchases(tx: Tx): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from bond_purchase where not exists (
      select from bond_holding where bond_holding.user_id = bond_purchase.user_id and bond_holding.purchase_id = bond_purchase.id
    ) order by id limit 50`.execute(tx)
  return rows.map(({ id }) => id)
}

import { money, price, rate } from '@mex/core/money/money.ts'
import { sql, type Tx } from '#db/sql.ts'

/** Journals of bonds with the figures of their rows, in one query. */
export async function bookedFacts(tx: Tx, userId: number, journals: readonly number[]) {
  const { rows } = await sql<{
    journal: number
    bond: number
    event: string
    exchange: bigint
    price: bigint | null
    face: bigint
    accrued: bigint | null
  }>`
    select entry.id as journal, bond_holding.bond_id as bond, entry.event,
      case entry.event when 'E60' then bond_purchase.exchange when 'E61' then bond_coupon.exchange else end_exchange end as exchange,
      case entry.event when 'E60' then bond_purchase.price when 'E61' then null else end_price end as price,
      case entry.event when 'E60' then bond_purchase.face when 'E61' then bond_coupon.face else bond_holding.face end as face,
      case entry.event when 'E60' then bond_purchase.accrued when 'E61' then null else end_accrued end as accrued
    from (
      select id, event, ref_id, substr(event_key, length(event || ref_id) + 3) as period from journal
      where user_id = ${userId} and id = any(${journals}::bigint[]) and ref_type = 'bond'
    ) entry
    join bond_holding on bond_holding.user_id = ${userId} and bond_holding.id = entry.ref_id
    join bond_purchase on bond_purchase.user_id = ${userId} and bond_purchase.id = bond_holding.purchase_id
    left join bond_coupon on entry.event = 'E61' and bond_coupon.user_id = ${userId} and bond_coupon.holding_id = entry.ref_id
      and bond_coupon.coupon_date::text = entry.period`.execute(tx)
  return rows.map((row) => ({
    journal: row.journal,
    bond: row.bond,
    isCoupon: row.event === 'E61',
    conversionRate: rate(row.exchange),
    price: row.price === null ? undefined : price(row.price),
    face: money(row.face),
    accrued: row.accrued === null ? undefined : money(row.accrued),
  }))
}

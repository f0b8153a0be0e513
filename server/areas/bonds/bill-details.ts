import { emptyBillDetail, type BillDetail } from '@mex/contract/wallet/shapes.ts'
import type { Tx } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import { bookedFacts } from './store-bill-details.ts'

/** The figures of purchases, coupons, sales and redemptions, by journal (specification, calls T). */
export async function bondBillDetails(
  tx: Tx,
  userId: number,
  journals: readonly number[],
  { feed, now }: { readonly feed: Feed; readonly now: number },
): Promise<ReadonlyMap<number, BillDetail>> {
  if (journals.length === 0) return new Map()
  const rows = await bookedFacts(tx, userId, journals)
  return new Map(
    rows.map(({ journal, bond, isCoupon, conversionRate, price, face, accrued }) => [
      journal,
      {
        ...emptyBillDetail,
        conversionRate,
        price,
        face,
        accrued,
        rate: isCoupon ? feed.bonds.find(bond, now)?.couponRate : undefined,
      },
    ]),
  )
}

import type { BillDetail } from '@mex/contract/wallet/shapes.ts'
import type { Tx } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import { bookedFacts } from './store-bill-details.ts'

const nothingElse = {
  orderId: undefined,
  quoteId: undefined,
  nights: undefined,
  days: undefined,
  basis: undefined,
  yearDays: undefined,
  shares: undefined,
  amount: undefined,
  tax: undefined,
  ratio: undefined,
  product: undefined,
  date: undefined,
} as const

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
        ...nothingElse,
        conversionRate,
        price,
        face,
        accrued,
        rate: isCoupon ? feed.bonds.find(bond, now)?.couponRate : undefined,
      },
    ]),
  )
}

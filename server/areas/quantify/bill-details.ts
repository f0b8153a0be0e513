import type { Language } from '@mex/contract/language.ts'
import { textIn, type Traditional } from '@mex/contract/text.ts'
import { emptyBillDetail, type BillDetail } from '@mex/contract/wallet/shapes.ts'
import { quantifyProduct, quantifyStrategies } from '@mex/core/quantify/products.ts'
import type { Tx } from '#db/sql.ts'
import { productsOfJournals } from './store-bill-details.ts'

type Naming = { readonly language: Language; readonly traditional: Traditional }

/** The strategies of what was put in and paid out, and the price of a unit at the end, by journal (specification, calls T). */
export async function quantifyBillDetails(
  tx: Tx,
  userId: number,
  journals: readonly number[],
  { language, traditional }: Naming,
): Promise<ReadonlyMap<number, BillDetail>> {
  if (journals.length === 0) return new Map()
  const rows = await productsOfJournals(tx, userId, journals)
  return new Map(
    rows.flatMap(({ journal, product: id, price }) => {
      const product = quantifyProduct(id)
      if (product === undefined) return []
      const name = textIn(quantifyStrategies[product.strategy].name, language, traditional)
      return [[journal, { ...emptyBillDetail, price, product: name }] as const]
    }),
  )
}

import type { Bill } from '@mex/contract/wallet/shapes.ts'

/** A row of the history: one movement, or several that belong together. */
export type BillGroup = { readonly id: number; readonly first: Bill; readonly bills: readonly Bill[] }

/** The practice grant (rulebook §8.3, E01). */
const grant = 1

const belongsTo = (bill: Bill, { first }: BillGroup): boolean =>
  bill.type === grant && first.type === grant && bill.createdAt === first.createdAt

/** The movements as rows, in the same order: a grant credits every account at one instant, and is one row. */
export function billGroups(bills: readonly Bill[]): readonly BillGroup[] {
  const groups: BillGroup[] = []
  for (const bill of bills) {
    const last = groups.at(-1)
    if (last !== undefined && belongsTo(bill, last))
      groups[groups.length - 1] = { ...last, bills: [...last.bills, bill] }
    else groups.push({ id: bill.id, first: bill, bills: [bill] })
  }
  return groups
}

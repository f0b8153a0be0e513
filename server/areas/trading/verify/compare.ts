import type { Closing } from '@mex/core/trading/closing.ts'
import type { Execution } from '@mex/core/trading/execution.ts'
import type { CloseReason } from '@mex/core/trading/positions.ts'
import { formatPrice, formatQuantity } from '@mex/core/money/money.ts'

const summed = [
  'quantity',
  'exit',
  'cost',
  'margin',
  'profit',
  'openingFee',
  'fee',
  'financing',
  'netProfit',
] as const satisfies readonly (keyof Closing)[]

/** The sum of the portions that one closing order closed. */
export type SummedClosing = Omit<Closing, 'price'>

export function sumClosings(sums: Map<number, SummedClosing>, order: number, part: Closing): void {
  const before = sums.get(order)
  if (before === undefined) return void sums.set(order, part)
  const total: Record<string, unknown> = { ...part }
  for (const field of summed) total[field] = before[field] + part[field]
  sums.set(order, total as SummedClosing)
}

/** The fields in which a stored closing differs from the expected one. */
export function closingDifferences(
  stored: Omit<Closing, 'price'>,
  expected: Omit<Closing, 'price'> | undefined,
): readonly string[] {
  if (expected === undefined) return ['should not be there']
  const named = ['position', 'quote', 'reason', 'at', ...summed] as const
  return named.flatMap((field) =>
    stored[field] === expected[field] ? [] : `${field} is ${stored[field]}, should be ${expected[field]}`,
  )
}

/** Fields that depend on quotes at which nothing else happened. */
const unchecked: ReadonlySet<string> = new Set(['changedAt', 'warnedAt'])

const textOf = (field: unknown): string =>
  JSON.stringify(field, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part)) ?? 'nothing'

/** The fields in which a stored row differs from the expected one. */
export function rowDifferences<Row extends object>(stored: Row, expected: Row | undefined): readonly string[] {
  if (expected === undefined) return ['should not be there']
  return Object.keys(stored).flatMap((field) => {
    const [found, wanted] = [stored[field as keyof Row], expected[field as keyof Row]]
    if (found === wanted || unchecked.has(field)) return []
    const [is, should] = [textOf(found), textOf(wanted)]
    return is === should ? [] : `${field} is ${is}, should be ${should}`
  })
}

/** Executions as texts that are equal if the executions are. */
export const executionTexts = (executions: readonly Execution[]): readonly string[] =>
  executions.map(
    ({ order, rule, level, price, quantity, earlier, available }) =>
      `order ${order}, ${formatQuantity(quantity)} at ${formatPrice(price)} by ${rule} ${level}, after ${formatQuantity(earlier)}` +
      (available === undefined ? '' : `, cut by ${available}`),
  )

/** Closings that nobody ordered and the rules do not make. */
export const unneeded: Readonly<Partial<Record<CloseReason, string>>> = {
  expiry: 'was settled wrongly',
  split: 'has a fraction that no split makes',
  delisting: 'was paid out wrongly',
}

/** Closings that nobody ordered, other than liquidations. */
export const forcedNames: Readonly<Partial<Record<CloseReason, string>>> = {
  expiry: 'settlement',
  split: 'fraction',
  delisting: 'payment',
}

/** The filters of the history by kind of movement, in the order of their chips. */
export const billKinds = ['all', 'opens', 'closes', 'transfers', 'margins', 'funding', 'income', 'others'] as const
export type BillKind = (typeof billKinds)[number]
type Named = Exclude<BillKind, 'all' | 'others'>

/** The movement types of each kind (rulebook §8.3); all other types are 'others'. */
const types: Readonly<Record<Named, readonly number[]>> = {
  opens: [31],
  closes: [34, 35, 40, 41],
  transfers: [20, 21, 22, 23],
  margins: [33],
  funding: [3, 7, 11],
  income: [36, 37, 38, 39, 61, 82, 83, 90],
}
const named = Object.keys(types) as Named[]

export const kindOf = (type: number): Exclude<BillKind, 'all'> =>
  named.find((kind) => types[kind].includes(type)) ?? 'others'

export const isOfKind = (type: number, kind: BillKind): boolean => kind === 'all' || kindOf(type) === kind

/** The type of a kind with a single type, by which the server can filter. */
export function onlyTypeOf(kind: BillKind): number | undefined {
  if (kind === 'all' || kind === 'others') return undefined
  const [first, ...rest] = types[kind]
  return rest.length === 0 ? first : undefined
}

/** Only closings show a profit or loss; every other amount is cash without a colour. */
export const isClosing = (type: number): boolean => type === 34 || type === 35 || type === 41

import { percent, type Percent, type Price, type Quantity } from '#money/money.ts'

/** The figures of one share or fund that a screen filters and sorts by; what is not known is undefined. */
export type Screened = {
  /** The key of its sector; 'fund' for a fund. */
  readonly group: string
  readonly last: Price
  readonly changeRatio: Percent
  readonly volume: Quantity
  readonly dividendYield: Percent | undefined
  readonly volatility: Percent | undefined
}

export const screenFigures = ['last', 'changeRatio', 'volume', 'dividendYield', 'volatility'] as const
export type ScreenFigure = (typeof screenFigures)[number]
export type Bounds = { readonly from: bigint | undefined; readonly to: bigint | undefined }
export type Screen = { readonly group: string | undefined } & Readonly<Record<ScreenFigure, Bounds>>

/** Whether a figure is within bounds, both included. What is not known is within no bound. */
function isWithin(figure: bigint | undefined, { from, to }: Bounds): boolean {
  if (from === undefined && to === undefined) return true
  return figure !== undefined && (from === undefined || figure >= from) && (to === undefined || figure <= to)
}

/** The rows that pass every filter, in their order. */
export const screened = <Row extends Screened>(rows: readonly Row[], screen: Screen): readonly Row[] =>
  rows.filter(
    (row) =>
      (screen.group === undefined || row.group === screen.group) &&
      screenFigures.every((figure) => isWithin(row[figure], screen[figure])),
  )

/** The rows by a figure; unknown ones come last in both directions, equal ones keep their order. */
export function sortedBy<Row extends Screened>(
  rows: readonly Row[],
  figure: ScreenFigure,
  order: 'asc' | 'desc',
): readonly Row[] {
  const sign = order === 'asc' ? 1 : -1
  return rows.toSorted((left, right) => {
    const [first, second] = [left[figure], right[figure]]
    if (first === second) return 0
    if (first === undefined || second === undefined) return first === undefined ? 1 : -1
    return first < second ? -sign : sign
  })
}

/** What the shares of a sector do together. */
export type SectorSum = {
  readonly group: string
  readonly count: number
  readonly rising: number
  readonly falling: number
  /** The mean change of its shares, each counted alike. */
  readonly changeRatio: Percent
}

/** The sectors of rows, the largest rise first. */
export function sectorSums(rows: readonly Screened[]): readonly SectorSum[] {
  return [...Map.groupBy(rows, ({ group }) => group)]
    .map(([group, own]) => {
      const sum = own.reduce((total, { changeRatio }) => total + Number(changeRatio), 0)
      return {
        group,
        count: own.length,
        rising: own.filter(({ changeRatio }) => changeRatio > 0n).length,
        falling: own.filter(({ changeRatio }) => changeRatio < 0n).length,
        changeRatio: percent(BigInt(Math.round(sum / own.length))),
      }
    })
    .toSorted((one, other) => Number(other.changeRatio - one.changeRatio))
}

/** Trading days in a year, by which a daily deviation becomes a yearly one. */
const daysPerYear = 252
/** Fewer closes tell nothing. */
const closesMin = 10

/**
 * The yearly volatility of daily closes: the standard deviation of their relative changes. A statistic, not money, so it is
 * computed in doubles; undefined with too few closes.
 */
export function volatilityOf(closes: readonly Price[]): Percent | undefined {
  if (closes.length < closesMin || closes.some((close) => close <= 0n)) return undefined
  const changes = closes.slice(1).map((close, index) => Number(close) / Number(closes[index]) - 1)
  const mean = changes.reduce((sum, change) => sum + change, 0) / changes.length
  const variance = changes.reduce((sum, change) => sum + (change - mean) ** 2, 0) / (changes.length - 1)
  return percent(BigInt(Math.round(Math.sqrt(variance * daysPerYear) * 10_000)))
}

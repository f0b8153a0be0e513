import { z } from 'zod'
import { divide, greatest, least } from '@mex/core/money/decimal.ts'
import { price, quantity, type Price } from '@mex/core/money/money.ts'
import type { Bar } from '@mex/core/market/quote.ts'
import { figure, instantFrom, priceFrom, volumeFrom } from './figures.ts'
import { SourceFailure } from './source-failure.ts'

/** A dividend or a split as the source tells it: by the opening of its first day. */
export type SourceAction =
  | { readonly kind: 'dividend'; readonly at: number; readonly amount: Price }
  | { readonly kind: 'split'; readonly at: number; readonly to: bigint; readonly from: bigint }

/** Past bars of a symbol in its present shares, oldest first, and its dividends and splits. */
export type SourceHistory = {
  readonly symbol: string
  readonly currency: string | undefined
  readonly bars: readonly Bar[]
  readonly actions: readonly SourceAction[]
}

const column = z.array(z.number().nullable().catch(null)).optional()
const events = z.record(z.string(), z.unknown()).optional().catch(undefined)
const shape = z.object({
  chart: z.object({
    result: z
      .array(
        z.object({
          meta: z.object({ symbol: z.string(), currency: z.string().optional().catch(undefined) }),
          timestamp: z.array(z.number()).optional(),
          events: z.object({ dividends: events, splits: events }).optional(),
          indicators: z.object({
            quote: z.array(z.object({ open: column, high: column, low: column, close: column, volume: column })),
          }),
        }),
      )
      .min(1),
  }),
})
type Told = z.infer<typeof shape>['chart']['result'][number]

const dividendShape = z.object({ date: z.number(), amount: figure })
const splitShape = z.object({ date: z.number(), numerator: figure, denominator: figure })

/** Reads an answer about the past of a symbol. A row without a close, or of before the one above it, is left out. */
export function readHistory(said: unknown): SourceHistory {
  const parsed = shape.safeParse(said)
  const told = parsed.success ? parsed.data.chart.result[0] : undefined
  if (told === undefined) throw new SourceFailure('unreadable', 'the answer is no history')
  const { symbol, currency } = told.meta
  return { symbol, currency, bars: barsIn(told), actions: actionsIn(told) }
}

function barsIn({ timestamp = [], indicators }: Told): readonly Bar[] {
  const { open = [], high = [], low = [], close = [], volume = [] } = indicators.quote[0] ?? {}
  const bars: Bar[] = []
  for (const [index, time] of timestamp.entries()) {
    const at = (cells: readonly (number | null)[]): Price | undefined => positive(cells[index] ?? undefined)
    const last = at(close)
    if (last === undefined || !Number.isSafeInteger(time) || time <= (bars.at(-1)?.time ?? 0)) continue
    const first = at(open) ?? last
    const [top, bottom] = [greatest(first, last), least(first, last)]
    bars.push({
      time,
      open: first,
      // The source's high may lie below its close: whatever was traded was within the range.
      high: price(greatest(at(high) ?? top, top)),
      low: price(least(at(low) ?? bottom, bottom)),
      close: last,
      volume: volumeFrom(volume[index] ?? undefined) ?? quantity(0n),
    })
  }
  return bars
}

function positive(said: number | undefined): Price | undefined {
  const found = priceFrom(said)
  return found === undefined || found <= 0n ? undefined : found
}

/** Numerator and denominator of a split may be fractions ('1.5:1'): both by a million, and the ratio is the same. */
const parts = 1_000_000

function actionsIn({ events: told }: Told): readonly SourceAction[] {
  const dividends = Object.values(told?.dividends ?? {}).flatMap((one): SourceAction[] => {
    const { data } = dividendShape.safeParse(one)
    const [at, amount] = [instantFrom(data?.date), positive(data?.amount)]
    return at === undefined || amount === undefined ? [] : [{ kind: 'dividend', at, amount }]
  })
  const splits = Object.values(told?.splits ?? {}).flatMap((one): SourceAction[] => {
    const { data } = splitShape.safeParse(one)
    const [at, to, from] = [instantFrom(data?.date), wholeParts(data?.numerator), wholeParts(data?.denominator)]
    if (at === undefined || to === undefined || from === undefined || to === from) return []
    const shared = greatestDivisor(to, from)
    return [{ kind: 'split', at, to: to / shared, from: from / shared }]
  })
  return [...dividends, ...splits].toSorted((one, other) => one.at - other.at)
}

function wholeParts(said: number | undefined): bigint | undefined {
  const found = priceFrom(said)
  const whole = found === undefined ? 0n : divide(found * BigInt(parts), 10n ** 8n, 'near')
  return whole > 0n ? whole : undefined
}

const greatestDivisor = (one: bigint, other: bigint): bigint =>
  other === 0n ? one : greatestDivisor(other, one % other)

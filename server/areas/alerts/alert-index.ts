import { isSplit } from '@mex/core/market/corporate-actions.ts'
import { changePercent } from '@mex/core/market/price-change.ts'
import type { Quote } from '@mex/core/market/quote.ts'
import { magnitude } from '@mex/core/money/decimal.ts'
import { alertDay, isOver, nextLevel, type AlertSight, type PriceAlert } from '@mex/core/alerts/price-alert.ts'
import { openPriceTriggers, type PriceTriggers } from '@mex/core/trading/price-triggers.ts'
import { openIdSets } from '#areas/trading/matching/order-index.ts'
import type { Feed } from '#feeds/feed.ts'

/**
 * The alerts that are not over, in memory: rebuilt from the database at the start and updated after every commit. It is
 * only a hint, like the index of the matcher: what fires is decided again on the stored rows.
 */
export type AlertIndex = {
  has(id: number): boolean
  put(alert: PriceAlert, now: number): void
  drop(id: number): void
  /** Moves the levels of shares that were split. */
  refresh(now: number): void
  /** The alerts that this quote may change. */
  concerned(quote: Quote, now: number): readonly PriceAlert[]
  /** The instruments that somebody has an alert on. */
  instruments(): Iterable<string>
}

type AlertFeed = Pick<Feed, 'actions'> & { day(key: string, now: number): AlertSight['day'] }

/** Splits are declared days ahead, so those of the next hour are known. */
const horizonMilliseconds = 3_600_000

/** The `move` alerts of one instrument, and below which change of which day none of them fires. */
type Moves = {
  readonly alerts: Map<number, PriceAlert>
  quiet: { readonly day: string; readonly below: bigint } | undefined
}

export function openAlertIndex(feed: AlertFeed): AlertIndex {
  const alerts = new Map<number, PriceAlert>()
  const byInstrument = openIdSets<string>()
  // Outside of the hours of the exchange only the alerts for these hours are looked at.
  const always = openPriceTriggers()
  const inExchangeHours = openPriceTriggers()
  const moves = openMoves(feed)
  let refreshedAt = -Infinity
  let refreshAt = Infinity

  function setLevel(alert: PriceAlert, now: number): void {
    const { id, instrument } = alert
    const next = nextLevel(alert, feed.actions(instrument, now), now)
    const trigger = next === undefined ? undefined : ({ instrument, watches: 'bid', ...next } as const)
    always.set(id, alert.inPracticeHours ? trigger : undefined)
    inExchangeHours.set(id, alert.inPracticeHours ? undefined : trigger)
  }

  function drop(id: number): void {
    const known = alerts.get(id)
    if (known === undefined) return
    alerts.delete(id)
    always.set(id, undefined)
    inExchangeHours.set(id, undefined)
    const { instrument } = known
    byInstrument.put(instrument, id, false)
    moves.drop(known)
  }

  function put(alert: PriceAlert, now: number): void {
    drop(alert.id)
    if (isOver(alert)) return
    const { id, instrument } = alert
    alerts.set(id, alert)
    byInstrument.put(instrument, id, true)
    refreshAt = Math.min(refreshAt, nextSplit(feed, instrument, now))
    if (alert.target.kind === 'move') moves.put(alert)
    else setLevel(alert, now)
  }

  function refresh(now: number): void {
    if (now < refreshAt) return
    refreshAt = now + horizonMilliseconds
    for (const instrument of byInstrument.keys()) {
      const isChanged = feed
        .actions(instrument, now)
        .some((action) => isSplit(action) && action.exAt > refreshedAt && action.exAt <= now)
      if (isChanged)
        for (const id of byInstrument.of(instrument)) {
          const alert = alerts.get(id)
          if (alert !== undefined) setLevel(alert, now)
        }
      refreshAt = Math.min(refreshAt, nextSplit(feed, instrument, now))
    }
    refreshedAt = now
  }

  return {
    has: (id) => alerts.has(id),
    put,
    drop,
    refresh,
    concerned(quote, now) {
      const ids = [...fire(always, quote), ...(quote.phase === 'practice' ? [] : fire(inExchangeHours, quote))]
      const reached = ids.flatMap((id) => alerts.get(id) ?? [])
      return [...reached, ...moves.concerned(quote, now)]
    },
    instruments: () => byInstrument.keys(),
  }
}

const fire = (triggers: PriceTriggers, { key, last }: Quote): readonly number[] => triggers.fire(key, last, last)

function nextSplit(feed: AlertFeed, instrument: string, now: number): number {
  const coming = feed.actions(instrument, now).filter((action) => isSplit(action) && action.exAt > now)
  return Math.min(now + horizonMilliseconds, ...coming.map(({ exAt }) => exAt))
}

/** The `move` alerts of all instruments. */
function openMoves(feed: AlertFeed) {
  const moves = new Map<string, Moves>()
  return {
    put(alert: PriceAlert): void {
      const own = moves.get(alert.instrument) ?? { alerts: new Map<number, PriceAlert>(), quiet: undefined }
      own.alerts.set(alert.id, alert)
      own.quiet = undefined
      moves.set(alert.instrument, own)
    },
    drop({ id, instrument }: PriceAlert): void {
      const own = moves.get(instrument)
      if (own?.alerts.delete(id) === true && own.alerts.size === 0) moves.delete(instrument)
    },
    concerned(quote: Quote, now: number): readonly PriceAlert[] {
      const own = moves.get(quote.key)
      return own === undefined ? [] : moved(own, quote, feed.day(quote.key, now))
    },
  }
}

/** The alerts whose percentage the change of the day has reached, and that have not told it today. */
function moved(own: Moves, { last }: Quote, day: AlertSight['day']): readonly PriceAlert[] {
  if (day === undefined) return []
  const change = magnitude(changePercent(last, day.previousClose) ?? 0n)
  const today = alertDay(day)
  if (own.quiet?.day === today && change < own.quiet.below) return []
  const found: PriceAlert[] = []
  let below = 2n ** 62n
  for (const alert of own.alerts.values()) {
    if (alert.target.kind !== 'move' || alert.toldDay === today) continue
    const { percent } = alert.target
    if (percent <= change) found.push(alert)
    if (percent < below) below = percent
  }
  own.quiet = { day: today, below }
  return found
}

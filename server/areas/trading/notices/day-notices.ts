import { present } from '@mex/core/assert.ts'
import { sessionOn, type Calendar } from '@mex/core/market/calendar.ts'
import { isShareMarket, type Instrument } from '@mex/core/market/instrument.ts'
import { isoDate, localDay, weekday, type DayNumber } from '@mex/core/time-zone.ts'
import type { MessageSubject } from '@mex/contract/messages.ts'
import { sendMessages } from '#areas/content/messages.ts'
import { isoInstant } from '#clock.ts'
import { inTransaction } from '#db/sql.ts'
import type { TradingEngine } from '#areas/trading/engine.ts'
import { heldInstruments, holdersToTell } from '#areas/trading/corporate-actions/store-corporate-actions.ts'

/** What happens to an instrument on a day, and the key under which each holder is told once. */
type DayNotice = { readonly onceKey: string; readonly about: MessageSubject }

/**
 * Tells holders of shares and futures, on the trading day before, that a company tells its results, or that its market
 * is closed or closes early; of a market once for all that somebody holds of it.
 */
export async function announceDays(engine: TradingEngine): Promise<void> {
  const { db, clock, wake } = engine.dependencies
  const now = clock.now()
  for (const key of await heldInstruments(db))
    for (const { onceKey, about } of noticesFor(engine, key, now)) {
      const told = await inTransaction(db, async (tx) => {
        const users = await holdersToTell(tx, key, onceKey)
        await sendMessages(
          tx,
          users.map(({ user, position: id }) => {
            return { user, type: 'CORPORATE_ACTION', about, at: now, reference: { type: 'position', id }, onceKey }
          }),
        )
        return users.length
      })
      if (told > 0) wake()
    }
}

function noticesFor(
  { dependencies: { describe, feed, calendars } }: TradingEngine,
  key: string,
  now: number,
): DayNotice[] {
  const instrument = describe(key, now)
  if (!isShareMarket(instrument.market) && instrument.contract === undefined) return []
  const calendar = present(calendars.get(instrument.session), `the calendar of ${key}`)
  const { code } = instrument
  const coming = comingDays(calendar, localDay(calendar.zone, now))
  const last = present(coming.at(-1), 'a next trading day')
  const results = feed.resultsDays(key, last, now).includes(last)
  const date = isoDate(last)
  return [
    ...coming.flatMap((day) => closureOn(calendar, day, instrument) ?? []),
    ...(results
      ? [{ onceKey: `results ${key} ${date}`, about: { kind: 'results_soon', values: { code, date } } as const }]
      : []),
  ]
}

/** The holidays after a day and the next trading day: what is told on the trading day before them. */
function comingDays(calendar: Calendar, today: DayNumber): readonly DayNumber[] {
  const days: DayNumber[] = []
  for (let day = today + 1; ; day += 1) {
    if (!calendar.weekdays.includes(weekday(day))) continue
    days.push(day)
    if (sessionOn(calendar, day) !== undefined) return days
  }
}

function closureOn(
  calendar: Calendar,
  day: DayNumber,
  { market, code, contract, session: hours }: Instrument,
): DayNotice | undefined {
  const session = sessionOn(calendar, day)
  const date = isoDate(day)
  // Futures have several calendars.
  const onceKey = `closure ${contract === undefined ? market : hours} ${date}`
  if (session === undefined) return { onceKey, about: { kind: 'market_holiday', values: { code, date } } }
  if (!session.short) return undefined
  const time = isoInstant(session.close).slice(11, 16)
  return { onceKey, about: { kind: 'market_half_day', values: { code, date, time } } }
}

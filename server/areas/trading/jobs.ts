import { setImmediate } from 'node:timers/promises'
import type { Job } from '#jobs/runner.ts'
import { announceActions, openActionBooking } from '#areas/trading/corporate-actions/corporate-action-jobs.ts'
import { announceDays } from '#areas/trading/notices/day-notices.ts'
import type { TradingEngine } from './engine.ts'
import { latestQuote } from '#areas/trading/matching/latest-quote.ts'
import { dueNights, usersWithDueCharges, type DueNight } from '#areas/trading/overnight/store-overnight.ts'
import { remindHolders, settleEnded } from '#areas/trading/expiry/expiry-jobs.ts'

/** Users whose orders lapse in one command: at a close these may be everybody, and other orders wait behind each command. */
const usersPerLapse = 100

/**
 * Orders that have expired, and cancels and margin additions of markets that do not tick: they take effect once no
 * earlier quote can arrive any more (rulebook §13.6).
 */
export async function lapseOverdue(engine: TradingEngine): Promise<number> {
  const { clock } = engine.dependencies
  await engine.nights.begin(clock.now())
  await engine.upToDate(clock.now())
  const { delaySeconds, quoteAgeSecondsMax } = latestQuote(engine.dependencies)
  const passed = clock.now() - (delaySeconds + quoteAgeSecondsMax) * 1000
  const users = [...engine.triggers.overdue(passed)]
  for (let from = 0; from < users.length; from += usersPerLapse)
    await engine.lane.send({ kind: 'lapse', userId: undefined, users: users.slice(from, from + usersPerLapse) })
  return users.length
}

/** Users whose charges are booked in one command: few, so that orders do not wait long behind them. */
const usersPerCharge = 5

/** Books the charges of nights that are due and have a price (rulebook §17.1, §17.2). */
export async function bookCharges(engine: TradingEngine): Promise<number> {
  const { db, clock } = engine.dependencies
  await engine.nights.begin(clock.now())
  const priced = await pricedNights(engine, await dueNights(db), clock.now())
  let booked = 0
  // Each user is asked for once: a charge that is refused waits for the next run.
  for (let after = 0; ;) {
    const users = await usersWithDueCharges(db, priced, after, usersPerCharge)
    if (users.length === 0) return booked
    await engine.lane.send({ kind: 'charge', userId: undefined, users })
    booked += users.length
    after = users.at(-1) ?? after
  }
}

/** Nights whose facts are looked up in one turn of the event loop. */
const nightsPerTurn = 20

async function pricedNights(
  engine: TradingEngine,
  due: readonly DueNight[],
  now: number,
): Promise<readonly DueNight[]> {
  const priced: DueNight[] = []
  for (const [index, night] of due.entries()) {
    if (engine.nightOf(night, night.wallet, now) !== undefined) priced.push(night)
    if (index % nightsPerTurn === 0) await setImmediate()
  }
  return priced
}

/** Scheduled jobs of trading. */
export const jobs = ({ engine }: { readonly engine: TradingEngine }): readonly Job[] => [
  { name: 'lapse', everySeconds: 1, run: () => lapseOverdue(engine) },
  { name: 'overnight', everySeconds: 1, run: () => bookCharges(engine) },
  { name: 'corporate actions', everySeconds: 1, run: openActionBooking(engine) },
  { name: 'corporate action notices', everySeconds: 60, run: () => announceActions(engine) },
  { name: 'day notices', everySeconds: 60, run: () => announceDays(engine) },
  { name: 'expiry', everySeconds: 5, run: () => settleEnded(engine) },
  { name: 'expiry reminders', everySeconds: 60, run: () => remindHolders(engine) },
]

import type { Job } from '#jobs/runner.ts'
import type { TradingEngine } from './engine.ts'
import { nightOf } from './overnight.ts'
import { dueNights, usersWithDueCharges, type DueNight } from './store-overnight.ts'
import { remindHolders, settleEnded } from './expiry-jobs.ts'

/**
 * Orders that have expired, and cancels and margin additions of markets that do not tick: they take effect once no
 * earlier quote can arrive any more (rulebook §13.6).
 */
export async function lapseOverdue(engine: TradingEngine): Promise<number> {
  const { clock, feed, quoteAgeSecondsMax } = engine.dependencies
  await engine.nights.begin(clock.now())
  const passed = clock.now() - (feed.delaySeconds + quoteAgeSecondsMax) * 1000
  const users = [...engine.triggers.overdue(passed)]
  if (users.length > 0) await engine.lane.send({ kind: 'lapse', userId: undefined, users })
  return users.length
}

/** Users whose charges are booked in one command: few, so that orders do not wait long behind them. */
const usersPerCharge = 5

/** Books the charges of nights that are due and have a price (rulebook §17.1, §17.2). */
export async function bookCharges(engine: TradingEngine): Promise<number> {
  const { db, clock } = engine.dependencies
  await engine.nights.begin(clock.now())
  const now = clock.now()
  const isPriced = (night: DueNight): boolean => nightOf(engine.dependencies, night, night.wallet, now) !== undefined
  const priced = (await dueNights(db)).filter(isPriced)
  let booked = 0
  for (;;) {
    const users = await usersWithDueCharges(db, priced, usersPerCharge)
    if (users.length === 0) return booked
    await engine.lane.send({ kind: 'charge', userId: undefined, users })
    booked += users.length
  }
}

/** Scheduled jobs of trading. */
export const jobs = ({ engine }: { readonly engine: TradingEngine }): readonly Job[] => [
  { name: 'lapse', everySeconds: 1, run: () => lapseOverdue(engine) },
  { name: 'overnight', everySeconds: 1, run: () => bookCharges(engine) },
  { name: 'expiry', everySeconds: 5, run: () => settleEnded(engine) },
  { name: 'expiry reminders', everySeconds: 60, run: () => remindHolders(engine) },
]

import type { Input } from '@mex/contract/call.ts'
import type { alerts as alertCalls } from '@mex/contract/alerts/calls.ts'
import { decideAlert, type AlertTarget, type PriceAlert } from '@mex/core/alerts/price-alert.ts'
import { present } from '@mex/core/assert.ts'
import type { Instrument } from '@mex/core/market/instrument.ts'
import { isMultiple, tickAt } from '@mex/core/market/ticks.ts'
import { formatPrice } from '@mex/core/money/money.ts'
import { refusal, type Refusal } from '@mex/core/refusal.ts'
import { settings } from '@mex/core/settings.ts'
import type { MarketData } from '#areas/market/market-data.ts'
import type { PersonContext } from '#context.ts'
import { lockUsers } from '#db/lane.ts'
import { enqueueNotices } from '#db/outbox.ts'
import { inTransaction, type Tx } from '#db/sql.ts'
import { alertTopic, countActive, deleteAlert, deleteOldest, insertAlert, sameAlert, updateAlerts } from './store.ts'
import type { Alerts } from './watch.ts'

export type AlertDependencies = { readonly alerts: Alerts; readonly market: MarketData }

const { activeMax, overMax } = settings.alerts

/** The listed instrument of a market and a code, present or former. */
export function listed(
  { listings, feed }: Pick<MarketData, 'listings' | 'feed'>,
  { market, code }: Pick<Input<typeof alertCalls.create>, 'market' | 'code'>,
  now: number,
): Instrument | undefined {
  return feed.instruments(now).get(listings(now).keyOf(market, code) ?? '')
}

function targetOf({ kind, level, percent }: Input<typeof alertCalls.create>): AlertTarget {
  return kind === 'move'
    ? { kind, percent: present(percent, 'the percentage of a move') }
    : { kind, level: present(level, 'the level of an alert') }
}

/**
 * Sets a price alert. The same one again keeps its row and takes the new switches. Refuses: unknown_instrument,
 * price_step, quote_unavailable, alert_passed, too_many_alerts.
 */
export async function createAlert(
  input: Input<typeof alertCalls.create>,
  { db, person, now }: PersonContext,
  { alerts, market }: AlertDependencies,
): Promise<{ readonly id: number } | Refusal> {
  const instrument = listed(market, input, now)
  if (instrument === undefined) return refusal('unknown_instrument', { field: 'stockCode' })
  const target = targetOf(input)
  if (target.kind !== 'move' && !isMultiple(instrument.ticks, target.level)) {
    const tick = formatPrice(tickAt(instrument.ticks, target.level))
    return refusal('price_step', { field: 'price', values: { tick } })
  }
  const row = market.board.row(instrument, now)
  if (row === undefined) return refusal('quote_unavailable', { field: 'stockCode' })
  const { repeats, inPracticeHours } = input
  const { userId: user } = person
  const { key } = instrument
  const saved = await inTransaction(db, async (tx) => {
    await lockUsers(tx, [user])
    const same = await sameAlert(tx, { user, instrument: key, target })
    if (same !== undefined) {
      const changed = { ...same, repeats, inPracticeHours }
      await Promise.all([updateAlerts(tx, [changed]), tellServers(tx, changed)])
      return changed
    }
    const active = await countActive(tx, user)
    const decided = decideAlert({ target, last: row.quote.last, day: row.day, active }, activeMax)
    if ('refused' in decided) return refuseAlert(decided.refused)
    await deleteOldest(tx, user, overMax)
    const { toldDay } = decided
    const state = 'waiting'
    const fresh = { user, instrument: key, target, repeats, inPracticeHours, state, createdAt: now } as const
    const inserted = await insertAlert(tx, { ...fresh, toldAt: undefined, toldDay, toldCount: 0 })
    await tellServers(tx, inserted)
    return inserted
  })
  if ('refused' in saved) return saved
  alerts.put(saved, now)
  return { id: saved.id }
}

/** Of several servers another one may watch the alerts. */
const tellServers = (tx: Tx, { user, id }: PriceAlert): Promise<void> =>
  enqueueNotices(tx, [{ userId: user, topic: alertTopic, refId: id }])

const refuseAlert = (why: 'alert_passed' | 'too_many_alerts'): Refusal =>
  why === 'alert_passed' ? refusal(why, { field: 'price' }) : refusal(why, { values: { n: String(activeMax) } })

/** Deletes an alert of the person; one that fires at the same time has sent its message before or never. */
export async function removeAlert(
  { id }: Input<typeof alertCalls.remove>,
  { db, person }: PersonContext,
  { alerts }: Pick<AlertDependencies, 'alerts'>,
): Promise<void> {
  // Another user's alert keeps its place in memory too.
  if (await deleteAlert(db, person.userId, id)) alerts.drop(id)
}

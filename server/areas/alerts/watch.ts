import { judgeAlert, type AlertSight, type PriceAlert } from '@mex/core/alerts/price-alert.ts'
import type { Instrument } from '@mex/core/market/instrument.ts'
import type { DaySummary } from '@mex/core/market/quote.ts'
import { isJump } from '@mex/core/trading/execution.ts'
import { sendMessages } from '#areas/content/messages.ts'
import { lockUsers } from '#db/lane.ts'
import { openNoticeReader } from '#db/outbox.ts'
import { inTransaction, type Database } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import type { TickListener, TickQuotes } from '#feeds/ticker.ts'
import type { Told } from './devices.ts'
import { openAlertIndex, type AlertIndex } from './alert-index.ts'
import { firedSubject } from './messages.ts'
import { activeAlerts, alertsById, alertsOn, alertTopic, lockAlerts, updateAlerts } from './store.ts'

export type AlertsOptions = {
  readonly db: Database
  readonly feed: Feed
  /** An instrument by key, also one that has left the market. */
  readonly describe: (key: string, now: number) => Instrument
  /** The figures of the day, computed once per tick for all readers. */
  readonly dayOf: (key: string, now: number) => DaySummary | undefined
  /** Wakes push after a commit with messages. */
  readonly wake: () => void
  /** Tells closed pages after a commit; nothing waits for it. */
  readonly tell: (told: readonly Told[]) => void
  readonly onError: (error: unknown) => void
  /** Whether several servers serve the store: the one that leads watches the alerts of all of them. */
  readonly isShared?: boolean | undefined
}

/** The alerts of all users, judged at every tick. */
export type Alerts = {
  readonly listener: TickListener
  /** Tells of a committed row: a new one, or one with other switches. */
  put(alert: PriceAlert, now: number): void
  drop(id: number): void
  /** Ends the alerts on instruments that have left the market; answers how many. */
  endGone(now: number): Promise<number>
}

/** Alerts that are saved in one commit. */
const batch = 200
/** Rows that are read at a time at the start. */
const loadedAtOnce = 5000

/** An alert that a quote has changed in memory, and the facts by which the stored row is judged again. */
type Due = { readonly alert: PriceAlert; readonly sight: AlertSight }

export function openAlerts(options: AlertsOptions): Alerts {
  const { db, feed, onError, isShared = false } = options
  const changes = openNoticeReader(db, [alertTopic])
  const index = openAlertIndex({ actions: (key, now) => feed.actions(key, now), day: options.dayOf })
  let isLoaded = false
  /** What could not be saved, by alert: tried again at the next tick with the same quote. */
  const unsaved = new Map<number, Due>()

  async function load(now: number): Promise<void> {
    for (let after = 0; ;) {
      const rows = await activeAlerts(db, after, loadedAtOnce)
      // What a call has put meanwhile is newer.
      for (const row of rows) if (!index.has(row.id)) index.put(row, now)
      const last = rows.at(-1)
      if (last === undefined || rows.length < loadedAtOnce) break
      after = last.id
    }
    isLoaded = true
  }

  /** What the other servers have saved. What they have deleted is found when it would fire. */
  async function follow(now: number): Promise<void> {
    await changes.read(
      () => load(now),
      async (notices) => {
        const ids = notices.map(({ refId }) => refId)
        for (const row of await alertsById(db, ids)) index.put(row, now)
      },
    )
  }

  async function saveAll(due: readonly Due[], now: number): Promise<void> {
    for (let start = 0; start < due.length; start += batch) {
      const part = due.slice(start, start + batch)
      try {
        const told = await save(options, index, part, now)
        for (const { alert } of part) unsaved.delete(alert.id)
        publish(options, told)
      } catch (error) {
        for (const one of part) unsaved.set(one.alert.id, one)
        onError(error)
      }
    }
  }

  async function tick(now: number, quotes: TickQuotes): Promise<void> {
    try {
      if (isShared) await follow(now)
      else if (!isLoaded) await load(now)
      index.refresh(now)
      await saveAll([...unsaved.values(), ...dueAt(options, index, now, quotes)], now)
    } catch (error) {
      onError(error)
    }
  }

  return {
    // Awaited, so that a stop lets the messages of the last tick be saved. Its own failures are no failures of the tick.
    listener: { name: 'price alerts', awaited: true, tick },
    put: (alert, now) => (isShared ? undefined : index.put(alert, now)),
    drop: (id) => (isShared ? undefined : index.drop(id)),
    async endGone(now) {
      const gone = [...index.instruments()].filter((key) => feed.ended(key, now) !== undefined)
      const told: Told[] = []
      for (const key of gone) told.push(...(await endOn(options, index, key, now)))
      publish(options, told)
      return told.length
    },
  }
}

/** What the quotes of a tick change, by the rows in memory. */
function dueAt({ feed, dayOf }: AlertsOptions, index: AlertIndex, now: number, quotes: TickQuotes): readonly Due[] {
  const due: Due[] = []
  for (const key of index.instruments()) {
    const quote = quotes.fresh(key)
    if (quote === undefined) continue
    const concerned = index.concerned(quote, now)
    // A lone jump waits for a second quote that confirms it, as fills do (rulebook §13.6).
    if (concerned.length === 0 || isJump(quote, feed.quote(quote.key, quote.receivedTime - 1))) continue
    const sight = { quote, actions: feed.actions(quote.key, now), day: dayOf(quote.key, now) }
    for (const alert of concerned) if (judgeAlert(alert, sight) !== undefined) due.push({ alert, sight })
  }
  return due
}

/** Judges the stored rows by the same quotes, and saves them with their messages in one commit. */
async function save(
  options: AlertsOptions,
  index: AlertIndex,
  due: readonly Due[],
  now: number,
): Promise<readonly Told[]> {
  const sights = new Map(due.map(({ alert, sight }) => [alert.id, sight]))
  const { rows, changed, told } = await inTransaction(options.db, async (tx) => {
    const [, rows] = await Promise.all([
      lockUsers(
        tx,
        due.map(({ alert }) => alert.user),
      ),
      lockAlerts(tx, [...sights.keys()]),
    ])
    const changed = rows.flatMap((row) => {
      const sight = sights.get(row.id)
      const after = sight === undefined ? undefined : judgeAlert(row, sight)
      return sight === undefined || after === undefined ? [] : [{ before: row, after, sight }]
    })
    const fired = changed
      .filter(({ before, after }) => after.toldCount > before.toldCount)
      .map(({ after, sight }) => firedBy(options, after, sight, now))
    await Promise.all([
      updateAlerts(
        tx,
        changed.map(({ after }) => after),
      ),
      sendMessages(tx, fired),
    ])
    return { rows, changed, told: fired }
  })
  const stored = new Map(rows.map((row) => [row.id, row]))
  for (const { after } of changed) stored.set(after.id, after)
  for (const id of sights.keys()) {
    const row = stored.get(id)
    // Deleted meanwhile.
    if (row === undefined) index.drop(id)
    else index.put(row, now)
  }
  return told
}

/** One message for each time that an alert fires: the key of the message is unique. */
const firedBy = ({ describe }: AlertsOptions, alert: PriceAlert, sight: AlertSight, now: number) => ({
  user: alert.user,
  type: 'ALERT' as const,
  about: firedSubject(alert, sight, describe(alert.instrument, now)),
  at: sight.quote.venueTime,
  reference: { type: 'alert', id: alert.id },
  onceKey: `alert ${alert.id} ${alert.toldCount}`,
})

/** After the commit: open pages by push, closed ones through their browsers. */
function publish({ wake, tell }: AlertsOptions, told: readonly Told[]): void {
  if (told.length === 0) return
  wake()
  tell(told)
}

async function endOn(
  { db, describe }: AlertsOptions,
  index: AlertIndex,
  key: string,
  now: number,
): Promise<readonly Told[]> {
  const { code } = describe(key, now)
  const told: Told[] = []
  for (;;) {
    const { known: rows, messages } = await inTransaction(db, async (tx) => {
      const known = await alertsOn(tx, key, batch)
      await lockUsers(
        tx,
        known.map(({ user }) => user),
      )
      const locked = await lockAlerts(
        tx,
        known.map(({ id }) => id),
      )
      const gone = locked.map((alert): PriceAlert => ({ ...alert, state: 'gone' }))
      await updateAlerts(tx, gone)
      const messages = gone.map(({ user, id }) => ({
        user,
        type: 'ALERT' as const,
        about: { kind: 'alert_gone', values: { code } } as const,
        at: now,
        reference: { type: 'alert', id },
        onceKey: `alert ${id} gone`,
      }))
      await sendMessages(tx, messages)
      return { known, messages }
    })
    for (const { id } of rows) index.drop(id)
    told.push(...messages)
    if (rows.length < batch) return told
  }
}

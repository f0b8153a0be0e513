import type { Calendar } from '@mex/core/market/calendar.ts'
import type { SessionName } from '@mex/core/market/instrument.ts'
import type { Gate } from '#db/gate.ts'
import { inTransaction, type Database } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import { removedKeys } from '#areas/trading/corporate-actions/corporate-actions.ts'
import { cutOffsBetween, firstCutOff } from './overnight.ts'
import { lastCutOff, noteCutOff } from './store-overnight.ts'

/**
 * Notes the nights as they begin: what every position holds at a cut-off, in one commit, before any tick after it is handled. The
 * charges are booked afterwards, by any list that touches the user and by a job.
 */
export type Nights = {
  /** Notes the nights that have begun by `now`, before a tick of that instant; resolves at once if there is none. */
  beforeTick(now: number): Promise<void>
  /**
   * Notes them for a job. A tick that is being handled may be of before the cut-off, however long it takes: it decides first what is
   * open at the cut-off. So no tick decides about a night that was noted, unless the tick itself was late when it began.
   */
  begin(now: number): Promise<void>
  /** Names the tick that is being handled. */
  handling(this: void, tick: Promise<void>): void
  /** Whether every night that has begun by `now` is noted: before that no position may change. */
  areNoted(now: number): boolean
}

export function openNights(facts: {
  readonly db: Database
  readonly calendars: ReadonlyMap<SessionName, Calendar>
  readonly feed: Feed
  /** Among several servers a night is noted while no list passes, so that none decides later by a clock that reads earlier. */
  readonly gate?: Pick<Gate, 'hold' | 'note'> | undefined
}): Nights {
  const { db, calendars, feed, gate } = facts
  /** The first cut-off that is not noted; undefined before the database was asked. */
  let next: number | undefined
  let notedUntil = 0
  let noting = Promise.resolve()
  let ticking: Promise<void> | undefined

  async function note(now: number): Promise<void> {
    if (next === undefined) {
      notedUntil = (await lastCutOff(db)) ?? now
      next = firstCutOff(calendars, notedUntil)
    }
    if (now < next) return
    // Cut-offs of one instant are noted in one commit, because the newest instant says where to go on.
    const byInstant = Map.groupBy(cutOffsBetween(calendars, notedUntil, now), ({ at }) => at)
    for (const [at, cutOffs] of byInstant) {
      await inTransaction(db, async (tx) => {
        for (const cutOff of cutOffs) await noteCutOff(tx, cutOff, removedKeys({ feed }, cutOff.market, at))
        await gate?.note(tx, at)
      })
      notedUntil = at
      next = firstCutOff(calendars, at)
    }
  }

  const areNoted = (now: number): boolean => next !== undefined && now < next

  function beforeTick(now: number): Promise<void> {
    if (areNoted(now)) return Promise.resolve()
    noting = noting.catch(() => undefined).then(() => note(now))
    return noting
  }

  return {
    beforeTick,
    async begin(now) {
      while (ticking !== undefined && !areNoted(now)) await ticking
      if (gate === undefined) await beforeTick(now)
      else if (!areNoted(now)) await gate.hold(now, () => beforeTick(now))
    },
    handling(tick) {
      const ended = tick
        .catch(() => undefined)
        .then(() => {
          if (ticking === ended) ticking = undefined
        })
      ticking = ended
    },
    areNoted,
  }
}

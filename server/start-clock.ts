import { minuteMilliseconds } from '@mex/core/time-zone.ts'
import { clockStart, tradedUntil } from '#areas/desk/actions.ts'
import { saveMarketClock } from '#areas/desk/store-clock.ts'
import { recordSpeed } from '#areas/market/speeds.ts'
import { isoInstant, openClock, type Clock, type Machine } from '#clock.ts'
import type { Store } from '#db/database.ts'
import { openMembers, type Members } from './members.ts'

/** `handledUntil` is the last instant at which an earlier process traded; ticks that were due since then are a gap. */
export type StartedClock = {
  readonly clock: Clock
  readonly members: Members | undefined
  readonly handledUntil: number | undefined
}

export type StartClockOptions = {
  readonly machine: Machine | undefined
  readonly speed: number
  readonly set: number | undefined
  /** When the quotes change next. */
  readonly nextTick: (after: number) => number
  readonly say: (message: string) => void
  readonly warn: (message: string) => void
  readonly failed: (error: unknown) => void
}

type ClockStore = Pick<Store, 'db' | 'membership' | 'tookOver'>

/**
 * Starts the market clock at its setting, or at its last saved time if that is later. Of several servers the one that leads has the clock, and the
 * others follow it.
 */
export async function startClock(store: ClockStore, options: StartClockOptions): Promise<StartedClock> {
  const { db, membership } = store
  const { speed, nextTick, failed } = options
  const isLeading = await membership?.lead()
  const handledUntil = await tradedUntil(db)
  const clock = await openOwn(store, options)
  // The first server of all may end before it notes a tick: the next one then knows since when ticks are missing.
  if (isLeading !== false) await noteClock(db, clock, handledUntil ?? clock.now())
  if (isLeading === true) options.say('This server leads')
  if (isLeading === false) options.say('Another server leads: this one serves beside it')
  if (isLeading === undefined) return { clock, members: undefined, handledUntil }
  const handled = handledUntil ?? clock.now()
  const members = openMembers({ db, clock, nextTick, handled, isLeading, onError: failed })
  return { clock: members.clock, members, handledUntil: isLeading ? handledUntil : undefined }

  async function openOwn({ tookOver }: ClockStore, { machine, set, say, warn }: StartClockOptions): Promise<Clock> {
    const wanted = set ?? openClock({ machine }).wall()
    const start = await clockStart(db, wanted, { tookOver: tookOver || isLeading === false })
    if (start - wanted > minuteMilliseconds && isLeading !== false)
      say(
        `The market clock goes on from ${isoInstant(start)}, where it stood: it never goes back. To start again earlier, use a new DATA_DIR`,
      )
    const onSet = (by: number): void =>
      warn(
        `The clock of this machine was set by ${Math.round(by / 1000)} seconds. The market goes on by the time that passes; a restart follows a clock that was set forwards`,
      )
    return openClock({ speed, start: start > wanted ? start : set, onSet, machine })
  }
}

/** Notes when the market clock began to run at its speed, and until when ticks were handled if that is to be noted too. */
export async function noteClock(db: Store['db'], clock: Clock, handledUntil?: number): Promise<void> {
  await saveMarketClock(db, { now: clock.now(), speed: clock.speed, handledUntil })
  await recordSpeed(db, clock)
}

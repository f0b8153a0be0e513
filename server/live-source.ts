import { openKnownActions, type KnownActions } from '#feeds/live/known-actions.ts'
import { openHistories } from '#feeds/live/histories.ts'
import { openFollowedByKey } from '#feeds/live/listed.ts'
import { openLiveFeed } from '#feeds/live/live-feed.ts'
import { openSource, type QuoteSource } from '#feeds/live/source.ts'
import { openTape, type Tape } from '#feeds/live/tape.ts'
import { liveAgeSecondsMax } from '#feeds/live/arrivals.ts'
import type { Catalogue } from '#feeds/catalogue.ts'
import { openDaySecrets } from '#feeds/simulator/day-secrets.ts'
import { modelVersion } from '#feeds/simulator/simulated-feed.ts'
import { dayMilliseconds, minuteMilliseconds } from '@mex/core/time-zone.ts'
import { firstDay } from '#areas/market/commitments.ts'
import { openLiveBars } from '#areas/market/live-bars.ts'
import { openClock } from '#clock.ts'
import type { Database } from '#db/sql.ts'

/** Where public quotes, dividends and splits come from, and what is stored of them in memory. */
export type LiveParts = { readonly tape: Tape; readonly source: QuoteSource; readonly actions: KnownActions }

/** Anchors are about the day before, and published half an hour after it. */
export const tapeMilliseconds = dayMilliseconds + 120 * minuteMilliseconds

export type LiveSourceOptions = {
  readonly db: Database
  readonly catalogue: Catalogue
  readonly origin: string | undefined
  /** From which the capacity of products is drawn; no price is. */
  readonly master: Uint8Array
  readonly now: number
  /** For so long quotes are kept in memory, `tapeMilliseconds` unless it is said; a check of the past keeps them all. */
  readonly keepMilliseconds: number | undefined
}

/** The parts of a market of public quotes. Nothing is loaded and nothing is asked for yet. */
export async function openLiveSource(options: LiveSourceOptions) {
  const { db, catalogue, origin, master, now, keepMilliseconds = tapeMilliseconds } = options
  const secrets = openDaySecrets(master, modelVersion)
  const actions = openKnownActions()
  const feedOf = (tape: Tape) => openLiveFeed({ tape, catalogue, keys: secrets, actions: actions.of })
  const tape = openTape(keepMilliseconds)
  const feed = feedOf(tape)
  const followedByKey = openFollowedByKey(catalogue)
  const pairs = [...followedByKey(now).values()].filter(({ instrument }) => instrument.market === 'FX')
  const source = openSource({ origin })
  const clock = openClock()
  const histories = openHistories({ source, wall: () => clock.wall() })
  const bars = openLiveBars({
    db,
    feedOf,
    pairs: pairs.map(({ instrument }) => instrument.key),
    tape,
    histories,
    calendars: catalogue.calendars,
    followed: (key, at) => followedByKey(at).get(key),
  })
  return {
    feed,
    bars,
    quoteAgeSecondsMax: liveAgeSecondsMax,
    // The quotes are stored, not drawn: whatever keys somebody has, they are the same.
    drawn: { secrets, firstDrawnDay: await firstDay(db, now), withKeys: () => feed },
    live: { tape, source, actions },
  }
}

import type { Logger } from 'pino'
import { present } from '@mex/core/assert.ts'
import type { QuoteFault } from '@mex/core/market/source-quote.ts'
import { heldInstruments } from '#areas/trading/store-corporate-actions.ts'
import { openLiveQuotes, type LiveQuotes } from '#areas/market/live-quotes.ts'
import { isoInstant, type Clock } from '#clock.ts'
import type { Database } from '#db/sql.ts'
import { openActionWatch, type ActionWatch } from '#feeds/live/action-watch.ts'
import { openDue } from '#feeds/live/due.ts'
import { followedBySymbol, openFollowedByKey } from '#feeds/live/listed.ts'
import { openPolling } from '#feeds/live/polling.ts'
import { openSilence } from '#feeds/live/silence.ts'
import type { SourceFailure } from '#feeds/live/source-failure.ts'
import type { TickGap } from '#feeds/ticker.ts'
import { WrongSetting } from './environment.ts'
import { tapeMilliseconds } from './live-source.ts'
import type { MarketSource } from './market-source.ts'

export type LiveMarketOptions = {
  readonly db: Database
  readonly source: Pick<MarketSource, 'catalogue'> & { readonly live: NonNullable<MarketSource['live']> }
  readonly clock: Clock
  readonly log: Pick<Logger, 'info' | 'warn'>
}

/** Asks the public source for quotes, again and again, and stores them. */
export type LiveMarket = {
  /** One round, for a clock that a test moves; returns the milliseconds until the next. */
  round(): Promise<number>
  /** Asks in rounds from now on. */
  start(): void
  stop(): Promise<void>
  /** Seconds since the source last answered, or since the start before it did. */
  ageSeconds(): number
  /** Tells of intervals without quotes; those before are kept for the first who asks. */
  onGap(tell: (gap: TickGap) => void): void
}

/** A market clock that is ahead of the real one by more than this would never find a fresh price. */
const aheadMillisecondsMax = 60_000

/** Loads what is stored; sends nothing before the first round. */
export async function openLiveMarket({ db, source, clock, log }: LiveMarketOptions): Promise<LiveMarket> {
  if (clock.now() - clock.wall() > aheadMillisecondsMax)
    throw new WrongSetting(
      `The market clock of this DATA_DIR reads ${isoInstant(clock.now())}, which is still to come: MARKET=live needs a new DATA_DIR`,
    )
  const opened = clock.wall()
  const { catalogue, live } = source
  const gaps = openGaps()
  const silence = openSilence(clock.now(), (gap) => gaps.add(gap))
  const { tape, actions } = live
  const onFault = openFaultLog(log)
  const watch = watchOf({ db, source, log })
  const quotes = openLiveQuotes({
    db,
    tape,
    catalogue,
    clock,
    actions,
    isUnknown: watch.isUnknown,
    onGap: (gap) => gaps.add(gap),
    onFault,
  })
  await quotes.load(clock.now() - tapeMilliseconds)
  const due = openDue(catalogue.calendars, (now) => followedBySymbol(catalogue, now))
  const polling = openPolling({
    source: live.source,
    due: (now) => due.at(now),
    wall: () => clock.wall(),
    async take(answers, symbols) {
      await quotes.take(answers, symbols)
      if (polling.state().failures > 0) log.info('the public source of quotes answers again')
      silence.answered(clock.now())
    },
    failed(failure) {
      due.failed()
      silence.unanswered(clock.now())
      warnOf(log, failure, polling.state().failures)
    },
  })

  /** A round of quotes, and then of dividends and splits: while the source fails it is asked for nothing else. */
  async function round(): Promise<number> {
    const pause = await polling.round()
    if (polling.state().failures === 0) await learn(quotes, watch, log)
    return pause
  }

  let timer: ReturnType<typeof setTimeout> | undefined
  let working: Promise<unknown> = Promise.resolve()
  let isStopped = false
  function turn(): void {
    working = round().then((pause) => {
      if (!isStopped) timer = setTimeout(turn, pause)
    })
  }

  return {
    round,
    start: turn,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await working
      silence.unanswered(clock.now())
    },
    ageSeconds: () => (clock.wall() - (polling.state().answeredAt ?? opened)) / 1000,
    onGap: (tell) => gaps.onGap(tell),
  }
}

/** A database that is away ends no rounds: what could not be stored is asked for again. */
const learn = (quotes: LiveQuotes, watch: ActionWatch, log: LiveMarketOptions['log']): Promise<void> =>
  quotes
    .learn((now) => watch.ask(now))
    .catch((error: unknown) => log.warn({ err: error }, 'dividends and splits could not be stored'))

/** Asks for the dividends and splits of what somebody holds. */
function watchOf({ db, source: { catalogue, live }, log }: Omit<LiveMarketOptions, 'clock'>): ActionWatch {
  const followedByKey = openFollowedByKey(catalogue)
  return openActionWatch({
    source: live.source,
    followed: (key, now) => followedByKey(now).get(key),
    calendarOf: ({ instrument: { key, session } }) =>
      present(catalogue.calendars.get(session), `the calendar of ${key}`),
    held: () => heldInstruments(db),
    failed: ({ kind, message, status }) =>
      log.warn(
        { kind, status },
        `the public source tells no dividends and splits (${message}): shares that are held wait`,
      ),
  })
}

/** The first failure is told, and the last of each pause that is as long as the longest. */
function warnOf(log: LiveMarketOptions['log'], { kind, message, status }: SourceFailure, failures: number): void {
  if (failures === 1 || failures % 10 === 0)
    log.warn(
      { kind, status, failures },
      `the public source of quotes gives none (${message}): nothing is filled at old prices`,
    )
}

/** What comes in every round: the source repeats a price until there is another. */
const usual: readonly QuoteFault[] = ['duplicate', 'out_of_order']

/** Tells each fault of a symbol once. */
function openFaultLog(log: LiveMarketOptions['log']) {
  const told = new Set<string>()
  return (symbol: string, fault: QuoteFault): void => {
    const name = `${symbol} ${fault}`
    if (usual.includes(fault) || told.has(name)) return
    // Symbols that nobody asked for are the source's own choice.
    if (told.size < 10_000) told.add(name)
    log.warn({ symbol, fault }, 'a public quote was not taken over')
  }
}

function openGaps() {
  const waiting: TickGap[] = []
  let tell: ((gap: TickGap) => void) | undefined
  return {
    add: (gap: TickGap): void => (tell === undefined ? void waiting.push(gap) : tell(gap)),
    onGap(next: (gap: TickGap) => void): void {
      tell = next
      for (const gap of waiting.splice(0)) next(gap)
    },
  }
}

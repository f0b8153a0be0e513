import type { Logger } from 'pino'
import { present } from '@mex/core/assert.ts'
import type { QuoteFault } from '@mex/core/market/source-quote.ts'
import { heldInstruments } from '#areas/trading/corporate-actions/store-corporate-actions.ts'
import { openLiveQuotes, type LiveQuotes } from '#areas/market/live-quotes.ts'
import { noteRound, sourceNote } from '#areas/market/store-live-source.ts'
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
import type { Members } from './members.ts'

export type LiveMarketOptions = {
  readonly db: Database
  readonly source: Pick<MarketSource, 'catalogue'> & { readonly live: NonNullable<MarketSource['live']> }
  readonly clock: Clock
  /** The other servers of these data, of which the one that leads asks the source for all. */
  readonly members: Pick<Members, 'isLeading' | 'readFirst'> | undefined
  readonly log: Pick<Logger, 'info' | 'warn'>
}

/** Asks the public source for quotes, again and again, and stores them. */
export type LiveMarket = {
  /** One round, for a clock that a test moves; returns the milliseconds until the next. */
  round(): Promise<number>
  /** Asks in rounds from now on, unless another server leads. */
  start(): void
  /** This server leads from now on, and asks: it goes on where the one before has stopped. */
  lead(): Promise<void>
  stop(): Promise<void>
  /** Seconds since the source last answered whoever asks it, or since the start before it did. */
  ageSeconds(): Promise<number>
  /** Tells of intervals without quotes; those before are kept for the first who asks. */
  onGap(tell: (gap: TickGap) => void): void
}

/** A market clock that is ahead of the real one by more than this would never find a fresh price. */
const aheadMillisecondsMax = 60_000

function expectPresent(clock: Clock): void {
  if (clock.now() - clock.wall() > aheadMillisecondsMax)
    throw new WrongSetting(
      `The market clock of this DATA_DIR reads ${isoInstant(clock.now())}, which is still to come: MARKET=live needs a new DATA_DIR`,
    )
}

/** Loads what is stored; sends nothing before the first round. */
export async function openLiveMarket(options: LiveMarketOptions): Promise<LiveMarket> {
  const { db, clock, members, log } = options
  expectPresent(clock)
  const { gaps, silence, watch, quotes, polling } = openParts(options)
  await quotes.load(clock.now() - tapeMilliseconds)
  members?.readFirst(quotes.follow)
  let answeredBefore = clock.wall()
  let isAsking = members?.isLeading() !== false
  let isStopped = false

  /** A round of quotes, and then of dividends and splits: while the source fails it is asked for nothing else. */
  async function round(): Promise<number> {
    const { answeredAt: before } = polling.state()
    const pause = await polling.round()
    const { answeredAt, failures } = polling.state()
    await noteRound(db, { answered: answeredAt !== before, pause }).catch((error: unknown) =>
      log.warn({ err: error }, 'how the public source answers could not be noted'),
    )
    if (failures === 0) await learn(quotes, watch, log)
    return pause
  }

  let timer: ReturnType<typeof setTimeout> | undefined
  let working: Promise<unknown> = Promise.resolve()
  function turn(): void {
    working = round().then((pause) => {
      if (!isStopped) timer = setTimeout(turn, pause)
    })
  }

  return {
    round,
    start() {
      if (isAsking) turn()
    },
    async lead() {
      await quotes.follow(db)
      const note = await sourceNote(db)
      const { answeredAgo = null, askedAgo = 0, pause = 0 } = note ?? {}
      if (answeredAgo !== null) answeredBefore = clock.wall() - answeredAgo
      silence.goOn(clock.now() - (clock.wall() - answeredBefore), clock.now() - askedAgo)
      isAsking = true
      if (!isStopped) timer = setTimeout(turn, pause)
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await working
      if (isAsking) silence.unanswered(clock.now())
    },
    async ageSeconds() {
      const ago = isAsking ? undefined : (await sourceNote(db))?.answeredAgo
      return (ago ?? clock.wall() - (polling.state().answeredAt ?? answeredBefore)) / 1000
    },
    onGap: (tell) => gaps.onGap(tell),
  }
}

/** What asks the source and what stores its answers. */
function openParts({ db, source, clock, log }: LiveMarketOptions) {
  const { catalogue, live } = source
  const { tape, actions } = live
  const gaps = openGaps()
  const silence = openSilence(clock.now(), (gap) => gaps.add(gap))
  const watch = watchOf({ db, source, log })
  const quotes = openLiveQuotes({
    db,
    tape,
    catalogue,
    clock,
    actions,
    isUnknown: watch.isUnknown,
    onGap: (gap) => gaps.add(gap),
    onFault: openFaultLog(log),
  })
  const due = openDue(catalogue.calendars, (now) => followedBySymbol(catalogue, now))
  const polling = openPolling({
    source: live.source,
    due: (now) => due.at(now),
    wall: () => clock.wall(),
    async take(answers, symbols) {
      await watch.look()
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
  return { gaps, silence, watch, quotes, polling }
}

/** A database that is away ends no rounds: what could not be stored is asked for again. */
const learn = (quotes: LiveQuotes, watch: ActionWatch, log: LiveMarketOptions['log']): Promise<void> =>
  quotes
    .learn((now) => watch.ask(now))
    .catch((error: unknown) => log.warn({ err: error }, 'dividends and splits could not be stored'))

/** Asks for the dividends and splits of what somebody holds. */
function watchOf({
  db,
  source: { catalogue, live },
  log,
}: Pick<LiveMarketOptions, 'db' | 'source' | 'log'>): ActionWatch {
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

import type { Guard } from './guard.ts'

const rule = 'core/market/source-quote.test.ts'
const source = 'server/feeds/live/source.test.ts'
const feed = 'server/feeds/live/live-feed.test.ts'
const fills = 'server/areas/trading/live-fills.test.ts'

const removals: readonly Omit<Guard, 'rows'>[] = [
  {
    name: 'live: a price of another currency is not taken over',
    file: 'core/market/source-quote.ts',
    find: "  if (said.currency !== instrument.currency) return 'wrong_currency'\n",
    replace: '',
    test: rule,
    fails: 'pence instead of pounds: wrong_currency',
  },
  {
    name: 'live: an older quote does not replace a newer one',
    file: 'core/market/source-quote.ts',
    find: "  if (previous !== undefined && said.tradedAt < previous.venueTime) return 'out_of_order'\n",
    replace: '',
    test: rule,
    fails: 'an older quote than the last one: out_of_order',
  },
  {
    name: 'live: nothing is filled at a quote in doubt',
    file: 'core/trading/execution.ts',
    find: 'quote.doubt !== undefined || ',
    replace: '',
    test: fills,
    fails: 'a position is liquidated at a fresh quote, and not at one in doubt',
  },
  {
    name: 'live: a split that is not known yet holds the share',
    file: 'core/market/source-quote.ts',
    find: "? 'other_shares' : unknown",
    replace: '? unknown : unknown',
    test: feed,
    fails: 'a close before that is not ours holds the share until its split is known',
  },
  {
    name: 'live: a share that may pay or split today fills nothing',
    file: 'core/market/source-quote.ts',
    find: "isActionUnknown ? 'actions_unknown' : undefined",
    replace: 'isActionUnknown ? undefined : undefined',
    test: rule,
    fails: 'a share that may pay or split today: shown',
  },
  {
    name: 'live: the past of an instrument is asked for one after the other',
    file: 'server/feeds/live/histories.ts',
    find: 'answer = turn.then(() => ask(followed, interval))',
    replace: 'answer = ask(followed, interval)',
    test: 'server/feeds/live/histories.test.ts',
    fails: 'asks for one past after the other, and refuses when too many wait',
  },
  {
    name: 'live: a price in doubt about its shares is in no chart',
    file: 'server/feeds/live/live-chart.ts',
    find: "doubt === 'other_shares' || ",
    replace: '',
    test: 'server/feeds/live/live-chart.test.ts',
    fails: 'a price in doubt about its shares is in no chart',
  },
  {
    name: 'live: the first price of a share outside of its session has no opening price',
    file: 'server/feeds/live/arrivals.ts',
    find: '  if (session === undefined) return [whole]\n  const opens = session.open\n',
    replace: '  const opens = session?.open ?? Infinity\n',
    test: feed,
    fails: 'the first price of a share that was made in the phase pre comes without an opening price',
  },
  {
    name: 'live: the source has a time limit',
    file: 'server/feeds/live/bounded-fetch.ts',
    find: 'AbortSignal.timeout(timeoutMilliseconds)',
    replace: 'AbortSignal.timeout(timeoutMilliseconds * 1000)',
    test: source,
    fails: 'a source that is silent is told as slow',
  },
  {
    name: 'live: an answer has a limit of size',
    file: 'server/feeds/live/bounded-fetch.ts',
    find: 'if (bytes > bytesMax)',
    replace: 'if (bytes < 0)',
    test: source,
    fails: 'a source that answers with too much is told as unreadable',
  },
  {
    name: 'live: a session that is refused is thrown away',
    file: 'server/feeds/live/source.ts',
    find: "      if (failure.kind === 'refused') cookies = new ExtendedCookieJar()\n",
    replace: '',
    test: source,
    fails: 'keeps its session for the next question, and takes a new one after a refusal',
  },
  {
    name: 'live: a price keeps its own time after the close',
    file: 'server/feeds/live/live-feed.ts',
    find: 'receivedTime: since, phase, opening: false',
    replace: 'receivedTime: since, venueTime: since, phase, opening: false',
    test: feed,
    fails: 'after the close the last price stands, and nothing fills at it',
  },
  {
    name: 'live: old pairs convert nothing while currencies trade',
    file: 'server/feeds/live/live-feed.ts',
    find: 'conversionRate: rates(isFresh)',
    replace: 'conversionRate: rates(() => true)',
    test: feed,
    fails: 'currencies convert by fresh pairs alone, and over a weekend by the last ones',
  },
  {
    name: 'live: what is stored too late is a gap of the market',
    file: 'server/areas/market/live-quotes.ts',
    find: 'if (now >= receivedAt) onGap(',
    replace: 'if (now < 0) onGap(',
    test: fills,
    fails: 'quotes that are stored too late are a gap of the market',
  },
]

/** What keeps public quotes honest; no row of the verification standard asks for it. */
export const live: readonly Guard[] = removals.map((removal) => ({ ...removal, rows: [] }))

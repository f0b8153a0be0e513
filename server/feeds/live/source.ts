import { ExtendedCookieJar } from 'yahoo-finance2/lib/cookieJar'
import { _getCrumb as fetchCrumb } from 'yahoo-finance2/lib/getCrumb'
import { openBoundedFetch } from './bounded-fetch.ts'
import { readHistory, type SourceHistory } from './history-shapes.ts'
import { readQuotes, type SourceAnswer } from './shapes.ts'
import { failureOf, SourceFailure } from './source-failure.ts'

/** Public quotes of Yahoo Finance. Every request throws `SourceFailure` when it has no usable answer. */
export type QuoteSource = {
  /** The quotes of some symbols, in any order, without those that the source does not know. */
  quotes(symbols: readonly string[]): Promise<readonly SourceAnswer[]>
  /** The bars of a symbol since an instant, its dividends and its splits. */
  history(symbol: string, interval: HistoryInterval, since: number, until: number): Promise<SourceHistory>
}

export type HistoryInterval = '1d' | '60m' | '5m' | '1m'

export type SourceOptions = {
  /** A cache in front of the source, or a test's own server. */
  readonly origin: string | undefined
  readonly timeoutMilliseconds?: number
}

const host = 'https://query2.finance.yahoo.com'
/** One answer of a hundred quotes is some 200 KB. */
const bytesMax = 8_000_000
const timeoutDefault = 10_000
const headers = { 'User-Agent': 'Mozilla/5.0 (compatible; mex-practice)' }

/** The client would write to the console; what went wrong is told by our log and metrics. */
const silent = () => undefined
const logger = { info: silent, warn: silent, error: silent, debug: silent, dir: silent }

/**
 * Opens the source. It sends nothing before the first question. The client gets the session, a cookie and a crumb, in which the source
 * changes most; the answers are read here, because the client refuses a hundred quotes for one with a field that is new to it.
 */
export function openSource({ origin, timeoutMilliseconds = timeoutDefault }: SourceOptions): QuoteSource {
  const fetch = openBoundedFetch({ origin, timeoutMilliseconds, bytesMax })
  let cookies = new ExtendedCookieJar()
  let asking: Promise<unknown> = Promise.resolve()

  async function crumb(): Promise<string> {
    const found = await fetchCrumb(cookies, fetch, { headers }, logger)
    // A refusal may come as the text of a good answer.
    if (found === null || !/^\S{1,64}$/.test(found)) throw new SourceFailure('refused', 'the source gives no session')
    return found
  }

  /** The JSON of an answer. One question follows the other, whoever asks. */
  function ask(path: string, query: Readonly<Record<string, string>>): Promise<unknown> {
    const answer = asking.then(() => askNow(path, query))
    asking = answer.catch(() => undefined)
    return answer
  }

  /** A session that is refused is thrown away, because the client would keep it. */
  async function askNow(path: string, query: Readonly<Record<string, string>>): Promise<unknown> {
    try {
      const url = new URL(path, host)
      url.search = new URLSearchParams({ ...query, crumb: await crumb() }).toString()
      const response = await fetch(url, { headers: { ...headers, cookie: await cookies.getCookieString(url.href) } })
      return JSON.parse(await response.text())
    } catch (error) {
      const failure = failureOf(error)
      if (failure.kind === 'refused') cookies = new ExtendedCookieJar()
      throw failure
    }
  }

  return {
    quotes: async (symbols) => readQuotes(await ask('/v7/finance/quote', { symbols: symbols.join(',') })),
    async history(symbol, interval, since, until) {
      const span = { period1: String(Math.floor(since / 1000)), period2: String(Math.ceil(until / 1000)) }
      const query = { interval, ...span, events: 'div|split' }
      const history = readHistory(await ask(`/v8/finance/chart/${encodeURIComponent(symbol)}`, query))
      if (history.symbol !== symbol)
        throw new SourceFailure('unreadable', `the history of ${history.symbol} for ${symbol}`)
      return history
    },
  }
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

/** What the local server answers to a question about quotes; undefined: it never answers. */
export type Answered = { readonly status?: number; readonly headers?: Record<string, string>; readonly body: string }
type Answer = (url: URL) => Answered | undefined

/** A local server that speaks as Yahoo Finance does: a page that gives a cookie, a crumb, quotes. */
export type SourceServer = {
  readonly origin: string
  /** The paths and queries that were asked. */
  readonly asked: readonly URL[]
  answer(next: Answer): void
  close(): Promise<void>
}

export async function openSourceServer(first: Answer): Promise<SourceServer> {
  const asked: URL[] = []
  let answer = first
  const server = createServer((request, response) => serve(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function serve(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', origin)
    asked.push(url)
    if (url.pathname === '/quote/AAPL' || url.pathname === '/') {
      response
        .writeHead(200, { 'set-cookie': 'A3=test; Domain=.yahoo.com; Path=/; Secure; Max-Age=3600' })
        .end('<html>')
      return
    }
    if (url.pathname === '/v1/test/getcrumb') {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('crumb.of.a.test')
      return
    }
    const said = answer(url)
    if (said === undefined) return
    response.writeHead(said.status ?? 200, { 'content-type': 'application/json', ...said.headers }).end(said.body)
  }

  return {
    origin,
    asked,
    answer: (next) => void (answer = next),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A quote in the words of the source. */
export const saidQuote = (symbol: string, facts: Readonly<Record<string, unknown>> = {}) => ({
  symbol,
  quoteType: 'EQUITY',
  currency: 'USD',
  exchangeDataDelayedBy: 0,
  regularMarketPrice: 100,
  regularMarketTime: 1_788_879_600,
  regularMarketOpen: 99,
  regularMarketDayHigh: 101,
  regularMarketDayLow: 98.5,
  regularMarketPreviousClose: 98,
  regularMarketVolume: 1_000_000,
  bid: 99.99,
  ask: 100.01,
  ...facts,
})

/** The answer with some quotes. */
export const saidQuotes = (quotes: readonly unknown[]): Answered => ({
  body: JSON.stringify({ quoteResponse: { result: quotes, error: null } }),
})

type Cells = readonly (number | string | null)[]
export type SaidColumns = {
  readonly open: Cells
  readonly high: Cells
  readonly low: Cells
  readonly close: Cells
  readonly volume: Cells
}

/** The answer about the past of a symbol; times in seconds. */
export const saidHistory = (
  symbol: string,
  timestamp: readonly number[],
  quote: Partial<SaidColumns>,
  more: object = {},
): Answered => ({
  body: JSON.stringify({
    chart: {
      result: [{ meta: { symbol, currency: 'USD' }, timestamp, indicators: { quote: [quote] }, ...more }],
      error: null,
    },
  }),
})

import type { Phase, QuoteDoubt } from '@mex/core/market/quote.ts'
import { price, quantity, type Price, type Quantity } from '@mex/core/money/money.ts'
import { isoInstant } from '#clock.ts'
import { columns, sql, type Tx } from '#db/sql.ts'
import type { TapeQuote } from '#feeds/live/tape.ts'

/** A stored quote and its place in the one order in which everybody reads them. */
export type StoredQuote = { readonly sequence: number; readonly quote: TapeQuote }

type Row = {
  readonly sequence: number
  readonly instrument: string
  readonly venueTime: number
  readonly receivedTime: number
  readonly last: bigint
  readonly bid: bigint
  readonly ask: bigint
  readonly size: bigint
  readonly phase: string
  readonly opening: boolean
  readonly doubt: string | null
  readonly previousClose: bigint | null
  readonly open: bigint | null
  readonly high: bigint | null
  readonly low: bigint | null
  readonly regular: bigint | null
  readonly volume: bigint | null
}

const fields = sql`sequence, instrument, venue_time as "venueTime", received_time as "receivedTime", last, bid, ask, size, phase, opening,
  doubt, previous_close as "previousClose", day_open as open, day_high as high, day_low as low, day_regular as regular, day_volume as volume`

const maybePrice = (raw: bigint | null): Price | undefined => (raw === null ? undefined : price(raw))
const maybeQuantity = (raw: bigint | null): Quantity | undefined => (raw === null ? undefined : quantity(raw))

function storedOf(row: Row): StoredQuote {
  const { sequence, instrument, venueTime, receivedTime, opening } = row
  const size = quantity(row.size)
  return {
    sequence,
    quote: {
      id: `${instrument}@${venueTime}`,
      key: instrument,
      venueTime,
      receivedTime,
      last: price(row.last),
      bid: price(row.bid),
      ask: price(row.ask),
      size,
      bidSize: size,
      askSize: size,
      phase: row.phase as Phase,
      opening,
      ...(row.doubt !== null && { doubt: row.doubt as QuoteDoubt }),
      previousClose: maybePrice(row.previousClose),
      day: {
        open: maybePrice(row.open),
        high: maybePrice(row.high),
        low: maybePrice(row.low),
        regular: maybePrice(row.regular),
        volume: maybeQuantity(row.volume),
      },
    },
  }
}

/** Stores quotes in their order. One that another process has stored already stays as it is. */
export async function insertLiveQuotes(tx: Tx, quotes: readonly TapeQuote[]): Promise<void> {
  await sql`
    insert into live_quote (instrument, venue_time, received_time, last, bid, ask, size, phase, opening, doubt, previous_close, day_open, day_high, day_low, day_regular, day_volume)
    select * from ${columns(
      quotes,
      ['text', ({ key }) => key],
      ['timestamptz', ({ venueTime }) => isoInstant(venueTime)],
      ['timestamptz', ({ receivedTime }) => isoInstant(receivedTime)],
      ['numeric', ({ last }) => last],
      ['numeric', ({ bid }) => bid],
      ['numeric', ({ ask }) => ask],
      ['numeric', ({ size }) => size],
      ['text', ({ phase }) => phase],
      ['boolean', ({ opening }) => opening],
      ['text', ({ doubt }) => doubt ?? null],
      ['numeric', ({ previousClose }) => previousClose ?? null],
      ['numeric', ({ day }) => day.open ?? null],
      ['numeric', ({ day }) => day.high ?? null],
      ['numeric', ({ day }) => day.low ?? null],
      ['numeric', ({ day }) => day.regular ?? null],
      ['numeric', ({ day }) => day.volume ?? null],
    )}
    on conflict do nothing`.execute(tx)
}

/** The quotes after one of them, in their order. */
export async function liveQuotesAfter(tx: Tx, sequence: number, limit: number): Promise<readonly StoredQuote[]> {
  const { rows } = await sql<Row>`
    select ${fields} from live_quote where sequence > ${sequence} order by sequence limit ${limit}`.execute(tx)
  return rows.map(storedOf)
}

/** No quote is made later than this after it comes into force; the index has the time at which it was made. */
const madeAheadMilliseconds = 60_000

/** The newest quote of each instrument that came into force before an instant, in their order. */
export async function newestLiveQuotes(tx: Tx, before: number): Promise<readonly StoredQuote[]> {
  // From key to key of the index, and one row each: the whole table would be read at every start.
  const { rows } = await sql<Row>`
    with recursive listed (key) as (
      (select instrument from live_quote order by instrument limit 1)
      union all
      select (select instrument from live_quote where instrument > listed.key order by instrument limit 1)
      from listed where listed.key is not null
    )
    select ${fields} from listed cross join lateral (
      select * from live_quote
      where instrument = listed.key and received_time < ${isoInstant(before)}
        and venue_time <= ${isoInstant(before + madeAheadMilliseconds)}
      order by venue_time desc limit 1
    ) as newest order by sequence`.execute(tx)
  return rows.map(storedOf)
}

/** The sequence after which all quotes came into force at an instant or later. */
export async function liveSequenceBefore(tx: Tx, instant: number): Promise<number> {
  const { rows } = await sql<{ sequence: number | null }>`
    select max(sequence) as sequence from live_quote
    where received_time < ${isoInstant(instant)} and received_time >= (
      -- A quote behind an opening comes a second after those that are stored after it.
      select max(received_time) - interval '2 seconds' from live_quote where received_time < ${isoInstant(instant)}
    )`.execute(tx)
  return rows[0]?.sequence ?? 0
}

/** The quotes of what was ever ordered, and of all currencies, after one of them, in their order: what a check of the past needs. */
export async function tradedQuotesAfter(tx: Tx, sequence: number, limit: number): Promise<readonly StoredQuote[]> {
  const { rows } = await sql<Row>`
    select ${fields} from live_quote
    where sequence > ${sequence} and (instrument like 'FX:%' or instrument in (select instrument from trade_order))
    order by sequence limit ${limit}`.execute(tx)
  return rows.map(storedOf)
}

/** The quotes of instruments that were the newest at some instants, each once, in their order. */
export async function liveQuotesAt(
  tx: Tx,
  keys: readonly string[],
  instants: readonly number[],
): Promise<readonly StoredQuote[]> {
  const { rows } = await sql<Row>`
    select distinct ${fields} from unnest(${keys}::text[]) as wanted (key)
    cross join unnest(${instants.map(isoInstant)}::timestamptz[]) as asked (at)
    cross join lateral (
      select * from live_quote
      where live_quote.instrument = wanted.key and live_quote.received_time <= asked.at
        and live_quote.venue_time <= asked.at + ${madeAheadMilliseconds} * interval '1 millisecond'
      order by live_quote.venue_time desc limit 1
    ) as newest order by sequence`.execute(tx)
  return rows.map(storedOf)
}

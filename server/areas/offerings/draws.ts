import { createHmac } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { present } from '@mex/core/assert.ts'
import { keyMessage, type Keyed } from '@mex/core/offerings/ballot.ts'
import {
  basisOf,
  drawApplication,
  rankBook,
  type BasisRow,
  type DrawnApplication,
  type RankedBook,
} from '@mex/core/offerings/draw.ts'
import type { OfferTerms } from '@mex/core/offerings/new-issue.ts'
import { offerKey, type Offer } from '@mex/core/offerings/offer.ts'
import type { Quantity } from '@mex/core/money/money.ts'
import { firstDay } from '#areas/market/commitments.ts'
import { noteAboutMarket } from '#areas/market/notes.ts'
import { linksOfKeys } from '#areas/ledger/store-chain-links.ts'
import { inTransaction, type Database, type Tx } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import { dayMilliseconds } from '@mex/core/time-zone.ts'
import { kindOf, offersOf } from './offers.ts'
import { drawnOffers, drawsOf, insertDraw, type StoredDraw } from './store-draws.ts'

/** HMAC-SHA-256 under the key of a draw. */
export const keyedBy = (key: string): Keyed => {
  const bytes = Buffer.from(key, 'hex')
  return (message) => createHmac('sha256', bytes).update(message).digest('hex')
}

/** The key of a draw (rulebook §20.4-4). */
export const drawKey = (seed: string, offer: Offer, beacon: string): string =>
  createHmac('sha256', Buffer.from(seed, 'hex'))
    .update(keyMessage({ bookHash: offer.bookHash, offer: offer.id, beacon }))
    .digest('hex')

/** What the tickets of a person's application are named by. */
export const ticketName = (application: number): string => `p${application}`

export const lotsOf = ({ lot }: Pick<OfferTerms, 'lot'>, shares: Quantity): number => Number(shares / lot)

export type Pause = () => Promise<unknown>

/** Ranks the book of an offer, with pauses for other work. */
export async function rankedBook(offer: OfferTerms, key: string, pause: Pause = nextTurn): Promise<RankedBook> {
  const steps = rankBook(offer, offer.book, keyedBy(key))
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    await pause()
  }
}

export const drawOne = (book: RankedBook, key: string, application: { id: number; lots: number }): DrawnApplication =>
  drawApplication(book, { id: ticketName(application.id), lots: application.lots }, keyedBy(key))

/** Books kept: those of offers that are allotted now. */
const booksMax = 12
/** Results kept, of some kilobytes each: those of all offers of two years. */
const resultsMax = 1000

/** What the book alone got, for who looks at a draw. */
export type BookResult = Pick<RankedBook, 'asked'> & { readonly basis: readonly BasisRow[] }

export type Draws = {
  /** Notes offers that have closed, and draws those that are due; returns the drawn ones. */
  readonly advance: (now: number) => Promise<void>
  /** The draw of an offer, with the book that it ranked; undefined before it. */
  readonly of: (tx: Tx, offer: Offer) => Promise<{ readonly draw: StoredDraw; readonly book: RankedBook } | undefined>
  /** The draw of an offer, with the result of its book; undefined before it. It ranks the book at the first look alone. */
  readonly result: (
    tx: Tx,
    offer: Offer,
  ) => Promise<{ readonly draw: StoredDraw; readonly result: BookResult } | undefined>
  /** Lets other work run: between two applications that are drawn, each of which takes milliseconds. */
  readonly pause: Pause
  /** The keys of those that are known to be drawn. */
  readonly drawn: () => ReadonlySet<string>
}

export type DrawDependencies = {
  readonly db: Database
  readonly feed: Feed
  /** Lets other work run while a book is ranked. */
  readonly pause?: Pause
}

const noteKey = (offer: Offer): string => `${kindOf(offer)}:${offer.id}:closed`

const noteNames = { ipo: 'new issue', placing: 'placing' } as const

/** What is computed once under a name; the oldest of too many is dropped. */
function openKept<Value>(most: number): (name: string, make: () => Promise<Value>) => Promise<Value> {
  const kept = new Map<string, Promise<Value>>()
  return (name, make) => {
    const known = kept.get(name)
    if (known !== undefined) return known
    const [oldest] = kept.keys()
    if (kept.size >= most && oldest !== undefined) kept.delete(oldest)
    const made = make()
    kept.set(name, made)
    return made
  }
}

export function openDraws({ db, feed, pause = nextTurn }: DrawDependencies): Draws {
  const noted = new Set<string>()
  let drawn: Set<string> | undefined
  const books = openKept<RankedBook>(booksMax)
  const results = openKept<BookResult>(resultsMax)
  let looking: Promise<unknown> = Promise.resolve()

  const bookOf = (offer: Offer, key: string): Promise<RankedBook> =>
    books(`${offerKey(offer)} ${key}`, () => rankedBook(offer, key, pause))

  /** One book at a time: who looks at many offers at once makes nobody else wait longer. The allotment never waits for them. */
  const resultOf = (offer: Offer, key: string): Promise<BookResult> =>
    results(`${offerKey(offer)} ${key}`, () => {
      const found = looking.then(async () => {
        const book = await rankedBook(offer, key, pause)
        return { asked: book.asked, basis: basisOf(book) }
      })
      looking = found.catch(() => undefined)
      return found
    })

  /** A note after the close: its hash is the randomness that nobody could know before (rulebook §20.4-4). */
  async function noteClose(offer: Offer, now: number): Promise<void> {
    const { id, code, bookHash } = offer
    const memo = `${noteNames[kindOf(offer)]} ${id} (${code}) has closed, book ${bookHash}`
    await inTransaction(db, (tx) => noteAboutMarket(tx, { key: noteKey(offer), at: now, memo }))
    noted.add(offerKey(offer))
  }

  async function draw(offer: Offer, now: number): Promise<boolean> {
    const [link] = await linksOfKeys(db, [`NOTE:market:${noteKey(offer)}`])
    // The chain is a second behind the ledger.
    if (link === undefined) return false
    const beacon = link.hash.toString('hex')
    const seed = present(feed.seedOf(offer, now), `the seed of ${noteKey(offer)}`)
    const key = drawKey(seed, offer, beacon)
    await insertDraw(db, { source: offer.source, offer: offer.id, beacon, sequence: link.sequence, key, drawnAt: now })
    return true
  }

  return {
    async advance(now) {
      const started = (await firstDay(db, now)) * dayMilliseconds
      const closed = [...offersOf(feed, now).values()].filter(({ endsAt }) => endsAt <= now && endsAt >= started)
      if (closed.length === 0) return
      drawn ??= new Set((await drawnOffers(db)).map(offerKey))
      for (const offer of closed) {
        const key = offerKey(offer)
        if (drawn.has(key)) continue
        if (!noted.has(key)) await noteClose(offer, now)
        if (offer.allotsAt <= now && (await draw(offer, now))) drawn.add(key)
      }
    },
    async of(tx, offer) {
      const [found] = await drawsOf(tx, [offer])
      return found === undefined ? undefined : { draw: found, book: await bookOf(offer, found.key) }
    },
    async result(tx, offer) {
      const [found] = await drawsOf(tx, [offer])
      return found === undefined ? undefined : { draw: found, result: await resultOf(offer, found.key) }
    },
    pause,
    drawn: () => drawn ?? new Set(),
  }
}

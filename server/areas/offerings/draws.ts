import { createHmac } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { present } from '@mex/core/assert.ts'
import { keyMessage, type Keyed } from '@mex/core/offerings/ballot.ts'
import { drawApplication, rankBook, type DrawnApplication, type RankedBook } from '@mex/core/offerings/draw.ts'
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

/** Books kept: an offer's result is looked at by many within an hour. */
const booksMax = 12

export type Draws = {
  /** Notes offers that have closed, and draws those that are due; returns the drawn ones. */
  readonly advance: (now: number) => Promise<void>
  /** The draw of an offer, with the book that it ranked; undefined before it. */
  readonly of: (tx: Tx, offer: Offer) => Promise<{ readonly draw: StoredDraw; readonly book: RankedBook } | undefined>
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

export function openDraws({ db, feed, pause }: DrawDependencies): Draws {
  const noted = new Set<string>()
  let drawn: Set<string> | undefined
  const books = new Map<string, Promise<RankedBook>>()

  function bookOf(offer: Offer, key: string): Promise<RankedBook> {
    const name = `${offerKey(offer)} ${key}`
    const known = books.get(name)
    if (known !== undefined) return known
    const [oldest] = books.keys()
    if (books.size >= booksMax && oldest !== undefined) books.delete(oldest)
    const ranked = rankedBook(offer, key, pause)
    books.set(name, ranked)
    return ranked
  }

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
    drawn: () => drawn ?? new Set(),
  }
}

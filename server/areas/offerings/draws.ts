import { createHmac } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { present } from '@mex/core/assert.ts'
import { keyMessage, type Keyed } from '@mex/core/offerings/ballot.ts'
import { drawApplication, rankBook, type DrawnApplication, type RankedBook } from '@mex/core/offerings/draw.ts'
import type { NewIssue } from '@mex/core/offerings/new-issue.ts'
import type { Quantity } from '@mex/core/money/money.ts'
import { firstDay } from '#areas/market/commitments.ts'
import { noteAboutMarket } from '#areas/market/notes.ts'
import { linksOfKeys } from '#areas/ledger/store-chain-links.ts'
import { inTransaction, type Database, type Tx } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import { dayMilliseconds } from '@mex/core/time-zone.ts'
import { drawnOffers, drawsOf, insertDraw, type StoredDraw } from './store-draws.ts'

/** HMAC-SHA-256 under the key of a draw. */
export const keyedBy = (key: string): Keyed => {
  const bytes = Buffer.from(key, 'hex')
  return (message) => createHmac('sha256', bytes).update(message).digest('hex')
}

/** The key of a draw (rulebook §20.4-4). */
export const drawKey = (seed: string, offer: NewIssue, beacon: string): string =>
  createHmac('sha256', Buffer.from(seed, 'hex'))
    .update(keyMessage({ bookHash: offer.bookHash, offer: offer.id, beacon }))
    .digest('hex')

/** What the tickets of a person's application are named by. */
export const ticketName = (application: number): string => `p${application}`

export const lotsOf = ({ lot }: Pick<NewIssue, 'lot'>, shares: Quantity): number => Number(shares / lot)

export type Pause = () => Promise<unknown>

/** Ranks the book of an offer, with pauses for other work. */
export async function rankedBook(offer: NewIssue, key: string, pause: Pause = nextTurn): Promise<RankedBook> {
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
  readonly of: (
    tx: Tx,
    offer: NewIssue,
  ) => Promise<{ readonly draw: StoredDraw; readonly book: RankedBook } | undefined>
  /** Those that are known to be drawn. */
  readonly drawn: () => ReadonlySet<number>
}

export type DrawDependencies = {
  readonly db: Database
  readonly feed: Feed
  /** Lets other work run while a book is ranked. */
  readonly pause?: Pause
}

const noteKey = ({ id }: NewIssue): string => `ipo:${id}:closed`

export function openDraws({ db, feed, pause }: DrawDependencies): Draws {
  const noted = new Set<number>()
  let drawn: Set<number> | undefined
  const books = new Map<string, Promise<RankedBook>>()

  function bookOf(offer: NewIssue, key: string): Promise<RankedBook> {
    const name = `${offer.id} ${key}`
    const known = books.get(name)
    if (known !== undefined) return known
    const [oldest] = books.keys()
    if (books.size >= booksMax && oldest !== undefined) books.delete(oldest)
    const ranked = rankedBook(offer, key, pause)
    books.set(name, ranked)
    return ranked
  }

  /** A note after the close: its hash is the randomness that nobody could know before (rulebook §20.4-4). */
  async function noteClose(offer: NewIssue, now: number): Promise<void> {
    const { id, code, bookHash } = offer
    const memo = `new issue ${id} (${code}) has closed, book ${bookHash}`
    await inTransaction(db, (tx) => noteAboutMarket(tx, { key: noteKey(offer), at: now, memo }))
    noted.add(id)
  }

  async function draw(offer: NewIssue, now: number): Promise<boolean> {
    const [link] = await linksOfKeys(db, [`NOTE:market:${noteKey(offer)}`])
    // The chain is a second behind the ledger.
    if (link === undefined) return false
    const beacon = link.hash.toString('hex')
    const seed = present(feed.seedOf(offer, now), `the seed of offer ${offer.id}`)
    const key = drawKey(seed, offer, beacon)
    await insertDraw(db, { offer: offer.id, beacon, sequence: link.sequence, key, drawnAt: now })
    return true
  }

  return {
    async advance(now) {
      const started = (await firstDay(db, now)) * dayMilliseconds
      const closed = feed.newIssues(now).filter(({ endsAt }) => endsAt <= now && endsAt >= started)
      if (closed.length === 0) return
      drawn ??= await drawnOffers(db)
      for (const offer of closed) {
        if (drawn.has(offer.id)) continue
        if (!noted.has(offer.id)) await noteClose(offer, now)
        if (offer.allotsAt <= now && (await draw(offer, now))) drawn.add(offer.id)
      }
    },
    async of(tx, offer) {
      const [found] = await drawsOf(tx, [offer.id])
      return found === undefined ? undefined : { draw: found, book: await bookOf(offer, found.key) }
    },
    drawn: () => drawn ?? new Set(),
  }
}

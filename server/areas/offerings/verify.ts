import { createHash } from 'node:crypto'
import type { Application } from '@mex/core/offerings/application.ts'
import { bookText } from '@mex/core/offerings/ballot.ts'
import { bookingsOfApplication, type StoredApplication } from '@mex/core/offerings/bookings.ts'
import { finalPrice } from '@mex/core/offerings/new-issue.ts'
import { offerKey, type Offer } from '@mex/core/offerings/offer.ts'
import { linksAfter } from '#areas/ledger/store-chain-links.ts'
import { allowLongStatements } from '#areas/ledger/store-verify.ts'
import { findingsMax, wrongBookings } from '#areas/ledger/verify-rows.ts'
import { inTransaction, type Database, type Tx } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import { drawKey, drawOne, lotsOf, rankedBook } from './draws.ts'
import { offerNameOf, offersOf } from './offers.ts'
import { drawsOf, drawnOffers, type StoredDraw } from './store-draws.ts'
import { applicationsAfter } from './store.ts'

export type OfferingsVerified = {
  readonly draws: number
  readonly applications: number
  readonly findings: readonly string[]
}

const keyOf = (row: Parameters<typeof offerNameOf>[0]): string => offerKey(offerNameOf(row))

/**
 * Recomputes every draw and every application from public facts (rulebook §20.4-7): the seed matches its commitment, the book its
 * hash, the randomness the chain, the key all of them; each application got the lots that its tickets draw, and the ledger holds
 * exactly the journals of its row.
 */
export const verifyOfferings = (db: Database, feed: Feed, now: number): Promise<OfferingsVerified> =>
  inTransaction(
    db,
    async (tx) => {
      await allowLongStatements(tx)
      const offers = offersOf(feed, now)
      const drawn = await drawsOf(tx, await drawnOffers(tx))
      const findings: string[] = []
      for (const each of drawn) findings.push(...(await wrongDraw(tx, feed, offers.get(keyOf(each)), each, now)))
      const redraw = openRedrawing(offers, drawn)
      let count = 0
      const events = ['E50', 'E51', 'E52', 'E53', 'E54', 'E55', 'E57', 'E58'] as const
      const page = async (one: Tx, after: number, limit: number) => {
        const rows = []
        for (const stored of await applicationsAfter(one, after, limit)) {
          const { journals, faults } = bookingsIn(offers, stored)
          rows.push({ id: stored.application.id, journals, faults: [...(await redraw(stored.application)), ...faults] })
        }
        count += rows.length
        return rows
      }
      findings.push(...(await wrongBookings(tx, { name: 'application', events, page })))
      return { draws: drawn.length, applications: count, findings: findings.slice(0, findingsMax) }
    },
    'snapshot',
  )

function bookingsIn(offers: ReadonlyMap<string, Offer>, stored: StoredApplication) {
  const offer = offers.get(keyOf(stored.application))
  if (offer === undefined) return { journals: () => [], faults: ['is for an offer that is not there'] }
  return bookingsOfApplication(stored, offer, finalPrice(offer))
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')

async function wrongDraw(
  tx: Tx,
  feed: Feed,
  offer: Offer | undefined,
  { source, offer: id, beacon, sequence, key, drawnAt }: StoredDraw,
  now: number,
): Promise<readonly string[]> {
  const about = `draw of offer ${offerKey({ source, id })}`
  const seed = offer === undefined ? undefined : feed.seedOf(offer, now)
  if (offer === undefined || seed === undefined) return [`${about}: there is no such offer`]
  const [link] = await linksAfter(tx, sequence - 1, 1)
  const isNote = link?.entry.event === 'NOTE' && link.entry.at >= offer.endsAt
  return [
    ...(drawnAt < offer.allotsAt ? [`${about}: was made before its time`] : []),
    ...(sha256(Buffer.from(seed, 'hex')) === feed.commitmentOf(offer)
      ? []
      : [`${about}: the seed does not match its commitment`]),
    ...(sha256(bookText(offer.book)) === offer.bookHash ? [] : [`${about}: the book does not match its hash`]),
    ...(isNote && link.hash.toString('hex') === beacon
      ? []
      : [`${about}: its randomness is not that of the chain after the close`]),
    ...(drawKey(seed, offer, beacon) === key ? [] : [`${about}: its key is not that of its seed, book and randomness`]),
  ]
}

/** Recomputes what each application drew; the book of an offer is ranked once. */
function openRedrawing(offers: ReadonlyMap<string, Offer>, draws: readonly StoredDraw[]) {
  const books = new Map<string, ReturnType<typeof rankedBook>>()
  const bookOf = (offer: Offer, key: string) => {
    const known = books.get(offerKey(offer)) ?? rankedBook(offer, key)
    books.set(offerKey(offer), known)
    return known
  }
  const drawOf = new Map(draws.map((draw) => [keyOf(draw), draw]))
  return async (application: Application): Promise<readonly string[]> => {
    const { id, drawn, quantity } = application
    const [offer, draw] = [offers.get(keyOf(application)), drawOf.get(keyOf(application))]
    if (drawn === undefined || offer === undefined) return []
    if (draw === undefined) return ['was allotted without a draw']
    const again = drawOne(await bookOf(offer, draw.key), draw.key, { id, lots: lotsOf(offer, quantity) })
    if (again.lots === drawn.lots && again.rank === drawn.rank) return []
    return [`drew ${drawn.lots} lots with rank ${drawn.rank}, should be ${again.lots} with rank ${again.rank}`]
  }
}

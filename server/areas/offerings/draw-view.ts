import type { calls } from '@mex/contract/areas.ts'
import type { Answer } from '@mex/contract/call.ts'
import { divide } from '@mex/core/money/decimal.ts'
import { rate, type Rate } from '@mex/core/money/money.ts'
import type { BasisRow, RankedBook } from '@mex/core/offerings/draw.ts'
import type { Offer } from '@mex/core/offerings/offer.ts'
import { lotsAsked, poolLots, poolOf, publicLots } from '@mex/core/offerings/pools.ts'
import type { Tx } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import { lotsOf, ticketName, type Draws } from './draws.ts'
import { countDrawn, drawnApplications } from './store.ts'
import { knownPrice, timesCovered } from './views.ts'

const shareOf = (part: number, whole: number): Rate =>
  rate(divide(BigInt(part) * 100n * 10n ** 12n, BigInt(Math.max(1, whole)), 'near'))

export const basisView = (rows: readonly BasisRow[]) =>
  rows.map((row) => ({ ...row, share: shareOf(row.allotted, row.lots * row.applications) }))

/** Applications of people that a public result names. */
const drawnMax = 5000

/** The lots of both pools by what the book asks for. */
function poolsOf(offer: Offer, book: Pick<RankedBook, 'asked'> | undefined) {
  const of = (pool: 'A' | 'B'): number => lotsAsked(offer.book.filter(({ lots }) => poolOf(offer, lots) === pool))
  const asked = book?.asked ?? { A: of('A'), B: of('B') }
  const supply = publicLots(offer, asked.A + asked.B)
  return { supply, lots: poolLots(offer, supply, asked) }
}

export async function drawView(
  draws: Draws,
  offer: Offer,
  { db, feed, now }: { readonly db: Tx; readonly feed: Feed; readonly now: number },
): Promise<Answer<typeof calls.offerings.draw>> {
  const drawn = await draws.result(db, offer)
  const { supply, lots } = poolsOf(offer, drawn?.result)
  const [people, total] =
    drawn === undefined ? [[], 0] : await Promise.all([drawnApplications(db, offer, drawnMax), countDrawn(db, offer)])
  return {
    commitment: feed.commitmentOf(offer),
    seed: drawn === undefined ? undefined : feed.seedOf(offer, now),
    beacon: drawn?.draw.beacon,
    beaconSource: drawn === undefined ? undefined : `journal ${drawn.draw.sequence}`,
    key: drawn?.draw.key,
    bookHash: offer.bookHash,
    mechanism: offer.mechanism,
    price: knownPrice(offer, now),
    timesCovered: timesCovered(offer),
    totalShares: offer.totalShares,
    lot: offer.lot,
    high: offer.high,
    publicPerMille: offer.publicPerMille,
    publicLots: supply,
    poolALots: lots.A,
    poolBLots: lots.B,
    book: offer.book.map(({ id, lots: asked }) => ({ id, lots: asked })),
    basis: drawn === undefined ? [] : basisView(drawn.result.basis),
    applicationsTotal: total,
    applications: people.map((each) => ({
      id: ticketName(each.id),
      lots: lotsOf(offer, each.quantity),
      allottedLots: each.lots,
    })),
  }
}

import assert from 'node:assert/strict'
import type { Order as OrderView } from '@mex/contract/trading/shapes.ts'
import { grant } from '@mex/core/account/postings.ts'
import { present } from '@mex/core/assert.ts'
import { isOpenBlock, type BlockOffer } from '@mex/core/blocks/block-offer.ts'
import { formatQuantity, moneyOf, quantityOf } from '@mex/core/money/money.ts'
import { isRefusal, type Refusal } from '@mex/core/refusal.ts'
import { loadBalances, savePostings } from '#areas/ledger/actions.ts'
import { openTradingTest, type Asked, type TradingTest, type TradingTestOptions } from '#areas/trading/testing.ts'
import { readOrder, readPosition } from '#areas/trading/testing.ts'
import { findingsIn } from '#areas/trading/verify/testing.ts'
import { lockUsers } from '#db/lane.ts'
import { inTransaction } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'

/** A market in which a test sells parts of blocks to others. */
export type BlocksTest = TradingTest & {
  /** Sells shares of an offer from an instant on. */
  sell(offer: BlockOffer, shares: bigint, at: number): void
  /** A person with more money for blocks. */
  richPerson(): Promise<number>
  openOffer(market?: BlockOffer['market']): BlockOffer
  /** An open offer of a share that could be sold short without it. */
  shortableOffer(): BlockOffer
  /** What an order for one lot of the share of an offer names. */
  shareOf(offer: BlockOffer): Pick<Asked, 'key' | 'source' | 'quantity'>
  order(user: number, offer: BlockOffer, shares?: string): Promise<OrderView | Refusal>
  /** Passes the confirmation of what is ordered now, tick by tick. */
  confirm(): Promise<void>
}

let grants = 1_000_000

export async function openBlocksTest(options: TradingTestOptions = {}): Promise<BlocksTest> {
  const sold: { readonly offer: number; readonly at: number; readonly shares: bigint }[] = []
  const { bend = (feed) => feed } = options
  const market = await openTradingTest({ ...options, bend: (feed) => withSales(bend(feed), sold) })
  const { clock, database, engine, feed } = market
  return {
    ...market,
    sell: (offer, shares, at) => void sold.push({ offer: offer.id, at, shares }),
    async richPerson() {
      const user = await market.person()
      await inTransaction(database.db, async (tx) => {
        await lockUsers(tx, [user])
        const balances = await loadBalances(tx, [user])
        grants += 1
        balances.post(grant({ user, at: clock.now() }, 'STOCK', moneyOf('50000000'), grants))
        await savePostings(tx, balances)
      })
      return user
    },
    openOffer: (of = 'HK') =>
      present(
        feed.blockOffers(clock.now()).find((offer) => offer.market === of && isOpenBlock(offer, clock.now())),
        `an open block of ${of}`,
      ),
    shortableOffer() {
      const now = clock.now()
      const shares = feed.instruments(now)
      return present(
        feed.blockOffers(now).find((each) => isOpenBlock(each, now) && shares.get(each.instrument)?.shortable === true),
        'an open block of a share that can be sold short',
      )
    },
    shareOf(offer) {
      const { key, source, lot } = present(feed.instruments(clock.now()).get(offer.instrument), offer.instrument)
      return { key, source, quantity: formatQuantity(lot) }
    },
    order: (userId, offer, shares = '10000') =>
      engine.lane.send({ kind: 'block', userId, offer, quantity: quantityOf(shares), language: 'en' }) as Promise<
        OrderView | Refusal
      >,
    async confirm() {
      const end = clock.now() + 60_000
      while (clock.now() <= end) await market.tick()
    },
  }
}

const withSales = (
  feed: Feed,
  sold: readonly { readonly offer: number; readonly at: number; readonly shares: bigint }[],
): Feed => ({
  ...feed,
  blockSales: (offer, now) => [
    ...feed.blockSales(offer, now),
    ...sold
      .filter((sale) => sale.offer === offer.id && sale.at <= now)
      .map(({ at, shares }) => ({ at, shares: quantityOf(String(shares)) })),
  ],
})

export const wordOf = (outcome: unknown): string | undefined => (isRefusal(outcome) ? outcome.refused : undefined)

export const orderOf = async (market: BlocksTest, user: number, id: number) =>
  present(await readOrder(market.database.db, user, id), 'the order')
export const positionOf = async (market: BlocksTest, user: number, id: number) =>
  present(await readPosition(market.database.db, user, id), 'the position')
export async function fillsOf(market: BlocksTest, id: number) {
  const { rows } = await market.database.pool.query<{ quote_id: string; price: string; available: string | null }>(
    'select quote_id, price, available from execution where order_id = $1',
    [id],
  )
  return rows
}
export async function expectRight(market: BlocksTest, pauses: Parameters<typeof findingsIn>[1] = {}): Promise<void> {
  assert.deepEqual(await findingsIn(market, { gaps: market.gaps, ...pauses }), [])
  await market.expectBalancedLedger()
}

import { setImmediate } from 'node:timers/promises'
import { bondRules, type Bond } from '@mex/core/bonds/bond.ts'
import { holdingWorth, type Holding } from '@mex/core/bonds/holding.ts'
import { holdingsBefore } from '@mex/core/bonds/past-holding.ts'
import { bondWallet } from '@mex/core/bonds/postings.ts'
import { addMoney, nothing, type Money, type Price } from '@mex/core/money/money.ts'
import type { DayNumber } from '@mex/core/time-zone.ts'
import { walletCurrency } from '@mex/core/wallet/wallets.ts'
import type { Tx } from '#db/sql.ts'
import { openPastValues } from '#feeds/bars/past-values.ts'
import type { Feed } from '#feeds/feed.ts'
import type { PastMarket } from '#feeds/past-market.ts'
import { bondsAt } from './quotes.ts'
import { couponsSince, listHoldings } from './store.ts'

/** What a user held of bonds since an instant, and the coupons that were paid since. */
export type PastHoldings = {
  readonly holdings: readonly Holding[]
  readonly coupons: Awaited<ReturnType<typeof couponsSince>>
}

export async function holdingsSince(tx: Tx, userId: number, since: number): Promise<PastHoldings> {
  const all = await listHoldings(tx, userId, { withRedeemed: true })
  const holdings = all.filter(({ redeemedAt }) => redeemedAt === undefined || redeemedAt >= since)
  return { holdings, coupons: holdings.length === 0 ? [] : await couponsSince(tx, userId, since) }
}

type Quoted = { readonly bid: Price | undefined; readonly settles: DayNumber }

const quotedAt = ({ bonds }: Pick<Feed, 'bonds'>, bond: Bond, at: number): Quoted => {
  const market = bondsAt({ bonds }, at)
  return { bid: market.quote(bond)?.bid, settles: market.settles(bond) }
}

/** Quotes of bonds at past instants, for everybody, by the market that they follow from. */
const known = new WeakMap<Feed['bonds'], ReturnType<typeof openPastValues<Quoted>>>()
const quotesKept = 50_000

/** A bond at all instants. A curve of the past takes some milliseconds, so the event loop gets its turn after each. */
async function quotesOf({ feed, instants }: PastMarket, bond: Bond): Promise<readonly Quoted[]> {
  const values = known.get(feed.bonds) ?? openPastValues<Quoted>(quotesKept)
  known.set(feed.bonds, values)
  const past = await values(String(bond.id), instants.slice(0, -1), async (missing) => {
    const found: Quoted[] = []
    for (const at of missing) {
      found.push(quotedAt(feed, bond, at))
      await setImmediate()
    }
    return found
  })
  return [...past, ...instants.slice(-1).map((now) => quotedAt(feed, bond, now))]
}

/** What the bonds of a user were worth at every instant, in the funding account's currency (rulebook §7.3). */
export async function pastBondAssets(
  { holdings, coupons }: PastHoldings,
  market: PastMarket,
): Promise<readonly Money[]> {
  const { feed, instants } = market
  const sums = instants.map(() => nothing)
  for (const [purchase, parts] of Map.groupBy(holdings, (holding) => holding.purchase)) {
    const bond = feed.bonds.find(parts[0]?.bond ?? 0, instants.at(-1) ?? 0)
    if (bond === undefined) continue
    const quoted = await quotesOf(market, bond)
    const rates = await market.rates(bondRules[bond.kind].currency, walletCurrency[bondWallet])
    const paid = coupons.filter((coupon) => coupon.purchase === purchase)
    for (const [index, at] of instants.entries()) {
      const [quote, rate] = [quoted[index], rates[index]]
      if (quote === undefined || rate === undefined) continue
      const next = paid.find(({ paidAt }) => paidAt >= at)?.date
      const then = index === instants.length - 1 ? parts : holdingsBefore(parts, at, next)
      sums[index] = addMoney(sums[index] ?? nothing, ...then.map((each) => holdingWorth(bond, each, quote, rate)))
    }
  }
  return sums
}

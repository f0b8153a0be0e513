import { bondRules, type Bond } from '@mex/core/bonds/bond.ts'
import { price, type Price, type Percent } from '@mex/core/money/money.ts'
import { changePercent } from '@mex/core/market/price-change.ts'
import type { Feed } from '#feeds/feed.ts'
import { pastPrices } from './past-prices.ts'
import { bondsAt } from './quotes.ts'

/** The bond of a code, until it matures. */
export const bondOfCode = ({ bonds }: Pick<Feed, 'bonds'>, code: string, now: number): Bond | undefined =>
  bonds.issues(now).find((bond) => bond.code === code && bondsAt({ bonds }, now).settles(bond) < bond.matures)

export type WatchedBond = {
  readonly last: Price | undefined
  /** Since 20:00 UTC of the day before; undefined on the first day. */
  readonly change: Price | undefined
  readonly changeRatio: Percent | undefined
  readonly tick: Price
  readonly closes: readonly Price[]
}

/** Sparkline points (rulebook §28). */
const closesMax = 50

/** The clean price between bid and ask, as a row of the watchlist shows it. */
export function watchedBond(feed: Pick<Feed, 'bonds'>, bond: Bond, now: number): WatchedBond {
  const last = bondsAt(feed, now).quote(bond)?.price
  const closes = pastPrices(feed, bond, now).map(({ clean }) => clean)
  const before = closes.at(-1)
  const change = last === undefined || before === undefined ? undefined : price(last - before)
  return {
    last,
    change,
    changeRatio: last === undefined || before === undefined ? undefined : changePercent(last, before),
    tick: bondRules[bond.kind].priceStep,
    closes: closes.slice(-closesMax),
  }
}

import { marketOfKey } from '@mex/core/market/instrument.ts'
import { marketRules } from '@mex/core/market/products.ts'
import type { Price, Rate } from '@mex/core/money/money.ts'
import { bondIndexAfter, bondIndexDays, bondIndexStart } from '@mex/core/strategies/bond-index.ts'
import { comparablePrice, oneShare, sharesAfter, type Shares } from '@mex/core/strategies/growth.ts'
import { bondIndex } from '@mex/core/strategies/rules/balanced.ts'
import type { Strike } from '@mex/core/strategies/strike.ts'
import type { StrategyDay } from '@mex/core/strategies/strategy.ts'
import type { Feed } from './feed.ts'

type PriceFeed = Pick<Feed, 'quote' | 'actions' | 'bonds'>

/** What one share of the first strike has become by a strike, by key; and the index of bonds with the yield at which it bought. */
type Grown = { readonly shares: ReadonlyMap<string, Shares>; readonly bonds: BondLevel | undefined }
type BondLevel = { readonly level: Price; readonly bought: Rate }

/**
 * The comparable prices of each strike, one after the other: published last prices at the strike, with splits and with dividends that are
 * invested again, less what is withheld from them (`growth.ts`). A pure function of the feed, and of no price after the strike.
 */
export function openStrikePrices(feed: PriceFeed, universe: readonly string[]): (strike: Strike) => StrategyDay {
  let grown: Grown = { shares: new Map(), bonds: undefined }
  let before: Strike | undefined
  return (strike) => {
    const prices = new Map<string, Price>()
    const shares = new Map(grown.shares)
    for (const key of universe) {
      if (key === bondIndex) continue
      const quoted = feed.quote(key, strike.instant)?.last
      if (quoted === undefined || quoted <= 0n) continue
      const span = { from: before?.instant ?? strike.instant, until: strike.instant }
      const withheld = marketRules[marketOfKey(key)].dividendTax
      const held = sharesAfter(shares.get(key) ?? oneShare, feed.actions(key, strike.instant), span, {
        quoted,
        withheld,
      })
      shares.set(key, held)
      prices.set(key, comparablePrice(quoted, held))
    }
    const bonds = universe.includes(bondIndex) ? bondLevel(feed, grown.bonds, before, strike) : undefined
    if (bonds !== undefined) prices.set(bondIndex, bonds.level)
    grown = { shares, bonds }
    before = strike
    return { ...strike, prices }
  }
}

function bondLevel(
  { bonds }: Pick<Feed, 'bonds'>,
  held: BondLevel | undefined,
  before: Strike | undefined,
  strike: Strike,
): BondLevel | undefined {
  const curve = bonds.curve('US', strike.instant)
  if (curve === undefined) return held
  const bought = curve.yieldIn(bondIndexDays)
  if (held === undefined || before === undefined) return { level: bondIndexStart, bought }
  const days = strike.date - before.date
  return { level: bondIndexAfter(held.level, held.bought, curve.yieldIn(bondIndexDays - days), days), bought }
}

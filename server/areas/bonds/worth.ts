import { bondRules } from '@mex/core/bonds/bond.ts'
import { holdingWorth } from '@mex/core/bonds/holding.ts'
import { bondWallet } from '@mex/core/bonds/postings.ts'
import { addMoney, nothing, type Currency, type Money } from '@mex/core/money/money.ts'
import { walletCurrency } from '@mex/core/wallet/wallets.ts'
import { bookingRate } from '#areas/trading/prices.ts'
import type { Tx } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import { bondsAt } from './quotes.ts'
import { listHoldings } from './store.ts'

/** What a bond is worth in the funding account's currency, and the currency that it pays in. */
export type BondWorth = { readonly currency: Currency; readonly worth: Money }

/** Each holding of bonds of a person that has a price (rulebook §7.3). */
export async function bondWorths(tx: Tx, feed: Feed, userId: number, now: number): Promise<readonly BondWorth[]> {
  const market = bondsAt(feed, now)
  const found: BondWorth[] = []
  for (const holding of await listHoldings(tx, userId, { withRedeemed: false })) {
    const bond = feed.bonds.find(holding.bond, now)
    if (bond === undefined) continue
    const { currency } = bondRules[bond.kind]
    const mid = bookingRate(feed, currency, walletCurrency[bondWallet], now)
    if (mid === undefined) continue
    const quoted = { bid: market.quote(bond)?.bid, settles: market.settles(bond) }
    found.push({ currency, worth: holdingWorth(bond, holding, quoted, mid) })
  }
  return found
}

/** What the bonds of a person are worth together in the funding account's currency (rulebook §7.3). */
export const bondAssets = async (tx: Tx, feed: Feed, userId: number, now: number): Promise<Money> =>
  addMoney(nothing, ...(await bondWorths(tx, feed, userId, now)).map(({ worth }) => worth))

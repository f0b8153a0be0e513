import { bondRules } from '@mex/core/bonds/bond.ts'
import { holdingWorth } from '@mex/core/bonds/holding.ts'
import { bondWallet } from '@mex/core/bonds/postings.ts'
import { addMoney, nothing, type Money } from '@mex/core/money/money.ts'
import { walletCurrency } from '@mex/core/wallet/wallets.ts'
import { bookingRate } from '#areas/trading/prices.ts'
import type { Tx } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import { bondsAt } from './quotes.ts'
import { listHoldings } from './store.ts'

/** What the bonds of a person are worth in the funding account's currency (rulebook §7.3). */
export async function bondAssets(tx: Tx, feed: Feed, userId: number, now: number): Promise<Money> {
  const market = bondsAt(feed, now)
  let sum = nothing
  for (const holding of await listHoldings(tx, userId, { withRedeemed: false })) {
    const bond = feed.bonds.find(holding.bond, now)
    if (bond === undefined) continue
    const mid = bookingRate(feed, bondRules[bond.kind].currency, walletCurrency[bondWallet], now)
    if (mid === undefined) continue
    const quoted = { bid: market.quote(bond)?.bid, settles: market.settles(bond) }
    sum = addMoney(sum, holdingWorth(bond, holding, quoted, mid))
  }
  return sum
}

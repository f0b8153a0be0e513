import type { Answer } from '@mex/contract/call.ts'
import type { portfolio } from '@mex/contract/portfolio/calls.ts'
import { textIn } from '@mex/contract/text.ts'
import { bondWallet } from '@mex/core/bonds/postings.ts'
import { followWallet } from '@mex/core/follow/postings.ts'
import type { Market } from '@mex/core/market/instrument.ts'
import { addMoney, nothing, subtractMoney, type Money } from '@mex/core/money/money.ts'
import { allocate, type HoldingPart } from '@mex/core/portfolio/allocation.ts'
import { quantifyWallet } from '@mex/core/quantify/postings.ts'
import { robotWallet } from '@mex/core/robots/postings.ts'
import { totalBalance, walletCurrency, wallets, type Wallet } from '@mex/core/wallet/wallets.ts'
import { bondWorths, type BondWorth } from '#areas/bonds/worth.ts'
import { followProfit } from '#areas/follow/worth.ts'
import { loadBalances } from '#areas/ledger/actions.ts'
import { quantifyMoney } from '#areas/quantify/worth.ts'
import { robotAssets } from '#areas/robots/worth.ts'
import { openWorths, type OpenWorth } from '#areas/trading/results/open-worth.ts'
import type { PersonContext } from '#context.ts'
import { inTransaction, type Tx } from '#db/sql.ts'
import { ratesOf, type PortfolioDependencies } from './valued.ts'

type IsFund = (key: string) => boolean

const marginClasses: Partial<Readonly<Record<Market, 'FUTURES' | 'FOREX'>>> = { FUT: 'FUTURES', FX: 'FOREX' }

/** What was bought whole is of the currency of its market; what only needs margin leaves the money in that of the wallet. */
function positionPart({ wallet, instrument, margin, worth, marketValue }: OpenWorth, isFund: IsFund): HoldingPart {
  const marginOnly = marginClasses[instrument.market]
  const own = { wallet, held: margin, worth, exposure: marketValue }
  if (marginOnly !== undefined)
    return { ...own, assetClass: marginOnly, currency: walletCurrency[wallet], sector: undefined }
  const { currency, sector } = instrument
  return isFund(instrument.key)
    ? { ...own, assetClass: 'FUNDS', currency, sector: undefined }
    : { ...own, assetClass: 'SHARES', currency, sector: sector?.en }
}

const bondPart = ({ currency, worth }: BondWorth): HoldingPart => ({
  wallet: bondWallet,
  assetClass: 'BONDS',
  currency,
  sector: undefined,
  held: nothing,
  worth,
  exposure: undefined,
})

type ProductClass = 'APPLICATIONS' | 'FOLLOW' | 'QUANTIFY' | 'ROBOTS'

/** Money of a wallet that is in a product, and what the product has gained beyond it. */
const productPart = (assetClass: ProductClass, wallet: Wallet, held: Money, gain: Money): HoldingPart => ({
  wallet,
  assetClass,
  currency: walletCurrency[wallet],
  sector: undefined,
  held,
  worth: addMoney(held, gain),
  exposure: undefined,
})

/** Everything that the net worth of a user consists of, read at one instant. */
async function load(tx: Tx, context: PersonContext, describe: PortfolioDependencies['describe']) {
  const { feed, now, person } = context
  const { userId } = person
  const [balances, positions, bonds, follow, quantify, robots] = await Promise.all([
    loadBalances(tx, [userId]),
    openWorths(tx, context, describe),
    bondWorths(tx, feed, userId, now),
    followProfit(tx, feed, userId, now),
    quantifyMoney(tx, feed, userId, now),
    robotAssets(tx, userId),
  ])
  const held = new Map(wallets.map((wallet) => [wallet, balances.holdings(userId, wallet)]))
  return { held, positions, bonds, follow, quantify, robots }
}

type Loaded = Awaited<ReturnType<typeof load>>

function partsOf({ held, positions, bonds, follow, quantify, robots }: Loaded, isFund: IsFund): readonly HoldingPart[] {
  const inProducts = (wallet: Wallet): Money => held.get(wallet)?.product ?? nothing
  return [
    ...positions.map((position) => positionPart(position, isFund)),
    ...bonds.map(bondPart),
    ...[...held].map(([wallet, { subscription }]) => productPart('APPLICATIONS', wallet, subscription, nothing)),
    productPart('FOLLOW', followWallet, inProducts(followWallet), follow),
    productPart('QUANTIFY', quantifyWallet, quantify.principal, quantify.gain),
    // Robots share the wallet of the quantitative products.
    productPart('ROBOTS', robotWallet, subtractMoney(inProducts(robotWallet), quantify.principal), robots),
  ]
}

/** What the net worth of now consists of. Its total is that of the overview (rulebook §7.3). */
export async function allocation(
  context: PersonContext,
  { describe, isFund, traditional }: PortfolioDependencies,
): Promise<Answer<typeof portfolio.allocation>> {
  const { db, feed, now, language } = context
  const loaded = await inTransaction(db, (tx) => load(tx, context, describe), 'snapshot')
  const { total, classes, currencies, sectors } = allocate({
    parts: partsOf(loaded, (key) => isFund(key, now)),
    balances: new Map([...loaded.held].map(([wallet, held]) => [wallet, totalBalance(held)])),
    rates: ratesOf(feed.conversionRate('USD', 'MXN', now)?.rate, feed.conversionRate('HKD', 'MXN', now)?.rate),
  })
  const named = new Map(loaded.positions.map(({ instrument: { sector } }) => [sector?.en, sector]))
  const nameOf = (key: string | undefined): string | undefined => {
    const name = named.get(key)
    return name === undefined ? undefined : textIn(name, language, traditional)
  }
  return {
    at: now,
    currency: 'MXN',
    total,
    classes: classes.map(({ key, ...row }) => ({ assetClass: key, ...row })),
    currencies: currencies.map(({ key, ...row }) => ({ currency: key, ...row })),
    sectors: sectors.map(({ key, ...row }) => ({ sector: nameOf(key), ...row })),
  }
}

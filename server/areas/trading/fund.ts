import type { calls } from '@mex/contract/areas.ts'
import type { Answer, Handlers } from '@mex/contract/call.ts'
import { textIn } from '@mex/contract/text.ts'
import { isShareMarket, sources, type Instrument, type Market, type Source } from '@mex/core/market/instrument.ts'
import { marketRules, walletFor } from '@mex/core/market/products.ts'
import { addMoney, convert, money, nothing, value, type Money } from '@mex/core/money/money.ts'
import { refuse } from '@mex/core/refusal.ts'
import { usedBalance, walletCurrency, type Wallet } from '@mex/core/wallet/wallets.ts'
import type { Context, PersonContext } from '#context.ts'
import { holdingsOf } from '#areas/ledger/actions.ts'
import type { TradingEngine } from './engine.ts'
import { pricesAt } from './prices.ts'
import { listClosings, listPositions, turnover } from './store-lists.ts'
import { todayByWallet } from '#areas/trading/results/today.ts'
import { markPosition } from './views.ts'

type FundCalls = Pick<typeof calls.market, 'fundDetails' | 'fundProfit'>
type Asked = { readonly code?: string | undefined; readonly market?: Market | undefined }
type Page = { readonly pageNum: number; readonly pageSize: number }

/** Money and realised results of the wallets that trade shares. */
export const fundHandlers = (engine: TradingEngine) =>
  ({
    fundDetails: (input, context) => fundDetails(engine, input, context),
    fundProfit: (input, context) => fundProfit(engine, input, context),
  }) satisfies Handlers<FundCalls, Context, PersonContext>

/** The wallet that trades the shares of a market, and the product that it trades. */
function ofMarket(market: Market): { readonly wallet: Wallet; readonly source: Source } {
  const { wallet, source } = marketRules[market]
  if (wallet === undefined || !isShareMarket(market)) return refuse('unknown_instrument', { field: 'market' })
  return { wallet, source }
}

/** The requested instrument and the wallet that trades it. */
function instrumentAsked(
  engine: TradingEngine,
  { now }: Context,
  code: string,
  market: Market | undefined,
): { instrument: Instrument; wallet: Wallet } {
  const instrument = engine.dependencies.find({ code, market }, now)
  const wallet = instrument === undefined ? undefined : walletFor(instrument)
  if (instrument === undefined || wallet === undefined) return refuse('unknown_instrument', { field: 'stockCode' })
  return { instrument, wallet }
}

async function fundDetails(
  engine: TradingEngine,
  { code, market }: Asked,
  context: PersonContext,
): Promise<Answer<FundCalls['fundDetails']>> {
  const { db, feed, now, person } = context
  const asked = code === undefined ? undefined : instrumentAsked(engine, context, code, market)
  const { wallet } = asked ?? ofMarket(market ?? 'US')
  const prices = pricesAt(feed, now)
  const held = await holdingsOf(db, person.userId, wallet)
  const stored = await listPositions(db, person.userId, { source: undefined, instrument: asked?.instrument.key })
  const own = stored.filter(({ position }) => position.wallet === wallet)
  const profits = own.map(
    ({ position }) =>
      markPosition(position, engine.dependencies.describe(position.instrument, now), prices)?.profit ?? nothing,
  )
  const { bought, sold } = await turnover(db, person.userId, wallet, asked?.instrument.key)
  const currency = asked?.instrument.currency ?? walletCurrency[wallet]
  const rate = prices.conversionRate(currency, walletCurrency[wallet]) ?? refuse('quote_unavailable')
  const inWallet = (amount: bigint): Money => convert(value(amount), rate, 'near')
  return {
    wallet,
    available: held.available,
    used: usedBalance(held),
    profit: addMoney(...profits),
    todayProfit: (await todayByWallet(engine, context)).get(wallet) ?? nothing,
    positions: own.length,
    bought: inWallet(bought),
    sold: inWallet(sold),
  }
}

async function fundProfit(
  engine: TradingEngine,
  { code, market, pageNum, pageSize }: Asked & Page,
  context: PersonContext,
): Promise<Answer<FundCalls['fundProfit']>> {
  const asked =
    code !== undefined
      ? { instrument: instrumentAsked(engine, context, code, market).instrument.key }
      : market === undefined
        ? { source: sources.stock }
        : ofMarket(market)
  const page = { pageNumber: pageNum, pageSize }
  const { total, rows } = await listClosings(context.db, context.person.userId, asked, page)
  const shown = rows.map(({ id, closing, position }) => {
    const described = engine.dependencies.describe(position.instrument, context.now)
    return {
      id,
      code: described.code,
      name: textIn(described.name, context.language, engine.dependencies.traditional),
      quantity: closing.quantity,
      profit: money(closing.netProfit),
      wallet: position.wallet,
      boughtAt: position.openedAt,
      soldAt: closing.at,
    }
  })
  return { total, pageNum, pageSize, rows: shown }
}

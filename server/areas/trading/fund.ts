import type { calls } from '@mex/contract/calls.ts'
import type { Handlers } from '@mex/contract/call.ts'
import { textIn } from '@mex/contract/text.ts'
import { sources } from '@mex/core/instrument.ts'
import { addMoney, convert, money, nothing, value, type Money } from '@mex/core/money.ts'
import { refuse } from '@mex/core/refusal.ts'
import { usedBalance, walletCurrency, walletOfInstrument, type Wallet } from '@mex/core/wallets.ts'
import type { Context, PersonContext } from '#context.ts'
import { holdingsOf } from '#areas/ledger/actions.ts'
import type { TradingDesk } from './actions.ts'
import { findInstrument } from './lookup.ts'
import { pricesAt } from './prices.ts'
import { listClosings, listPositions, turnover } from './store-lists.ts'
import { markPosition } from './views.ts'
import { todayByWallet } from './today.ts'

type FundCalls = Pick<typeof calls.market, 'fundDetails' | 'fundProfit'>

/** Money and realised results of the wallets that trade shares. */
export function fundHandlers(desk: TradingDesk) {
  function walletAsked(
    context: Context,
    code: string | undefined,
    market: Parameters<typeof findInstrument>[2]['market'],
  ) {
    if (code === undefined) return { wallet: 'US_STOCK' as Wallet, instrument: undefined }
    const instrument = findInstrument(context.feed, context.now, { code, market })
    const wallet = instrument === undefined ? undefined : walletOfInstrument(instrument)
    if (instrument === undefined || wallet === undefined) return refuse('unknown_instrument', { field: 'stockCode' })
    return { wallet, instrument }
  }
  return {
    async fundDetails({ code, market }, context) {
      const { userId } = context.person
      const { wallet, instrument } = walletAsked(context, code, market)
      const prices = pricesAt(context.feed, context.now)
      const held = await holdingsOf(context.db, userId, wallet)
      const stored = await listPositions(context.db, userId, { source: undefined, instrument: instrument?.key })
      const own = stored.filter(({ position }) => position.wallet === wallet)
      const profits = own.map(
        ({ position }) =>
          markPosition(position, desk.parts.describe(position.instrument, context.now), prices)?.profit ?? nothing,
      )
      const { bought, sold } = await turnover(context.db, userId, wallet, instrument?.key)
      const mid = (amount: bigint): Money => {
        const currency = instrument?.currency ?? walletCurrency[wallet]
        return convert(
          value(amount),
          prices.exchange(currency, walletCurrency[wallet]) ?? refuse('quote_unavailable'),
          'near',
        )
      }
      return {
        wallet,
        available: held.available,
        used: usedBalance(held),
        profit: addMoney(...profits),
        todayProfit: (await todayByWallet(desk, context)).get(wallet) ?? nothing,
        positions: own.length,
        bought: mid(bought),
        sold: mid(sold),
      }
    },
    async fundProfit({ code, market, pageNum, pageSize }, context) {
      const instrument = code === undefined ? undefined : walletAsked(context, code, market).instrument?.key
      const filter = {
        source: code === undefined ? sources.stock : undefined,
        instrument,
        from: undefined,
        to: undefined,
      }
      const { total, rows } = await listClosings(context.db, context.person.userId, filter, {
        pageNumber: pageNum,
        pageSize,
      })
      return {
        total,
        pageNum,
        pageSize,
        rows: rows.map(({ closing, position }) => {
          const { code: shown, name } = desk.parts.describe(position.instrument, context.now)
          return {
            id: closing.order ?? position.id,
            code: shown,
            name: textIn(name, context.language, desk.parts.traditional),
            quantity: closing.quantity,
            profit: money(closing.netProfit),
            boughtAt: position.openedAt,
            soldAt: closing.at,
          }
        }),
      }
    },
  } satisfies Handlers<FundCalls, Context, PersonContext>
}

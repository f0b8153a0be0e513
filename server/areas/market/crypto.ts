import type { Handlers } from '@mex/contract/call.ts'
import type { calls } from '@mex/contract/areas.ts'
import { textIn } from '@mex/contract/text.ts'
import type { Market } from '@mex/core/market/instrument.ts'
import { refuse } from '@mex/core/refusal.ts'
import type { Context, PersonContext } from '#context.ts'
import { coinUses } from './coin-uses.ts'
import { instrumentCalls, openAsking, type MarketHandlerDependencies } from './handlers.ts'

type CryptoHandlers = Handlers<typeof calls.crypto, Context, PersonContext>

/** A code of another market is no coin. */
function ofCoin<Input extends { readonly market?: Market | undefined }>(input: Input) {
  if (input.market !== undefined && input.market !== 'CRYPTO')
    return refuse('unknown_instrument', { field: 'stockCode' })
  return { ...input, market: 'CRYPTO' as const }
}

/** The calls of coins: those of any instrument, for coins alone, and the list of the coins that something uses. */
export function cryptoHandlers(dependencies: MarketHandlerDependencies): CryptoHandlers {
  const asking = openAsking(dependencies)
  const { ask, shown, marketData } = asking
  const ofAny = instrumentCalls(asking)
  return {
    async coins(_, context) {
      const asked = await ask(context)
      const { board, traditional } = marketData
      const coins = asked.source.listings.ofMarket('CRYPTO').filter(({ key }) => coinUses(key).length > 0)
      const views = await shown(asked, board.rows(coins, context.now))
      const keys = new Map(coins.map(({ code, key }) => [code, key]))
      return views.map((view) => ({
        ...view,
        usedBy: coinUses(keys.get(view.code) ?? '').map((name) => textIn(name, context.language, traditional)),
      }))
    },
    quote: async (input, context) => ofAny.quote(ofCoin(input), context),
    candles: async (input, context) => ofAny.candles(ofCoin(input), context),
  }
}

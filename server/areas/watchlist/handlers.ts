import { calls } from '@mex/contract/areas.ts'
import type { Handlers } from '@mex/contract/call.ts'
import type { Traditional } from '@mex/contract/text.ts'
import { codeOfKey } from '@mex/core/market/instrument.ts'
import { accepted } from '@mex/core/refusal.ts'
import { settings } from '@mex/core/settings.ts'
import type { MarketData } from '#areas/market/market-data.ts'
import { callerName, type Context, type PersonContext } from '#context.ts'
import { orWithout } from '#feeds/bars/bar-service.ts'
import { watch } from './actions.ts'
import { deleteCode, deleteWatch, watchesOf } from './store.ts'
import { watchKey, watchView } from './views.ts'

export type WatchlistDependencies = { readonly market: MarketData; readonly traditional: Traditional }

export function handlers({ market, traditional }: WatchlistDependencies) {
  return {
    async list({ classify }, context) {
      const rows = await watchesOf(context.db, context.person.userId, classify, settings.watchlist.rowsMax)
      const keys = rows.map(watchKey)
      const closes = await orWithout(market.bars.closes(keys, context.now, callerName(context)), new Map())
      return rows.map((row) => watchView(row, context, { market, traditional, closes }))
    },
    async save(input, context) {
      return accepted(await watch(input, context, market))
    },
    async remove({ id }, { db, person }) {
      await deleteWatch(db, person.userId, id)
      return null
    },
    async removeCode({ code, market: named }, { db, person, now }) {
      const key = named === undefined ? undefined : market.listings(now).keyOf(named, code)
      const former = key === undefined ? code : codeOfKey(key)
      return { deleted: await deleteCode(db, person.userId, former, named) }
    },
  } satisfies Handlers<typeof calls.watchlist, Context, PersonContext>
}

import { calls } from '@mex/contract/calls.ts'
import type { Handlers } from '@mex/contract/call.ts'
import { accepted } from '@mex/core/refusal.ts'
import { settings } from '@mex/core/settings.ts'
import type { Context, PersonContext } from '#context.ts'
import { watch } from './actions.ts'
import { deleteCode, deleteWatch, watchesOf } from './store.ts'
import { watchView, type WatchParts } from './views.ts'

export function handlers(parts: WatchParts) {
  return {
    async list({ classify }, context) {
      const rows = await watchesOf(context.db, context.person.userId, classify, settings.watchlist.rowsMax)
      return rows.map((row) => watchView(row, context, parts))
    },
    async save(input, context) {
      return accepted(await watch(input, context))
    },
    async remove({ id }, { db, person }) {
      await deleteWatch(db, person.userId, id)
      return null
    },
    async removeCode({ code, market }, { db, person }) {
      return { deleted: await deleteCode(db, person.userId, code, market) }
    },
  } satisfies Handlers<typeof calls.watchlist, Context, PersonContext>
}

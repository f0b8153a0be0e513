import type { calls } from '@mex/contract/areas.ts'
import type { Handlers, Input } from '@mex/contract/call.ts'
import type { watchGroups } from '@mex/contract/watchlist/groups.ts'
import { accepted, refusal, refuse, type Refusal } from '@mex/core/refusal.ts'
import { settings } from '@mex/core/settings.ts'
import type { Context, PersonContext } from '#context.ts'
import { lockUsers } from '#db/lane.ts'
import { inTransaction } from '#db/sql.ts'
import {
  countGroups,
  deleteGroup,
  fillGroup,
  groupNamed,
  groupsOf,
  hasGroup,
  insertGroup,
  orderGroups,
  renameGroup,
} from './store-groups.ts'

const { groupsMax } = settings.watchlist

/** The calls of the groups of the watchlist. */
export const groupHandlers = {
  list: (_input, { db, person }) => groupsOf(db, person.userId),
  save: async (input, context) => accepted(await saveGroup(input, context)),
  async fill({ id, rows }, { db, person: { userId } }) {
    await inTransaction(db, async (tx) => {
      await lockUsers(tx, [userId])
      if (!(await hasGroup(tx, userId, id))) refuse('not_found', { field: 'id' })
      await fillGroup(tx, userId, id, rows)
    })
    return null
  },
  async order({ ids }, { db, person: { userId } }) {
    await inTransaction(db, async (tx) => {
      await lockUsers(tx, [userId])
      await orderGroups(tx, userId, ids)
    })
    return null
  },
  async remove({ id }, { db, person }) {
    await deleteGroup(db, person.userId, id)
    return null
  },
} satisfies Handlers<typeof calls.watchGroups, Context, PersonContext>

/** Refuses: not_found for an unknown id, group_exists for the name of another group, too_many_groups. */
function saveGroup(
  { id, name }: Input<typeof watchGroups.save>,
  { db, person: { userId }, now }: PersonContext,
): Promise<{ readonly id: number } | Refusal> {
  return inTransaction(db, async (tx) => {
    await lockUsers(tx, [userId])
    const named = await groupNamed(tx, userId, name)
    if (id !== undefined) {
      if (!(await hasGroup(tx, userId, id))) return refusal('not_found', { field: 'id' })
      if (named !== undefined && named !== id) return refusal('group_exists', { field: 'groupName' })
      await renameGroup(tx, userId, id, name)
      return { id }
    }
    if (named !== undefined) return { id: named }
    if ((await countGroups(tx, userId)) >= groupsMax)
      return refusal('too_many_groups', { values: { n: String(groupsMax) } })
    return { id: await insertGroup(tx, userId, name, now) }
  })
}

import type { Handlers } from '@mex/contract/call.ts'
import type { calls } from '@mex/contract/calls.ts'
import { nextReset } from '@mex/core/leaving.ts'
import type { Context, PersonContext } from '#context.ts'
import { exportFile, requestExport } from './export.ts'
import { closeAccount, resetPractice, type LeavingParts } from './leaving.ts'
import { lastReset } from './store.ts'

export function handlers(parts: LeavingParts) {
  return {
    async ownData(_, { db, person, now }) {
      const last = await lastReset(db, person.userId)
      return { nextResetAt: nextReset(last?.askedAt, now), isResetting: last?.isOver === false }
    },
    requestExport: (input, context) => requestExport(input, context, parts),
    exportFile: (input, context) => exportFile(input, context, parts),
    closeAccount: (input, context) => closeAccount(input, context, parts),
    resetPractice: (input, context) => resetPractice(input, context, parts),
  } satisfies Handlers<typeof calls.records, Context, PersonContext>
}

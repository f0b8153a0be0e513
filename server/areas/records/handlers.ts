import type { Handlers } from '@mex/contract/call.ts'
import type { calls } from '@mex/contract/calls.ts'
import { nextReset } from '@mex/core/account/account-closing.ts'
import type { Context, PersonContext } from '#context.ts'
import { exportFile, requestExport } from './export.ts'
import { billFile, executionFile, executionPage, type ListParts } from './lists.ts'
import { statementOf } from './statement.ts'
import { closeAccount, resetPractice, type LeavingParts } from './account-closing.ts'
import { lastReset } from './store.ts'

export function handlers(parts: LeavingParts & ListParts) {
  return {
    billFile: (input, context) => billFile(input, context, parts),
    executions: (input, context) => executionPage(input, context, parts),
    executionFile: (input, context) => executionFile(input, context, parts),
    statement: (input, context) => statementOf(input, context, parts),
    async ownData(_, { db, person, wallNow }) {
      const last = await lastReset(db, person.userId)
      return { nextResetAt: nextReset(last?.askedAt, wallNow), isResetting: last?.isOver === false }
    },
    requestExport: (input, context) => requestExport(input, context, parts),
    exportFile: (input, context) => exportFile(input, context, parts),
    closeAccount: (input, context) => closeAccount(input, context, parts),
    resetPractice: (input, context) => resetPractice(input, context, parts),
  } satisfies Handlers<typeof calls.records, Context, PersonContext>
}

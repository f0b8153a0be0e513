import type { Handlers } from '@mex/contract/call.ts'
import type { calls } from '@mex/contract/areas.ts'
import { nextReset } from '@mex/core/account/account-closing.ts'
import { accepted } from '@mex/core/refusal.ts'
import { openConcurrencyLimit } from '#concurrency-limit.ts'
import { callerName, type Context, type PersonContext } from '#context.ts'
import { exportFile, requestExport } from './export.ts'
import { billFile, executionFile, executionPage, type ListDependencies } from './lists.ts'
import { statementOf } from './statement.ts'
import { closeAccount, resetPractice, type ClosingDependencies } from './account-closing.ts'
import { lastReset } from './store.ts'

/** A file of many rows is some tenths of a second of work: everybody waits in turn, and nobody asks for more than two at once. */
const limits = { concurrency: 1, waitingMax: 40, waitingPerCallerMax: 1 }

export function handlers(dependencies: ClosingDependencies & ListDependencies) {
  const limited = openConcurrencyLimit(limits)
  const file = async <File>(context: PersonContext, write: () => Promise<File>): Promise<File> =>
    accepted(await limited(callerName(context), write))
  return {
    billFile: (input, context) => file(context, () => billFile(input, context, dependencies)),
    executions: (input, context) => executionPage(input, context, dependencies),
    executionFile: (input, context) => file(context, () => executionFile(input, context, dependencies)),
    statement: (input, context) => statementOf(input, context, dependencies),
    async ownData(_, { db, person, wallNow }) {
      const last = await lastReset(db, person.userId)
      return { nextResetAt: nextReset(last?.askedAt, wallNow), isResetting: last?.isOver === false }
    },
    requestExport: (input, context) => requestExport(input, context, dependencies),
    exportFile: (input, context) => exportFile(input, context, dependencies),
    closeAccount: (input, context) => closeAccount(input, context, dependencies),
    resetPractice: (input, context) => resetPractice(input, context, dependencies),
  } satisfies Handlers<typeof calls.records, Context, PersonContext>
}

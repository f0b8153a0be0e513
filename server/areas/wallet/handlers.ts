import { calls } from '@mex/contract/areas.ts'
import type { Handlers } from '@mex/contract/call.ts'
import { accepted } from '@mex/core/refusal.ts'
import type { Context, PersonContext } from '#context.ts'
import { balanceOfWallet, type ResultDependencies } from './balances.ts'
import { history, historyWithSums, type HistoryFacts } from './history.ts'
import type { Transfers } from './transfers.ts'

export type WalletDependencies = ResultDependencies &
  HistoryFacts & {
    readonly transfers: Transfers
  }

export function handlers(dependencies: WalletDependencies) {
  return {
    bills: (input, context) => historyWithSums(input, context, dependencies),
    balance: (input, context) => balanceOfWallet(input, context, dependencies),
    async transfer({ from, to, amount }, { person, now, request }) {
      return accepted(
        await dependencies.transfers.submit.send({ userId: person.userId, request, from, to, amount, at: now }),
      )
    },
    async cancelTransfer({ id }, { person, now }) {
      return accepted(await dependencies.transfers.cancel.send({ userId: person.userId, id, at: now }))
    },
  } satisfies Handlers<typeof calls.wallet, Context, PersonContext>
}

/** The call of the trading group for the transaction history. */
export function historyHandlers(facts: HistoryFacts) {
  return {
    bills: (input, context) => history(input, context, facts),
  } satisfies Handlers<Pick<typeof calls.trading, 'bills'>, Context, PersonContext>
}

import type { Job } from '#jobs/runner.ts'
import type { Funding } from './actions.ts'

/**
 * The periodic jobs of this area (rulebook §2.2). The chain has a block every ten seconds; the watcher runs more often,
 * so that a transaction is detected soon after it was sent.
 */
export const jobs = ({ funding }: { readonly funding: Funding }): readonly Job[] => [
  { name: 'chain', everySeconds: 2, run: (now) => funding.chain.watch(now) },
  { name: 'deposit review', everySeconds: 10, run: (now) => funding.deposits.reviewDue(now) },
  { name: 'withdrawal review', everySeconds: 5, run: (now) => funding.withdrawals.progressDue(now) },
]

import type { Job } from '#jobs/runner.ts'
import type { Transfers } from './transfers.ts'

/** Scheduled jobs of wallets (rulebook §2.2). */
export const jobs = ({ transfers }: { readonly transfers: Transfers }): readonly Job[] => [
  { name: 'transfer', everySeconds: 5, run: (now) => transfers.settleDue(now) },
]

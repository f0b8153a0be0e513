import type { Transfers } from './actions.ts'

/** What the wallets do by the clock (rulebook §2.2). */
export const jobs = ({ transfers }: { readonly transfers: Transfers }) => [
  { name: 'transfer', everySeconds: 5, run: (now: number): Promise<number> => transfers.settleDue(now) },
]

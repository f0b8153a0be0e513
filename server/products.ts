import type { Traditional } from '@mex/contract/text.ts'
import type { Refusal } from '@mex/core/refusal.ts'
import type { Database, Tx } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'

/** What every product needs into which money is put. */
export type ProductDependencies = {
  readonly db: Database
  readonly feed: Feed
  readonly traditional: Traditional
  /** Why a user may not begin what cannot be ended at once: their practice waits to start again. Undefined when they may. */
  readonly resetRefusal: (tx: Tx, user: number) => Promise<Refusal | undefined>
}

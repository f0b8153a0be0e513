import { inTransaction, type Database } from '#db/sql.ts'
import { chainStart, sealHash } from './chain.ts'
import { insertSeals, journalsToSeal, lastSeal, lockSeals, type Seal } from './store-seals.ts'

export const sealBatch = 1000

/**
 * Adds the oldest journals that have no link in the hash chain yet (rulebook §8.1), at most one batch; answers how
 * many. Several processes may do it at once.
 */
export async function sealJournals(db: Database, batch = sealBatch): Promise<number> {
  return inTransaction(db, async (tx) => {
    await lockSeals(tx)
    const last = await lastSeal(tx)
    const journals = await journalsToSeal(tx, last?.journalId, batch)
    const seals: Seal[] = []
    let { sequence, hash } = last ?? { sequence: 0, hash: chainStart }
    for (const { id, entry } of journals) {
      const previous = hash
      sequence += 1
      hash = sealHash(previous, entry)
      seals.push({ sequence, journalId: id, previous, hash })
    }
    if (seals.length > 0) await insertSeals(tx, seals)
    return seals.length
  })
}

import { inTransaction, type Database } from '#db/sql.ts'
import { chainStart, linkHash } from './chain.ts'
import { insertLinks, journalsToLink, lastLink, lockChain, type ChainLink } from './store-chain-links.ts'

export const linkBatch = 1000

/**
 * Adds the oldest journals that have no link in the hash chain yet (rulebook §8.1), at most one batch; returns the
 * number. Several processes may run it at once.
 */
export async function linkJournals(db: Database, batch = linkBatch): Promise<number> {
  return inTransaction(db, async (tx) => {
    await lockChain(tx)
    const last = await lastLink(tx)
    const journals = await journalsToLink(tx, last?.journalId, batch)
    const links: ChainLink[] = []
    let { sequence, hash } = last ?? { sequence: 0, hash: chainStart }
    for (const { id, entry } of journals) {
      const previous = hash
      sequence += 1
      hash = linkHash(previous, entry)
      links.push({ sequence, journalId: id, previous, hash })
    }
    if (links.length > 0) await insertLinks(tx, links)
    return links.length
  })
}

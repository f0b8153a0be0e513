import { createHash } from 'node:crypto'
import { canonical, type Journal } from '@mex/core/ledger/ledger.ts'

/** The previous hash of the first link. */
export const chainStart = Buffer.alloc(32)

/** SHA-256(previous hash ‖ canonical JSON of the journal): one link of the hash chain (rulebook §8.1). */
export function linkHash(previous: Buffer, entry: Journal): Buffer {
  return createHash('sha256').update(previous).update(canonical(entry), 'utf8').digest()
}

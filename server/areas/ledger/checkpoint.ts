import type { Fingerprint, Secret } from '@mex/core/ledger/fingerprint.ts'
import { sql, type Tx } from '#db/sql.ts'
import type { Proved, ProvedLink, Trusted } from './follow-chain.ts'

/** Signs with a key that is not in the database. */
export type Sign = (text: string) => Buffer

/** The secret numbers of a fingerprint, under the key of this installation. */
export const secretOf =
  (sign: Sign): Secret =>
  (name) =>
    BigInt(`0x${sign(`secret of ${name}`).toString('hex')}`)

type Row = {
  readonly sequence: number
  readonly hash: Buffer
  readonly xid: string
  readonly journalId: number
  readonly signature: Buffer
  readonly sums: Buffer
}

const textOf = ({ sequence, hash, xid, journalId }: ProvedLink): string =>
  `${sequence} ${hash.toString('hex')} ${xid} ${journalId}`

/**
 * The fingerprint itself is stored nowhere: two of them, and the lines between, would tell about the secret numbers. Only whoever
 * has computed it can ask whether it is the one that was signed.
 */
const textOfSums = (link: ProvedLink, fingerprint: Fingerprint): string => `sums ${textOf(link)} ${fingerprint}`

/** What an earlier process has proved; undefined if none has, or the signature is not ours. */
export async function loadCheckpoint(tx: Tx, sign: Sign): Promise<Trusted | undefined> {
  const { rows } = await sql<Row>`
    select seq as sequence, hash, xid::text, journal_id as "journalId", signature, sums from ledger_checkpoint`.execute(
    tx,
  )
  const [row] = rows
  if (row === undefined) return undefined
  const { signature, sums, ...found } = row
  const link = { ...found, xid: BigInt(found.xid) }
  if (!sign(textOf(link)).equals(signature)) return undefined
  return { link, hadSums: (fingerprint) => sign(textOfSums(link, fingerprint)).equals(sums) }
}

export async function saveCheckpoint(tx: Tx, sign: Sign, { link, fingerprint }: Proved): Promise<void> {
  const { sequence, hash, xid, journalId } = link
  await sql`
    insert into ledger_checkpoint (seq, hash, xid, journal_id, signature, sums)
    values (${sequence}, ${hash}, ${String(xid)}::xid8, ${journalId}, ${sign(textOf(link))}, ${sign(textOfSums(link, fingerprint))})
    on conflict (id) do update set seq = excluded.seq, hash = excluded.hash, xid = excluded.xid,
      journal_id = excluded.journal_id, signature = excluded.signature, sums = excluded.sums`.execute(tx)
}

/** After a fault the first check of the next process recomputes everything. */
export async function forgetCheckpoint(tx: Tx): Promise<void> {
  await sql`delete from ledger_checkpoint`.execute(tx)
}

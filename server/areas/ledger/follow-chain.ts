import type { Fingerprint } from '@mex/core/ledger/fingerprint.ts'
import { inTransaction, type Database, type Tx } from '#db/sql.ts'
import { chainStart, linkHash } from './chain.ts'
import type { Finding } from './finding.ts'
import { linksAfter, unlinkedAfter, type ChainLink, type StoredJournal } from './store-chain-links.ts'
import { allowLongStatements } from './store-verify.ts'
import { journalFault, type Tally } from './tally.ts'

/** Links per page: few enough that recomputing their hashes hardly delays answers of the same process. */
const linkPage = 200

/** The last recomputed link of the hash chain, and the position of its journal in commit order. */
export type ProvedLink = {
  readonly sequence: number
  readonly hash: Buffer
  readonly xid: bigint
  readonly journalId: number
}

/** What a check has recomputed: the chain up to a link, and the sums of the lines of the journals up to there. */
export type Proved = { readonly link: ProvedLink; readonly fingerprint: Fingerprint }

/** What an earlier check has proved, to continue from. */
export type Trusted = {
  readonly link: ProvedLink
  /** Whether the sums up to that link had this fingerprint. */
  readonly hadSums: (fingerprint: Fingerprint) => boolean
}

export const chainBegin: ProvedLink = { sequence: 0, hash: chainStart, xid: 0n, journalId: 0 }

type Chain = { readonly broken?: Finding; readonly link: ProvedLink }

/** Recomputes the hash chain after a link from the stored journals, and adds them up; stops at the first fault. */
export async function followChain(tx: Tx, from: ProvedLink, tally: Tally): Promise<Chain> {
  let last = from
  for (;;) {
    const page = await followPage(tx, last)
    last = page.last
    tally.add(page.journals)
    if (page.broken !== undefined || page.isEnd)
      return page.broken === undefined ? { link: last } : { ...page, link: last }
  }
}

/** The fault if a link that an earlier check recomputed is not there any more. */
export async function changedLink(tx: Tx, { sequence, hash }: ProvedLink): Promise<Finding | undefined> {
  const [found] = await linksAfter(tx, sequence - 1, 1)
  if (found?.sequence === sequence && found.hash.equals(hash)) return undefined
  return { invariant: 'I8', message: `seal ${sequence}: is not the one of the last check` }
}

/**
 * Adds up the journals that have no link yet. All of them are after the newest link: one before it was skipped by the
 * chain. `proved` is a link from which on the chain was recomputed.
 */
export async function tallyUnlinked(
  tx: Tx,
  { proved, newest }: { readonly proved: ProvedLink; readonly newest: ProvedLink },
  tally: Tally,
): Promise<Finding | undefined> {
  let last = { xid: proved.xid, id: proved.journalId }
  for (;;) {
    const page = await unlinkedAfter(tx, last, linkPage)
    for (const journal of page) {
      if (!isAfter(journal, newest)) return { invariant: 'I8', message: `journal ${journal.id}: has no seal` }
      const fault = journalFault(journal)
      if (fault !== undefined) return fault
    }
    tally.add(page)
    const end = page.at(-1)
    if (end === undefined || page.length < linkPage) return undefined
    last = { xid: BigInt(end.xid), id: end.id }
  }
}

type Page = {
  readonly broken?: Finding
  readonly last: ProvedLink
  readonly journals: readonly StoredJournal[]
  readonly isEnd: boolean
}

/** Recomputes the links of a page after `last`, none of them after `until`. */
async function followPage(tx: Tx, last: ProvedLink, until = Infinity): Promise<Page> {
  const links = await linksAfter(tx, last.sequence, Math.min(linkPage, until - last.sequence))
  let newest = last
  for (const chainLink of links) {
    const broken = wrongWith(chainLink, newest)
    if (broken !== undefined) return { broken, last: newest, journals: [], isEnd: true }
    const { sequence, hash, xid, id } = chainLink
    newest = { sequence, hash, xid: BigInt(xid), journalId: id }
  }
  return { last: newest, journals: links, isEnd: links.length < linkPage || newest.sequence === until }
}

export type Recomputation = {
  /** The next page: whether it was the last, and what is broken in it. */
  step(this: void): Promise<{ readonly isEnd: boolean; readonly findings: readonly Finding[] }>
}

/**
 * Recomputes the hash chain and the sums from the first journal to a link that is proved, a page at each step, so that nobody
 * waits for it. At that link the sums must be those that were proved with it.
 */
export function openRecomputation(db: Database, { link, fingerprint }: Proved, tally: Tally): Recomputation {
  let last = chainBegin
  return {
    async step() {
      const { broken, ...page } = await inTransaction(db, async (tx) => {
        await allowLongStatements(tx)
        return followPage(tx, last, link.sequence)
      })
      // Only now: a page whose transaction failed is read again.
      last = page.last
      tally.add(page.journals)
      if (broken !== undefined) return { isEnd: true, findings: [broken] }
      const isSame = last.sequence === link.sequence && last.hash.equals(link.hash) && tally.fingerprint === fingerprint
      const findings = page.isEnd && !isSame ? [differentSums(link)] : []
      return { isEnd: page.isEnd, findings }
    },
  }
}

const differentSums = ({ sequence }: ProvedLink): Finding => ({
  invariant: 'I2',
  message: `the sums up to seal ${sequence}: are not those of the last check`,
})

const isAfter = ({ xid, id }: Pick<StoredJournal, 'xid' | 'id'>, link: ProvedLink): boolean =>
  BigInt(xid) > link.xid || (BigInt(xid) === link.xid && id > link.journalId)

/** The fault of a link after `last`; undefined if it is correct. */
function wrongWith(chainLink: ChainLink & StoredJournal, last: ProvedLink): Finding | undefined {
  const fault = (message: string): Finding => ({ invariant: 'I8', message: `seal ${chainLink.sequence}: ${message}` })
  if (chainLink.sequence !== last.sequence + 1) return fault(`follows seal ${last.sequence}`)
  if (!chainLink.previous.equals(last.hash)) return fault('does not stand on the one before it')
  if (!chainLink.hash.equals(linkHash(last.hash, chainLink.entry))) return fault(`journal ${chainLink.id} was changed`)
  if (!isAfter(chainLink, last)) return fault(`journal ${chainLink.id} is out of order`)
  return journalFault(chainLink)
}

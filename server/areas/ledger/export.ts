import { createHash } from 'node:crypto'
import type { Tx } from '#db/sql.ts'
import { linkHash } from './chain.ts'
import { linksOfKeys } from './store-chain-links.ts'

/** An exported journal: its exact text and its link in the hash chain, null if it has none yet. */
type ExportedJournal = {
  readonly sequence: number | null
  /** Hexadecimal. */
  readonly previous: string | null
  readonly hash: string | null
  /** The canonical JSON that was hashed. */
  readonly text: string
}

const exportPage = 2000

/** The list of journals inside an export, at any depth; undefined if the text is no export. */
function journalsIn(text: string): readonly Partial<ExportedJournal>[] | undefined {
  try {
    const read = JSON.parse(text) as unknown
    const found = Array.isArray(read) ? read : (read as { journals?: unknown } | null)?.journals
    return Array.isArray(found) ? (found as Partial<ExportedJournal>[]) : undefined
  } catch {
    return undefined
  }
}

/** Whether the hash of an exported journal is wrong: the same check as `tools/check-export.ts` without the server. */
function brokenHash({ previous, hash, text = '' }: Partial<ExportedJournal>): boolean {
  const before = Buffer.from(previous ?? '', 'hex')
  const computed = createHash('sha256').update(before).update(text, 'utf8').digest('hex')
  return computed !== hash
}

function keyOf(text: string | undefined): string {
  try {
    const { key } = JSON.parse(text ?? '') as { key?: unknown }
    return typeof key === 'string' ? key : ''
  } catch {
    return ''
  }
}

/**
 * Compares the journals of an export with the ledger: each must exist there unchanged, at the link that it names.
 * Journals of the last second may have no link yet and are skipped.
 */
export async function verifyExport(tx: Tx, text: string): Promise<{ journals: number; findings: string[] }> {
  const journals = journalsIn(text)?.filter(({ hash }) => hash !== null)
  if (journals === undefined) return { journals: 0, findings: ['the file has no list of journals'] }
  const findings: string[] = []
  for (let start = 0; start < journals.length; start += exportPage) {
    const part = journals.slice(start, start + exportPage)
    const links = new Map(
      (
        await linksOfKeys(
          tx,
          part.map((each) => keyOf(each.text)),
        )
      ).map((chainLink) => [chainLink.key, chainLink]),
    )
    for (const each of part) {
      const key = keyOf(each.text)
      const chainLink = links.get(key)
      const about = `link ${each.sequence ?? '?'} (${key === '' ? 'no journal' : key})`
      if (brokenHash(each)) findings.push(`${about}: the hash is not that of the text`)
      else if (chainLink === undefined) findings.push(`${about}: is not in the ledger`)
      else if (chainLink.sequence !== each.sequence || chainLink.hash.toString('hex') !== each.hash)
        findings.push(`${about}: the ledger has link ${chainLink.sequence} with another hash`)
      else if (!linkHash(chainLink.previous, chainLink.entry).equals(chainLink.hash))
        findings.push(`${about}: the journal in the ledger was changed`)
    }
  }
  return { journals: journals.length, findings }
}

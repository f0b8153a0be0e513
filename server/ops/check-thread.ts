import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import type { Finding } from '#areas/ledger/finding.ts'
import { verifyLedger } from '#areas/ledger/verify.ts'
import { everyEvidence } from '#areas.ts'
import { connect } from '#db/sql.ts'

/** What a thread needs to recompute the ledger. */
export type LedgerCheckInput = {
  readonly connectionString: string
  /** Journals up to here (epoch milliseconds of the market) must have their link. */
  readonly linkedUntil: number
}

/**
 * Recomputes the ledger from its raw lines in a thread of its own, and returns the findings: it computes about a third of what all checks
 * compute, beside the others.
 */
export function verifyLedgerBeside(input: LedgerCheckInput): Promise<readonly Finding[]> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL(import.meta.url), { workerData: input })
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', () => reject(new Error('The check of the ledger ended without a result')))
  })
}

/** A statement and its cursor at a time. */
const connections = 2

async function run({ connectionString, linkedUntil }: LedgerCheckInput): Promise<void> {
  await using db = connect(connectionString, connections).db
  parentPort?.postMessage(await verifyLedger(db, { evidence: everyEvidence, linkedUntil }))
}

if (!isMainThread) await run(workerData as LedgerCheckInput)

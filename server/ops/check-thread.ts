import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { verifyLedger } from '#areas/ledger/verify.ts'
import { everyEvidence } from '#areas.ts'
import { connect, type Database } from '#db/sql.ts'
import type { SourceSettings } from '#market-source.ts'
import { openMarket } from './open-market.ts'
import { replayFills, type FillsInput } from './replay-fills.ts'

/** What every thread works on. */
type Place = {
  readonly connectionString: string
  readonly dataFolder: string
  readonly settings: SourceSettings
}

/** Checks that run in threads of their own: their input and their result are plain data. */
const checks = {
  ledger: (db: Database, _place: Place, linkedUntil: number) =>
    verifyLedger(db, { evidence: everyEvidence, linkedUntil }),
  fills: async (db: Database, { settings, dataFolder }: Place, input: FillsInput) =>
    replayFills(db, await openMarket(db, settings, dataFolder), input),
}
type Checks = typeof checks
type Input<Name extends keyof Checks> = Parameters<Checks[Name]>[2]
type Result<Name extends keyof Checks> = Awaited<ReturnType<Checks[Name]>>

type Work = {
  readonly [Name in keyof Checks]: { readonly name: Name; readonly place: Place; readonly input: Input<Name> }
}[keyof Checks]

/** Runs a check in a thread of its own, beside the others, and returns its result. */
export function checkBeside<Name extends keyof Checks>(
  name: Name,
  { connectionString, dataFolder, settings }: Place,
  input: Input<Name>,
): Promise<Result<Name>> {
  return new Promise((resolve, reject) => {
    const place: Place = { connectionString, dataFolder, settings }
    const thread = new Worker(new URL(import.meta.url), { workerData: { name, place, input } })
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', () => reject(new Error(`The check of ${name} ended without a result`)))
  })
}

/** A statement and its cursor at a time. */
const connections = 2

async function run(work: Work): Promise<void> {
  await using db = connect(work.place.connectionString, connections).db
  const result =
    work.name === 'ledger'
      ? await checks.ledger(db, work.place, work.input)
      : await checks.fills(db, work.place, work.input)
  parentPort?.postMessage(result)
}

if (!isMainThread) await run(workerData as Work)

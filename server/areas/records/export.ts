import type { Answer, Input } from '@mex/contract/call.ts'
import type { records } from '@mex/contract/records/calls.ts'
import { canonical } from '@mex/core/ledger/ledger.ts'
import { accepted, refusal, refuse } from '@mex/core/refusal.ts'
import { settings } from '@mex/core/settings.ts'
import { confirmPerson } from '#areas/account/confirm.ts'
import { allowLongStatements } from '#areas/ledger/store-verify.ts'
import { journalsOfUser, type LinkedJournal } from '#areas/ledger/store-chain-links.ts'
import { isoInstant } from '#clock.ts'
import { callerName, type PersonContext } from '#context.ts'
import { runOne } from '#db/lane.ts'
import { inTransaction, sql, type Tx } from '#db/sql.ts'
import { openConcurrencyLimit } from '#concurrency-limit.ts'
import type { ClosingDependencies } from './account-closing.ts'
import { writeInTurns } from './in-turns.ts'
import { countExports, insertExport, isExportOpen } from './store.ts'

const { exportsPerDay, exportMinutes } = settings.accountClosing
const day = 86_400_000

/**
 * Makes an export of the user's data available for a quarter of an hour (rulebook §30). Refuses: wrong_state after five
 * exports of a day, and what `confirmPerson` refuses.
 */
export async function requestExport(
  { password }: Input<typeof records.requestExport>,
  context: PersonContext,
  { account }: ClosingDependencies,
): Promise<Answer<typeof records.requestExport>> {
  await confirmPerson(password, context, account)
  const { db, wallNow, person, request } = context
  const { userId } = person
  const outcome = await runOne<{ userId: number; request: typeof request }, { readonly id: number }>(
    db,
    { userId, request },
    async (tx) => {
      if ((await countExports(tx, userId, wallNow - day)) >= exportsPerDay) return [refusal('wrong_state')]
      return [{ id: await insertExport(tx, userId, wallNow) }]
    },
  )
  return accepted(outcome)
}

/** Maximum number of journals in one file: about 20 MB. */
const journalsMax = 20_000

const about = {
  what: 'Everything that this server stores about one person. All money in it is simulated.',
  amounts:
    'Amounts are decimals in the currency beside them. Wallets are numbers: 1 BALANCE, 2 FOLLOW, 3 FUTURE, 4 STOCK, 5 SUBSCRIPTION, 6 FOREX, 7 HK_STOCK, 8 US_STOCK, 9 FINANCIAL. Instants are in UTC.',
  proof:
    'A journal stands in the chain when SHA-256 of the 32 bytes of `previous` followed by the UTF-8 bytes of `text` is `hash`; GET /audit/anchor publishes the last hash of every day. tools/check-export.ts checks this file without the server.',
}

/** Exports run one at a time, because each reads many rows; a person waits for one more at most. */
const limited = openConcurrencyLimit({ concurrency: 1, waitingMax: 20, waitingPerCallerMax: 1 })

/**
 * A file of the export: the first has everything except later journals, which further files have. Refuses: not_found,
 * unavailable if too many exports are waiting.
 */
export async function exportFile(
  { id, after }: Input<typeof records.exportFile>,
  context: PersonContext,
  { ownData }: ClosingDependencies,
): Promise<Answer<typeof records.exportFile>> {
  const { db, wallNow, person } = context
  const { userId } = person
  return accepted(
    await limited(callerName(context), async () => {
      if (!(await isExportOpen(db, userId, id, wallNow - exportMinutes * 60_000)))
        return refuse('not_found', { field: 'id' })
      return inTransaction(db, write, 'snapshot')
    }),
  )

  async function write(tx: Tx): Promise<Answer<typeof records.exportFile>> {
    await allowLongStatements(tx)
    // The database writes the lists, so that no list is parsed and written again here.
    const fields = [`"about": ${JSON.stringify(about)}`, `"exportedAt": ${JSON.stringify(isoInstant(wallNow))}`]
    if (after === 0)
      for (const area of ownData)
        for (const [name, rows] of Object.entries(area.copy))
          fields.push(`${JSON.stringify(name)}: ${await listOf(tx, rows(userId))}`)
    const journals = await journalsOfUser(tx, userId, after, journalsMax)
    const isLast = journals.length < journalsMax
    const texts = await writeInTurns(journals, (part) => part.map(journalText).join(',\n  '))
    fields.push(`"journals": [${texts.join(',\n  ')}]`)
    const content = `{\n ${fields.join(',\n ')}\n}`
    const part = after === 0 ? '' : `-${after}`
    return {
      name: `practice-data-${id}${part}.json`,
      type: 'application/json',
      content,
      next: isLast ? undefined : journals.at(-1)?.id,
    }
  }
}

const journalText = ({ id, entry, link }: LinkedJournal): string =>
  JSON.stringify({
    id,
    text: canonical(entry),
    sequence: link?.sequence ?? null,
    previous: link?.previous.toString('hex') ?? null,
    hash: link?.hash.toString('hex') ?? null,
  })

async function listOf(tx: Tx, rows: Parameters<typeof sql>[1]): Promise<string> {
  const { rows: found } = await sql<{ list: string }>`
    select coalesce(jsonb_agg(to_jsonb(given)), '[]')::text as list from (${rows}) as given`.execute(tx)
  return found[0]?.list ?? '[]'
}

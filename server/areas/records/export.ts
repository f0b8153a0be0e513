import type { Answer, Input } from '@mex/contract/call.ts'
import type { records } from '@mex/contract/records/calls.ts'
import { canonical } from '@mex/core/ledger/ledger.ts'
import { accepted, refusal, refuse } from '@mex/core/refusal.ts'
import { settings } from '@mex/core/settings.ts'
import { confirmPerson } from '#areas/account/confirm.ts'
import { allowLongStatements } from '#areas/ledger/store-verify.ts'
import { journalsOfUser } from '#areas/ledger/store-chain-links.ts'
import { isoInstant } from '#clock.ts'
import type { PersonContext } from '#context.ts'
import { runOne } from '#db/lane.ts'
import { inTransaction, sql, type Tx } from '#db/sql.ts'
import { openConcurrencyLimit } from '#concurrency-limit.ts'
import type { ClosingDependencies } from './account-closing.ts'
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

/** Exports run one at a time, because each reads many rows. */
const limited = openConcurrencyLimit({ concurrency: 1, waitingMax: 20 })

/**
 * A file of the export: the first has everything except later journals, which further files have. Refuses: not_found,
 * unavailable if too many exports are waiting.
 */
export async function exportFile(
  { id, after }: Input<typeof records.exportFile>,
  { db, wallNow, person }: PersonContext,
  { ownData }: ClosingDependencies,
): Promise<Answer<typeof records.exportFile>> {
  const { userId } = person
  if (!(await isExportOpen(db, userId, id, wallNow - exportMinutes * 60_000)))
    return refuse('not_found', { field: 'id' })
  return accepted(await limited(() => inTransaction(db, write, 'snapshot')))

  async function write(tx: Tx): Promise<Answer<typeof records.exportFile>> {
    await allowLongStatements(tx)
    const lists: Record<string, unknown> = {}
    if (after === 0)
      for (const area of ownData)
        for (const [name, rows] of Object.entries(area.copy)) lists[name] = await listOf(tx, rows(userId))
    const journals = await journalsOfUser(tx, userId, after, journalsMax)
    const isLast = journals.length < journalsMax
    const shown = journals.map(({ id: journal, entry, link }) => ({
      id: journal,
      text: canonical(entry),
      sequence: link?.sequence ?? null,
      previous: link?.previous.toString('hex') ?? null,
      hash: link?.hash.toString('hex') ?? null,
    }))
    const content = JSON.stringify({ about, exportedAt: isoInstant(wallNow), ...lists, journals: shown }, undefined, 1)
    const part = after === 0 ? '' : `-${after}`
    return {
      name: `practice-data-${id}${part}.json`,
      type: 'application/json',
      content,
      next: isLast ? undefined : journals.at(-1)?.id,
    }
  }
}

async function listOf(tx: Tx, rows: Parameters<typeof sql>[1]): Promise<unknown> {
  const { rows: found } = await sql<{ list: unknown }>`
    select coalesce(jsonb_agg(to_jsonb(given)), '[]') as list from (${rows}) as given`.execute(tx)
  return found[0]?.list ?? []
}

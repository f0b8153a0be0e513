import assert from 'node:assert/strict'
import { test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { drawIntent } from './intents.ts'
import { bendSomething, openSimulatedMarket } from './market.ts'
import { outcomeOf, textOf } from './promises.ts'
import { seededRandom } from './seeded-random.ts'

const commands = 60
/** Of several servers another one leads from this command on, and the one before has ended. */
const leadsFrom = 30
const commandsPerTick = 3

const fills = `select concat_ws(' ', 'fill', user_id, order_id, quote_id, price, quantity, rule) as line from execution order by line`
const bills = `
  select concat_ws(' ', 'bill', event_key, string_agg(concat_ws(' ', account, wallet, debit, credit), ', ' order by account, wallet, debit)) as line
  from journal join journal_line on journal_id = journal.id group by event_key order by line`

/** What every command answered, and what money stands on at the end, when so many servers take the commands in turn and one after the other leads. */
async function play(seed: string, servers: number): Promise<readonly string[]> {
  const random = seededRandom(seed)
  await using market = await openSimulatedMarket(random, undefined, servers)
  const { users, proofs, instruments, products, clock, feed, deciding, doors, interleaving, witness } = market
  const lines: string[] = []
  for (let count = 0; count < commands; count += 1) {
    const isAfter = servers > 1 && count >= leadsFrom
    if (servers > 1 && count === leadsFrom) deciding.lead(1)
    const now = clock.now()
    const standing = random.pick(await witness.standings(users))
    const strange = await witness.gone()
    const offers = { leaving: undefined, issues: [], placings: [], blocks: [] }
    const of = { users, proofs, instruments, products, ...offers }
    const intent = drawIntent({ random, standing, strange, ...of, feed, now })
    const open = isAfter ? doors.slice(1) : doors
    const door = present(open[count % open.length], 'a server')
    const outcome = await interleaving.run(() => outcomeOf(intent.send(door, undefined)))
    lines.push(`user ${intent.user} ${intent.text}: ${textOf(outcome)}`)
    if (count % commandsPerTick !== 0) continue
    if (random.percent(30)) bendSomething(market, random)
    clock.set(feed.nextTick(clock.now()))
    await interleaving.run(() => deciding.ticker.step())
    await interleaving.run(() => deciding.runJobs())
  }
  assert.deepEqual(market.errors, [])
  for (const statement of [fills, bills])
    for (const { line } of (await market.database.pool.query<{ line: string }>(statement)).rows) lines.push(line)
  return [...lines, ...(await witness.summary())]
}

for (const seed of ['1', '2', '9'])
  test(`the commands of seed ${seed} come to the same fills, bills and balances in one server and in three whose clocks differ`, async () => {
    const [alone, among] = [await play(seed, 1), await play(seed, 3)]
    assert.deepEqual(among, alone)
    assert(
      alone.some((line) => line.startsWith('fill ')),
      'something was filled',
    )
  })

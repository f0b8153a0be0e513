import assert from 'node:assert/strict'
import { test } from 'node:test'
import { convertMoney, pairOf } from '@mex/core/money/conversion.ts'
import { money, type WalletCurrency } from '@mex/core/money/money.ts'
import { findingsOf, gapsBetween, openLog, settlementRate, sql } from '@mex/server/testing.ts'
import { openWorld, type World } from '@mex/world/world.ts'
import { seededRandom } from '#simulation/seeded-random.ts'
import { act, drawAction, openOffered, type Customer } from '#soak/products.ts'
import { Unsuccessful } from '@mex/world/person.ts'

/**
 * The scheduled jobs of a server that runs them once, and of one whose runs overlap and come late, as of two processes that each think to be
 * the one that runs them. The same people do the same.
 */
const people = 6
const actsEach = 3
const days = 8
const hour = 3_600_000
const stepHours = 3

/** How the jobs of an instant are run. */
type Running = (world: World, now: number) => Promise<void>

const once: Running = ({ server }, now) => server.jobs.runAll(now)

/** Three at the same time, the third of an hour ago, and then a repetition. */
const overlapping: Running = async ({ server }, now) => {
  await Promise.all([server.jobs.runAll(now), server.jobs.runAll(now), server.jobs.runAll(now - hour)])
  await server.jobs.runAll(now - hour)
}

type Moved = { readonly person: number; readonly event: string; readonly currency: string; readonly sum: string }

/**
 * What came into the accounts of each person, by the kind of event. Without the allotments of offers: their draws hang on the chain of all journals,
 * which come in another order here. Of a conversion only what was paid: a job that comes more than half an hour late converts by the rate of its own
 * time (`conversions`).
 */
async function movedIn(world: World): Promise<readonly Moved[]> {
  const { rows } = await sql<Moved>`
    select journal_line.user_id as person, journal.event, currency,
      sum(case when journal.event = 'E22' then -debit else credit - debit end)::text as sum
    from journal_line join journal on journal.id = journal_id
    where journal_line.user_id is not null and journal.event not in ('E53', 'E57', 'E58')
      and (journal.event <> 'E22' or debit > 0)
    group by 1, 2, 3 order by 1, 2, 3`.execute(world.server.dependencies.store.db)
  return rows
}

type Converted = {
  readonly user_id: number
  readonly id: number
  readonly from_currency: WalletCurrency
  readonly to_currency: WalletCurrency
  readonly amount: bigint
  readonly settled_amount: bigint
  readonly due_at: number
  readonly ended_at: number
}

/** How many transfers were converted, and those that did not settle at the rate of their time: the first one after they were due, or the newest if that is too old. */
async function conversions(world: World): Promise<{ readonly count: number; readonly wrong: readonly Converted[] }> {
  const { store, source } = world.server.dependencies
  const { rows } = await sql<Converted>`
    select user_id, id, from_currency, to_currency, amount, settled_amount, due_at, ended_at from transfer
    where settled_amount is not null and from_currency <> to_currency`.execute(store.db)
  const wrong = rows.filter(({ from_currency: from, to_currency: to, ...row }) => {
    const pair = pairOf(from, to)
    const rate = pair === undefined ? undefined : settlementRate(source.feed, pair, row.due_at, row.ended_at)
    return rate === undefined || convertMoney(money(row.amount), from, rate.published).received !== row.settled_amount
  })
  return { count: rows.length, wrong }
}

async function live(run: Running): Promise<{ readonly moved: readonly Moved[]; readonly done: readonly string[] }> {
  const errors: string[] = []
  const log = openLog('error', { write: (line) => void errors.push(line) })
  await using world = await openWorld({ seed: 'overlapping jobs', log })
  const { feed } = world.server.dependencies.source
  const random = seededRandom('overlapping jobs')
  const customers: Customer[] = []
  for (let number = 1; number <= people; number += 1)
    customers.push({ person: await world.person(), address: `100.64.0.${number}` })
  await sql`update app_user set real_status = 3, block_status = 3`.execute(world.server.dependencies.store.db)
  const done: string[] = []

  async function actAll(): Promise<void> {
    const [first] = customers
    assert(first !== undefined)
    const offered = openOffered(first)
    for (const customer of customers)
      for (let turn = 0; turn < actsEach; turn += 1) {
        const name = drawAction(random)
        const result = await act(name, customer, { random, offered }).catch((error: unknown) => {
          if (error instanceof Unsuccessful && error.refused !== undefined) return error.refused
          throw error
        })
        done.push(`${name}: ${String(result)}`)
      }
  }

  for (let passed = 0; passed < days * 24; passed += stepHours) {
    if (passed < 36) await actAll()
    world.clock.advance(stepHours * hour)
    for (let tick = 0; tick < 2; tick += 1) {
      world.clock.set(feed.nextTick(world.clock.now()))
      await world.server.step()
      await run(world, world.clock.now())
    }
  }
  const { store, source } = world.server.dependencies
  const now = world.clock.now()
  const gaps = await gapsBetween(store.db, 0, now)
  assert.deepEqual(await findingsOf(store.db, source, now, { gaps, halts: [], until: 0, speeds: [] }), [])
  const { count, wrong } = await conversions(world)
  assert(count > 0)
  assert.deepEqual(wrong, [])
  assert.deepEqual(
    errors.filter((line) => !line.includes('"security":')),
    [],
  )
  return { moved: await movedIn(world), done }
}

test('jobs that run twice, late and at the same time move the same money as jobs that run once', async () => {
  const expected = await live(once)
  const actual = await live(overlapping)
  assert.deepEqual(actual.done, expected.done)
  const events = new Set(expected.moved.map(({ event }) => event))
  assert(events.size > 15, [...events].join(' '))
  assert.deepEqual(actual.moved, expected.moved)
})

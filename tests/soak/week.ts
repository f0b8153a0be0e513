import { calls } from '@mex/contract/areas.ts'
import type { Call } from '@mex/contract/call.ts'
import { openWorld, worldStart, type World } from '@mex/world/world.ts'
import type { Person } from '@mex/world/person.ts'
import { seededRandom, type SeededRandom } from '#simulation/seeded-random.ts'
import { measure, type Measurement } from './growth.ts'
import { registerUser, useFunding } from './people.ts'

/** A market without an operator for days: users come, act and leave, and every scheduled job runs. */

export type SoakOptions = {
  readonly seed: string
  /** Market hours to simulate; a day has 24. */
  readonly hours: number
  /** User actions per hour. */
  readonly acts?: number
  /** Receives a progress line every six hours. */
  readonly tell?: (line: string) => void
}

export type SoakResult = {
  readonly calls: number
  /** Answers that were neither a success nor a refusal. */
  readonly failures: readonly string[]
  readonly findings: readonly string[]
  readonly measurements: readonly Measurement[]
  /** Rows of every table at the end, the largest first. */
  readonly tables: readonly (readonly [string, number])[]
  /** The number of scheduled events by kind: 'message kyc_verified', 'journal E07', 'pictures kept' … */
  readonly happened: ReadonlyMap<string, number>
}

const ticksPerHour = 8
const measuredEvery = 6
const peopleMost = 24

type Living = {
  readonly world: World
  readonly random: SeededRandom
  readonly people: Person[]
  /** The users who have registered; the others are guests. */
  readonly registered: Set<Person>
  readonly failures: string[]
  calls: number
  /** Counter for unique user names and pictures. */
  numbers: number
}

const shares = [
  { stockCode: 'AAPL', market: 'US', classify: 'UsStock' },
  { stockCode: 'MSFT', market: 'US', classify: 'UsStock' },
  { stockCode: 'WALMEX', market: 'MX', classify: 'MX' },
] as const

async function ask(living: Living, person: Person, call: Call, fields: Record<string, unknown>): Promise<unknown> {
  living.calls += 1
  const { status, envelope } = await person.askWire(call, fields)
  if (status !== 200 && status !== 401) living.failures.push(`${call.path}: ${status} ${envelope.msg}`)
  return envelope.code === 200 ? envelope.data : undefined
}

const page = { pageNum: 1, pageSize: 20 }
type Rows = { readonly rows?: readonly { readonly id: number }[] } | undefined

/** The share of a registered user's actions that are funding actions. */
const fundingPercent = 35

async function actWithFunding(living: Living, person: Person): Promise<void> {
  living.calls += 1
  living.numbers += 1
  const failure = await useFunding(person, living.random, living.numbers)
  if (failure !== undefined) living.failures.push(failure)
}

/** One random action of a user: mostly the calls that the pages make, sometimes an order. */
async function act(living: Living): Promise<void> {
  const { random, people, registered } = living
  const person = random.pick(people)
  if (registered.has(person) && random.percent(fundingPercent)) return actWithFunding(living, person)
  const drawn = random.below(100)
  const send = (call: Call, fields: Record<string, unknown> = {}) => ask(living, person, call, fields)
  const share = random.pick(shares)
  if (drawn < 18) {
    const order = { ...share, direction: random.below(2), orderType: 0, quantity: String(1 + random.below(20)) }
    return void (await send(calls.trading.createStock, { ...order, leverage: random.pick([1, 2, 5]) }))
  }
  if (drawn < 32) {
    const { rows = [] } = ((await send(calls.trading.positions, page)) as Rows) ?? {}
    if (rows.length > 0)
      await send(calls.trading.close, { id: random.pick(rows).id, type: random.pick(['half', 'full']) })
    return
  }
  if (drawn < 42) {
    const [from, to] = random.pick([
      [1, 8],
      [8, 1],
      [1, 2],
    ] as const)
    return void (await send(calls.wallet.transfer, { fromWalletType: from, toWalletType: to, amount: '25.00' }))
  }
  if (drawn < 50) return void (await send(calls.market.candles, { ...share, type: random.pick(['1D', '1W', '1M']) }))
  if (drawn < 60) return void (await send(calls.market.quote, share))
  if (drawn < 68) return void (await send(calls.content.messages, page))
  if (drawn < 72) return void (await send(calls.content.readMessages, { all: 1 }))
  if (drawn < 80) return void (await send(calls.wallet.bills, page))
  if (drawn < 86) return void (await send(calls.account.overview))
  if (drawn < 90) return void (await send(calls.market.home, page))
  if (drawn < 94) return void (await send(calls.audit.anchor))
  await using listener = await person.listen('user', 'system', 'quote.US.AAPL')
  await living.world.step()
  await listener.next('quote').catch(() => undefined)
}

/** Adds a user; at the maximum, the new user replaces one who signs out. */
async function comeAndGo(living: Living): Promise<void> {
  const { world, people, random, registered } = living
  living.calls += 1
  living.numbers += 1
  const isRegistered = people.length % 2 === 0 || random.percent(50)
  const person = isRegistered ? await registerUser(world.url, living.numbers) : await world.person()
  if (isRegistered) registered.add(person)
  if (people.length < peopleMost) return void people.push(person)
  const place = random.below(people.length)
  const leaving = people[place]
  people[place] = person
  if (leaving !== undefined) registered.delete(leaving)
  if (leaving !== undefined) await ask(living, leaving, calls.account.logout, {})
}

/** A picture without a use is removed after a day, at the next run of the clean-up job. */
const unneededHours = 26
/** A day until the first use, a day until the decision, 30 days from then on (rulebook §6.2), and hours for the job. */
const keptMostHours = 32 * 24 + 6

async function keptTooLong({ server, clock }: World): Promise<string[]> {
  const hoursAgo = (hours: number): Date => new Date(clock.now() - hours * 3_600_000)
  const { rows } = await server.dependencies.store.pool.query<{ id: string; isOld: boolean }>(
    `select id, uploaded_at < $2 as "isOld" from file
    where uploaded_at < $2 or needed_at < $1 and not exists (select from file_use where file_id = file.id)`,
    [hoursAgo(unneededHours), hoursAgo(keptMostHours)],
  )
  return rows.map(
    ({ id, isOld }) => `picture ${id} still exists, although ${isOld ? 'its retention has ended' : 'it has no use'}`,
  )
}

/** Counts scheduled events and stored pictures, and the age of the oldest picture in days. */
async function countEvents({ server, clock }: World): Promise<ReadonlyMap<string, number>> {
  const { pool } = server.dependencies.store
  const { rows } = await pool.query<{ what: string; count: number }>(
    `select 'message ' || kind as what, count(*) as count from message group by 1
    union all select 'journal ' || event, count(*) from journal where ref_type in ('deposit', 'withdrawal') group by 1
    union all select 'pictures kept', count(*) from file
    union all select 'days of the oldest picture', coalesce(extract(day from $1 - min(uploaded_at)), 0)::bigint from file
    order by 1`,
    [new Date(clock.now())],
  )
  return new Map(rows.map(({ what, count }) => [what, count]))
}

async function rowsOfTables(world: World): Promise<(readonly [string, number])[]> {
  const { pool } = world.server.dependencies.store
  const { rows: names } = await pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  )
  const counted: (readonly [string, number])[] = []
  for (const { name } of names) {
    const { rows } = await pool.query<{ count: number }>(`select count(*) as count from "${name}"`)
    counted.push([name, rows[0]?.count ?? 0])
  }
  return counted.toSorted(([, one], [, other]) => other - one)
}

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`

/** Runs a market for some market hours, as fast as the machine allows. */
export async function soak({ seed, hours, acts = 24, tell = () => undefined }: SoakOptions): Promise<SoakResult> {
  await using world = await openWorld({ seed, start: worldStart, jobs: 'due' })
  const living: Living = {
    world,
    random: seededRandom(seed),
    people: [],
    registered: new Set(),
    failures: [],
    calls: 0,
    numbers: 0,
  }
  const measurements: Measurement[] = []
  const findings: string[] = []
  for (let count = 0; count < 6; count += 1) await comeAndGo(living)
  for (let hour = 1; hour <= hours; hour += 1) {
    const end = worldStart + hour * 3_600_000
    if (hour % 4 === 0) await comeAndGo(living)
    for (let tick = 0; tick < ticksPerHour; tick += 1) {
      // Spreads the actions evenly over the ticks of the hour.
      const until = Math.floor(((tick + 1) * acts) / ticksPerHour)
      for (let acted = Math.floor((tick * acts) / ticksPerHour); acted < until; acted += 1) await act(living)
      await world.step()
    }
    // The rest of the hour passes without ticks, but the scheduled jobs run.
    await world.pass((end - world.clock.now()) / 1000)
    if (hour % measuredEvery !== 0 && hour !== hours) continue
    findings.push(...(await world.findings()), ...(await keptTooLong(world)))
    const measured = measure(hour)
    measurements.push(measured)
    tell(
      `hour ${hour}: ${living.calls} calls, heap ${megabytes(measured.heap)}, external ${megabytes(measured.external)}, resident ${megabytes(measured.resident)}, ${findings.length + living.failures.length} wrong`,
    )
    if (findings.length > 0) break
  }
  const metrics = await (await fetch(new URL('/metrics', world.url))).text()
  const programErrors = metrics.split('\n').filter((line) => line.startsWith('failures_total{'))
  return {
    calls: living.calls,
    failures: [...living.failures, ...programErrors],
    findings,
    measurements,
    tables: await rowsOfTables(world),
    happened: await countEvents(world),
  }
}

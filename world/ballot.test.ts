import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { Call } from '@mex/contract/call.ts'
import { calls } from '@mex/contract/areas.ts'
import { present } from '@mex/core/assert.ts'
import { sql } from '@mex/server/testing.ts'
import type { Person } from './person.ts'
import { openWorld, type World } from './world.ts'

/**
 * The allotment of new issues, recomputed from the rules (rulebook §20.2, §20.4) and from what the calls answer. Nothing of
 * `core/offerings` is imported: a mistake there cannot hide itself here.
 */
const { offerings, wallet } = calls

type Texts<Name extends string> = Readonly<Record<Name, string>>
type Numbers<Name extends string> = Readonly<Record<Name, number>>
const moments = ['purchaseEndTimestamp', 'allotmentTimestamp', 'payDeadlineTimestamp', 'listTimestamp'] as const
/** A new issue, as the list shows it while it is open; decimals are texts, instants are seconds. */
type IssueWire = Texts<'priceLow' | 'priceHigh' | 'lot' | 'maxQuantity' | 'totalShares' | 'prefundPct' | 'feeRate'> &
  Texts<'fxRate' | 'phase' | 'bookHash' | 'commit' | 'mechanism' | 'market'> &
  Numbers<'id' | (typeof moments)[number]>
type Asked = { readonly id: string; readonly lots: number }
type DrawWire = Texts<'commit' | 'seed' | 'beacon' | 'beaconSource' | 'key' | 'price' | 'timesCovered'> &
  Numbers<'publicPerMille' | 'publicLots' | 'poolALots' | 'poolBLots'> & {
    readonly book: readonly Asked[]
    readonly basis: readonly Numbers<'lots' | 'applications' | 'served' | 'allotted'>[]
    readonly applications: readonly (Asked & Numbers<'allottedLots'>)[]
  }
type ApplicationWire = Texts<'quantity' | 'allottedQuantity' | 'pendingPayment' | 'actualPayment' | 'paid' | 'refund'> &
  Texts<'cost' | 'fxRate'> &
  Numbers<'id' | 'ipoId' | 'subStatus' | 'rank'>

/** A decimal text as a whole number of its last decimal. */
function parsed(text: string, scale: number): bigint {
  const [whole = '', part = ''] = text.split('.')
  assert.ok(/^\d+$/.test(whole) && part.length <= scale, text)
  return BigInt(whole + part.padEnd(scale, '0'))
}
const cents = (text: string): bigint => parsed(text, 2)
const ceiling = (over: bigint, under: bigint): bigint => (over + under - 1n) / under
const nearest = (over: bigint, under: bigint): bigint => (2n * over + under) / (2n * under)
const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other)
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0)
const lotsAsked = (all: readonly Asked[]): number => sumOf(all.map(({ lots }) => lots))
const kindOf = ({ market, mechanism }: IssueWire): string => `${market} ${mechanism}`

function lotsIn(shares: string, { lot }: IssueWire): number {
  const [asked, each] = [parsed(shares, 8), parsed(lot, 8)]
  assert.equal(asked % each, 0n, 'whole lots')
  return Number(asked / each)
}

/** The step of prices from 1 to 50, between which shares are issued (rulebook §13.2). */
function tickOf(market: string, price: bigint): bigint {
  const unit = 10n ** 8n
  assert.ok(price >= unit && (market !== 'HK' || price < 50n * unit))
  if (market !== 'HK') return unit / 100n
  return price < 10n * unit ? unit / 200n : price < 20n * unit ? unit / 100n : unit / 50n
}

/** What shares cost with the fee, in the currency of the offer, with 16 decimals. */
function valueWithFee(price: bigint, lots: number, { lot, feeRate }: IssueWire): bigint {
  const value = price * parsed(lot, 8) * BigInt(lots)
  return value + nearest(value * parsed(feeRate, 12), 10n ** 26n) * 10n ** 14n
}
const costOf = (price: bigint, lots: number, issue: IssueWire, fx: bigint): bigint =>
  ceiling(valueWithFee(price, lots, issue) * fx, 10n ** 26n)
/** What an application sets aside. */
const amountOf = (lots: number, issue: IssueWire, fx: bigint): bigint =>
  ceiling(valueWithFee(parsed(issue.priceHigh, 8), lots, issue) * fx * parsed(issue.prefundPct, 12), 10n ** 38n)

/** What a draw shares out, before one pool gives its surplus to the other. */
type Terms = Numbers<'initialLots' | 'publicLots' | 'poolA' | 'poolB'> & { readonly price: bigint }

function termsOf(issue: IssueWire, { book, publicPerMille }: DrawWire): Terms {
  const total = lotsIn(issue.totalShares, issue)
  const lotsAt = (perMille: number): number => Math.floor((total * perMille) / 1000)
  const initialLots = lotsAt(publicPerMille)
  const demand = lotsAsked(book)
  const times = demand / initialLots
  const raised = times >= 100 ? 350 : times >= 50 ? 250 : times >= 15 ? 150 : publicPerMille
  const publicLots = lotsAt(issue.mechanism === 'A' ? raised : publicPerMille)
  const [low, high] = [parsed(issue.priceLow, 8), parsed(issue.priceHigh, 8)]
  const full = 15n * BigInt(initialLots)
  const exact = low + ((high - low) * smaller(BigInt(demand), full)) / full
  // A single pool is shared out like pool B.
  const poolB = issue.mechanism === 'single' ? publicLots : Math.floor(publicLots / 2)
  const price = exact - (exact % tickOf(issue.market, exact))
  return { initialLots, publicLots, poolA: publicLots - poolB, poolB, price }
}

type Ranked = Asked & { readonly best: string }
type Hashed = (message: string) => string
const hmac = (key: string, message: string): string =>
  createHmac('sha256', Buffer.from(key, 'hex')).update(message).digest('hex')
const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')

function ranked({ id, lots }: Asked, hashed: Hashed): Ranked {
  const tickets = lots === 1 ? 1 : lots <= 5 ? 2 : lots <= 10 ? 3 : lots <= 50 ? 5 : 8
  const [best] = Array.from({ length: tickets }, (_, ticket) => hashed(`${id}:${ticket}`)).toSorted()
  return { id, lots, best: present(best, 'a ticket') }
}
const sorted = (all: readonly Ranked[]): readonly Ranked[] =>
  all.toSorted((one, other) => (one.best < other.best ? -1 : 1))

function rootOf(square: bigint): bigint {
  let root = BigInt(Math.floor(Math.sqrt(Number(square))))
  while (root * root > square) root -= 1n
  while ((root + 1n) * (root + 1n) <= square) root += 1n
  return root
}
const tapered = (lots: number): bigint => rootOf(BigInt(lots) * 10n ** 6n) + 1n
const linear = (lots: number): bigint => BigInt(lots) + 1n

type Pool = { readonly all: readonly Ranked[]; readonly lots: number; readonly weigh: (lots: number) => bigint }

/** Shares the lots of a pool among its applications, which are sorted by rank (§20.4-6). */
function sharedOut({ all, lots: poolLots, weigh }: Pool): Map<string, number> {
  if (lotsAsked(all) <= poolLots) return new Map(all.map(({ id, lots }) => [id, lots]))
  if (poolLots <= all.length) return new Map(all.map(({ id }, index) => [id, index < poolLots ? 1 : 0]))
  const given = new Map(all.map(({ id }) => [id, 1]))
  const give = (id: string, more: number) => given.set(id, given.get(id)! + more)
  let left = BigInt(poolLots - all.length)
  while (left > 0n) {
    const wanting = all.filter(({ id, lots }) => lots > given.get(id)!)
    const sum = wanting.reduce((total, { lots }) => total + weigh(lots - 1), 0n)
    const parts = wanting.map(({ id, lots }) => {
      const product = left * weigh(lots - 1)
      return { id, part: smaller(BigInt(lots - given.get(id)!), product / sum), remainder: product % sum }
    })
    for (const { id, part } of parts) give(id, Number(part))
    const shared = parts.reduce((total, { part }) => total + part, 0n)
    // When nothing is given, the largest remainders get the rest. The sort keeps the ranks of equal ones.
    const rest = parts.toSorted((one, other) => Number(other.remainder - one.remainder)).slice(0, Number(left))
    if (shared === 0n) for (const { id } of rest) give(id, 1)
    left = shared === 0n ? 0n : left - shared
  }
  return given
}

/** The pools of a draw: one that is not asked for in full gives its surplus to the other (§20.4-3). */
function poolsOf(all: readonly Ranked[], issue: IssueWire, terms: Terms): { readonly A: Pool; readonly B: Pool } {
  const limit = 5_000_000n * 10n ** 16n
  const isSingle = issue.mechanism === 'single'
  const isInA = ({ lots }: Asked): boolean =>
    !isSingle && parsed(issue.priceHigh, 8) * parsed(issue.lot, 8) * BigInt(lots) <= limit
  const [inA, inB] = [all.filter(isInA), all.filter((each) => !isInA(each))]
  const surplus = (lots: number, pool: readonly Asked[]): number => Math.max(0, lots - lotsAsked(pool))
  const moved = isSingle ? 0 : surplus(terms.poolB, inB) - surplus(terms.poolA, inA)
  return {
    A: { all: inA, lots: terms.poolA + moved, weigh: tapered },
    B: { all: inB, lots: terms.poolB - moved, weigh: linear },
  }
}

/** What each of these applications, which are sorted by rank, gets in one draw of all of them. */
function drawn(all: readonly Ranked[], issue: IssueWire, terms: Terms): ReadonlyMap<string, number> {
  const { A, B } = poolsOf(all, issue, terms)
  return new Map([...sharedOut(A), ...sharedOut(B)])
}

type Drawn = Awaited<ReturnType<typeof readDraw>>

const personCount = 40
const issuesWanted = 6
/** Least and most lots for each number of tickets. */
const classes = [[1, 1] as const, [2, 5] as const, [6, 10] as const, [11, 50] as const, [51, 60] as const]

let world: World
let persons: readonly Person[]
/** Issues for which people have applied, as they were shown then. */
const chosen = new Map<number, IssueWire>()
/** Applications whose rest was paid after the draw. */
const paidLater = new Set<number>()
const draws = new Map<number, Drawn>()
/** The applications of each person, when all is over. */
const results = new Map<Person, readonly ApplicationWire[]>()

async function wire<T>(person: Person, call: Call, fields: Readonly<Record<string, unknown>>): Promise<T> {
  const { envelope } = await person.askWire(call, fields)
  assert.equal(envelope.code, 200, `${call.path} ${JSON.stringify(fields)}: ${envelope.msg}`)
  return envelope.data as T
}
async function ownApplications(person: Person): Promise<readonly ApplicationWire[]> {
  const everything = { pageNum: 1, pageSize: 50 }
  return (await wire<{ rows: readonly ApplicationWire[] }>(person, offerings.applications, everything)).rows
}

/** Applies in the size that is the turn of a person, as far as the money reaches; some in two pieces. */
async function applyFor(person: Person, turn: number, issue: IssueWire): Promise<void> {
  const { id, lot } = issue
  const affordable = await wire<Texts<'num' | 'available'>>(person, offerings.affordable, { id })
  const most = lotsIn(affordable.num, issue)
  const [fx, available] = [parsed(issue.fxRate, 12), cents(affordable.available)]
  assert.ok(amountOf(most, issue, fx) <= available)
  if (most < lotsIn(issue.maxQuantity, issue)) assert.ok(amountOf(most + 1, issue, fx) > available)
  const size = (turn + chosen.size) % classes.length
  const [least, top] = classes[size]!
  // A few keep their money for a large application; the others spend half at most, so that it suffices for more issues.
  const isLarge = turn % 10 === 1
  if (isLarge && size < classes.length - 1) return
  const limit = isLarge ? most : Math.max(Math.min(most, 1), Math.floor(most / 2))
  const lots = Math.min(limit, least + ((turn * 7 + id) % (top - least + 1)))
  if (lots === 0) return
  const first = turn % 4 === 2 && lots > 1 ? Math.floor(lots / 2) : lots
  const quantity = (count: number): string => String(Number(lot) * count)
  const applied = await wire<ApplicationWire>(person, offerings.apply, { id, quantity: quantity(first) })
  if (first < lots) await wire(person, offerings.add, { id: applied.id, quantity: quantity(lots - first) })
}

/** Applies with everybody for the issues that opened since the last time. */
async function applyForOpen(): Promise<void> {
  const kinds = new Set([...chosen.values()].map(kindOf))
  if (chosen.size >= issuesWanted && kinds.size === 4) return
  for (const issue of await wire<readonly IssueWire[]>(persons[0]!, offerings.issues, {})) {
    if (issue.phase !== 'open' || chosen.has(issue.id)) continue
    chosen.set(issue.id, issue)
    const draw = await wire<DrawWire>(persons[0]!, offerings.draw, { id: issue.id })
    assert.deepEqual([draw.seed, draw.beacon, draw.key, draw.price], [null, null, null, null])
    for (const [turn, person] of persons.entries()) await applyFor(person, turn, issue)
  }
}

/** Every second person pays what is missing; the others let it lapse. All of them ask, or their sessions would end. */
async function payMissing(): Promise<void> {
  for (const [turn, person] of persons.entries())
    for (const { id, pendingPayment } of await ownApplications(person)) {
      if (turn % 2 === 1 || cents(pendingPayment) === 0n) continue
      // Who has not enough left lets it lapse too.
      const { envelope } = await person.askWire(offerings.add, { id, amount: pendingPayment })
      if (envelope.code === 200) paidLater.add(id)
    }
}

/** Moves the clock to the next instant at which something happens to a chosen issue, at most a day. */
async function passOn(): Promise<void> {
  const now = world.clock.now() / 1000
  const instants = [...chosen.values()].flatMap((issue) => moments.map((moment) => issue[moment]))
  await world.pass(Math.min(now + 86_400, ...instants.filter((at) => at > now)) - now)
  // The draw waits for the link of a journal.
  for (let second = 0; second < 2; second += 1) await world.pass(1)
}

/** A published draw, and what is recomputed of it: its terms, and its book in the order of the ranks. */
async function readDraw(issue: IssueWire) {
  const draw = await wire<DrawWire>(world.stranger(), offerings.draw, { id: issue.id })
  const hashed: Hashed = (message) => hmac(draw.key, message)
  const book = sorted(draw.book.map((each) => ranked(each, hashed)))
  return { issue, draw, terms: termsOf(issue, draw), hashed, book }
}

const everyApplication = (): readonly ApplicationWire[] => [...results.values()].flat()
const drawOf = ({ ipoId }: ApplicationWire): Drawn => present(draws.get(ipoId), `the draw of ${ipoId}`)
/** The name of the tickets of an application in the published result. */
const nameOf = ({ id }: ApplicationWire): string => `p${id}`

/** What the rules give to an application: a function of its id, its lots and the published book. */
function ruled(application: ApplicationWire): Numbers<'lots' | 'rank'> {
  const { issue, terms, hashed, book } = drawOf(application)
  const own = ranked({ id: nameOf(application), lots: lotsIn(application.quantity, issue) }, hashed)
  const all = sorted([...book, own])
  const { A, B } = poolsOf(all, issue, terms)
  const pool = A.all.includes(own) ? A : B
  return { lots: sharedOut(pool).get(own.id)!, rank: pool.all.indexOf(own) + 1 }
}

describe('the draws of new issues, recomputed from what is published', () => {
  before(async () => {
    world = await openWorld({ seed: 'offers' })
    persons = await Promise.all(Array.from({ length: personCount }, () => world.person()))
    await sql`update app_user set real_status = 3`.execute(world.server.dependencies.store.db)
    await applyForOpen()
    while ([...chosen.values()].some(({ listTimestamp }) => listTimestamp * 1000 >= world.clock.now())) {
      await passOn()
      await payMissing()
      await applyForOpen()
    }
    for (const person of persons) results.set(person, await ownApplications(person))
    for (const issue of chosen.values()) draws.set(issue.id, await readDraw(issue))
  })
  after(() => world[Symbol.asyncDispose]())

  test('at least 200 applications were drawn, over all markets, mechanisms and numbers of tickets', () => {
    const all = everyApplication()
    assert.ok(all.length >= 200, `${all.length} applications`)
    const kinds = new Set([...chosen.values()].map(kindOf))
    assert.deepEqual([...kinds].sort(), ['HK A', 'HK B', 'MX single', 'US single'])
    const asked = all.map((each) => lotsIn(each.quantity, drawOf(each).issue))
    const tickets = classes.map(([least, top]) => asked.filter((lots) => lots >= least && lots <= top).length)
    assert.ok(Math.min(...tickets) > 0, `${tickets.join(' ')} of each number`)
  })

  test('the seed and the book match what was published before, and the key is made of them', () => {
    for (const { issue, draw } of draws.values()) {
      assert.match(draw.seed, /^[0-9a-f]{64}$/)
      assert.equal(sha256(Buffer.from(draw.seed, 'hex')), issue.commit)
      assert.equal(sha256(draw.book.map(({ id, lots }) => `${id}:${lots}\n`).join('')), issue.bookHash)
      assert.equal(draw.key, hmac(draw.seed, `${issue.bookHash}|${issue.id}|${draw.beacon}`))
    }
  })

  test('the randomness is the hash of a journal of the chain, which was written after the close', async () => {
    for (const { issue, draw } of draws.values()) {
      const [, sequence] = /^journal (\d+)$/.exec(draw.beaconSource) ?? []
      const { rows } = await sql<{ hash: Buffer; at: number }>`
        select seal.hash, journal.at from seal join journal on journal.id = seal.journal_id
        where seal.seq = ${sequence}`.execute(world.server.dependencies.store.db)
      const link = present(rows[0], `the link ${sequence}`)
      assert.equal(link.hash.toString('hex'), draw.beacon)
      assert.ok(link.at >= issue.purchaseEndTimestamp * 1000)
    }
  })

  test('coverage, price, clawback and pools follow from the book', () => {
    for (const { issue, draw, terms, book } of draws.values()) {
      const covered = Math.floor((lotsAsked(book) * 100) / terms.initialLots)
      const { A, B } = poolsOf(book, issue, terms)
      assert.deepEqual(
        [draw.timesCovered, draw.price, draw.publicLots, draw.poolALots, draw.poolBLots].map(Number),
        [covered / 100, Number(terms.price) / 1e8, terms.publicLots, A.lots, B.lots],
        kindOf(issue),
      )
      const part = Math.floor(lotsIn(issue.totalShares, issue) / 10)
      const half = issue.mechanism === 'single' ? part : Math.floor(terms.initialLots / 2)
      assert.equal(lotsIn(issue.maxQuantity, issue), Math.min(part, half))
    }
  })

  test('the basis of allotment is that of the book alone', () => {
    for (const { issue, draw, terms, book } of draws.values()) {
      const given = drawn(book, issue, terms)
      const rows = [...Map.groupBy(book, ({ lots }) => lots)].map(([lots, all]) => {
        const allotted = all.map(({ id }) => given.get(id)!)
        const served = allotted.filter((each) => each > 0).length
        return { lots, applications: all.length, served, allotted: sumOf(allotted) }
      })
      assert.deepEqual(
        draw.basis.map(({ lots, applications, served, allotted }) => ({ lots, applications, served, allotted })),
        rows.toSorted((one, other) => one.lots - other.lots),
        kindOf(issue),
      )
    }
  })

  test('every application got the lots of its own draw', () => {
    for (const application of everyApplication()) {
      const { draw, issue } = drawOf(application)
      const [id, lots] = [nameOf(application), lotsIn(application.quantity, issue)]
      const own = ruled(application)
      const published = draw.applications.find((each) => each.id === id)
      assert.deepEqual(published, { id, lots, allottedLots: own.lots }, kindOf(issue))
      assert.equal(application.rank, own.rank)
    }
  })

  test('one draw of all people together would give other lots: nobody changed the result of another', () => {
    const others = [...draws.values()].map(({ issue, draw, terms, hashed, book }) => {
      const people = draw.applications.map((each) => ranked(each, hashed))
      const together = drawn(sorted([...book, ...people]), issue, terms)
      return draw.applications.filter(({ id, allottedLots }) => together.get(id) !== allottedLots).length
    })
    assert.ok(sumOf(others) > 5, `${others.join(' ')} applications would differ`)
  })

  test('what each paid, owes and gets back is right to the cent', () => {
    let lapsed = 0
    for (const application of everyApplication()) {
      const { issue, terms } = drawOf(application)
      const fx = parsed(application.fxRate, 12)
      const cost = (count: number): bigint => costOf(terms.price, count, issue, fx)
      const won = ruled(application).lots
      const amount = amountOf(lotsIn(application.quantity, issue), issue, fx)
      const paid = paidLater.has(application.id) ? cost(won) : amount
      // Who does not pay the rest keeps the lots that the paid money covers (E55).
      let lots = won
      while (cost(lots) > paid) lots -= 1
      if (lots < won) lapsed += 1
      const { paid: given, cost: price, refund, actualPayment, pendingPayment } = application
      assert.deepEqual(
        [given, price, refund, actualPayment, pendingPayment].map(cents),
        [paid, cost(lots), paid - cost(lots), cost(lots), 0n],
        `application ${application.id} for ${kindOf(issue)}`,
      )
      assert.equal(lotsIn(application.allottedQuantity, issue), lots)
      assert.equal(application.subStatus, lots > 0 ? 3 : 4)
    }
    assert.ok(lapsed > 0 && paidLater.size > 0, `${lapsed} lapsed, ${paidLater.size} were paid`)
  })

  test('the wallet of everybody has the rest, and the ledger is right', async () => {
    for (const [person, applications] of results) {
      const { available } = await person.call(wallet.balance, { wallet: 'SUBSCRIPTION' })
      const spent = applications.reduce((sum, { cost }) => sum + cents(cost), 0n)
      assert.equal(available, 25_000_000n - spent)
    }
    await world.verify()
  })
})

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
 * The allotment of placings, recomputed from the rules (rulebook §18, §20.4, §21) and from what the calls answer. Nothing of
 * `core/offerings` is imported: a mistake there cannot hide itself here.
 */
const { placings, offerings, market, trading } = calls

type Texts<Name extends string> = Readonly<Record<Name, string>>
type Numbers<Name extends string> = Readonly<Record<Name, number>>
type PlacingWire = Texts<
  'price' | 'preClose' | 'discount' | 'tick' | 'lot' | 'maxQuantity' | 'totalShares' | 'feeRate'
> &
  Texts<'fxRate' | 'bookHash' | 'commit' | 'stock_code' | 'market' | 'classify'> &
  Numbers<'id' | 'startTimestamp' | 'endTimestamp' | 'allotmentTimestamp' | 'listTimestamp' | 'lockDays' | 'status'>
type Asked = { readonly id: string; readonly lots: number }
type DrawWire = Texts<'commit' | 'seed' | 'beacon' | 'beaconSource' | 'key' | 'price' | 'mechanism' | 'timesCovered'> &
  Numbers<'publicLots' | 'poolALots'> & {
    readonly book: readonly Asked[]
    readonly applications: readonly (Asked & Numbers<'allottedLots'>)[]
  }
type ApplicationWire = Texts<'quantity' | 'allottedQuantity' | 'paid' | 'refund' | 'cost' | 'fxRate'> &
  Numbers<'id' | 'ipoId' | 'subStatus' | 'status' | 'rank' | 'lockUntilTimestamp'>

/** A decimal text as a whole number of its last decimal. */
function parsed(text: string, scale: number): bigint {
  const [whole = '', part = ''] = text.split('.')
  assert.ok(/^\d+$/.test(whole) && part.length <= scale, text)
  return BigInt(whole + part.padEnd(scale, '0'))
}
const cents = (text: string): bigint => parsed(text, 2)
const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')
const hmac = (key: string, message: string): string =>
  createHmac('sha256', Buffer.from(key, 'hex')).update(message).digest('hex')

const tickets = (lots: number): number => (lots === 1 ? 1 : lots <= 5 ? 2 : lots <= 10 ? 3 : lots <= 50 ? 5 : 8)
const best = (key: string, { id, lots }: Asked): string =>
  Array.from({ length: tickets(lots) }, (_, ticket) => hmac(key, `${id}:${ticket}`)).toSorted()[0]!

/** What an application gets beside the book, and its rank (rulebook §21). */
function allotted(own: Asked, { book, publicLots, key }: DrawWire): Numbers<'lots' | 'rank'> {
  const all = [...book, own]
    .map((each) => ({ ...each, hash: best(key, each) }))
    .toSorted((one, other) => (one.hash < other.hash ? -1 : 1))
  const rank = all.findIndex(({ id }) => id === own.id) + 1
  const demand = all.reduce((sum, { lots }) => sum + lots, 0)
  if (demand <= publicLots) return { lots: own.lots, rank }
  const parts = all.map((each, place) => ({
    id: each.id,
    place,
    whole: Math.floor((each.lots * publicLots) / demand),
    rest: (each.lots * publicLots) % demand,
  }))
  const left = publicLots - parts.reduce((sum, { whole }) => sum + whole, 0)
  const served = parts.toSorted((one, other) => other.rest - one.rest || one.place - other.place).slice(0, left)
  const more = served.some(({ id }) => id === own.id) ? 1 : 0
  return { lots: parts.find(({ id }) => id === own.id)!.whole + more, rank }
}

/** ceil2(conv(n + F(n))) with F rounded to the cent of the total (rulebook §20.2). */
function costOf(shares: bigint, { price, feeRate }: PlacingWire, fxRate: string): bigint {
  // Price and quantity have 8 decimals each, a rate 12.
  const value = parsed(price, 8) * shares
  const fee = (2n * value * parsed(feeRate, 12) + 10n ** 26n) / (2n * 10n ** 26n)
  const exact = (value + fee * 10n ** 14n) * parsed(fxRate, 12)
  return (exact + 10n ** 26n - 1n) / 10n ** 26n
}

const personCount = 9
const everything = { pageNum: 1, pageSize: 50 }
let world: World
let persons: readonly Person[]
let chosen: readonly PlacingWire[]

async function wire<T>(person: Person, call: Call, fields: Readonly<Record<string, unknown>>): Promise<T> {
  const { envelope } = await person.askWire(call, fields)
  assert.equal(envelope.code, 200, `${call.path} ${JSON.stringify(fields)}: ${envelope.msg}`)
  return envelope.data as T
}
const mine = async (person: Person): Promise<readonly ApplicationWire[]> =>
  (await wire<{ rows: readonly ApplicationWire[] }>(person, placings.applications, everything)).rows

/** Moves the clock in steps of a quarter of a day at most, so that jobs run on time. */
async function passTo(instant: number): Promise<void> {
  for (;;) {
    const left = instant - world.clock.now() / 1000
    if (left <= 0) break
    await world.pass(Math.min(left, 21_600))
    // Who asks nothing for long is signed out.
    for (const person of persons) await mine(person)
  }
  // The allotment waits for the link of a journal.
  for (let second = 0; second < 2; second += 1) await world.pass(1)
}

describe('the allotment of placings, by a second count', () => {
  before(async () => {
    world = await openWorld()
    persons = await Promise.all(Array.from({ length: personCount }, () => world.person()))
    await sql`update app_user set real_status = 3`.execute(world.server.dependencies.store.db)
    const { rows } = await wire<{ rows: readonly PlacingWire[] }>(world.stranger(), placings.list, everything)
    // The cheapest first: the grant of a newcomer must suffice for two.
    const costOfLot = ({ price, lot, fxRate }: PlacingWire): number => Number(price) * Number(lot) * Number(fxRate)
    chosen = rows.filter(({ status }) => status === 1).toSorted((one, other) => costOfLot(one) - costOfLot(other))
    for (const [turn, person] of persons.entries())
      for (const placing of chosen.slice(0, 2)) {
        const lots = 1 + (turn % 3)
        const quantity = String((Number(parsed(placing.lot, 8)) / 1e8) * lots)
        const applied = await wire<ApplicationWire>(person, placings.apply, { id: placing.id, quantity })
        if (turn % 4 === 3) await wire(person, offerings.add, { id: applied.id, quantity: placing.lot })
      }
  })
  after(() => world[Symbol.asyncDispose]())

  test('two placings are open, and the one that closes next is that of the window', async () => {
    assert.ok(chosen.length >= 2)
    const next = present(chosen.toSorted((one, other) => one.endTimestamp - other.endTimestamp)[0], 'an open placing')
    const told = await wire<Numbers<'id' | 'endTimestamp' | 'open' | 'allotTimestamp'>>(
      world.stranger(),
      placings.window,
      {},
    )
    assert.deepEqual(
      [told.id, told.endTimestamp, told.allotTimestamp, told.open],
      [next.id, next.endTimestamp, next.allotmentTimestamp, 1],
    )
  })

  test('the price is the last close less the discount, and the stock takes no short that its quote does not offer', async () => {
    for (const placing of chosen) {
      const less = (parsed(placing.preClose, 8) * (10n ** 12n - parsed(placing.discount, 12))) / 10n ** 12n
      const tick = parsed(placing.tick, 8)
      assert.equal(parsed(placing.price, 8), less - (less % tick))
      const asked = { stockCode: placing.stock_code, market: placing.market }
      const conditions = await wire<{ shortable: boolean }>(world.stranger(), market.conditions, asked)
      assert.equal(conditions.shortable, false)
      if (placing.market !== 'US') continue
      const order = { ...asked, classify: placing.classify, direction: 1, orderType: 0, quantity: '1', leverage: 1 }
      const { envelope } = await persons[0]!.askWire(trading.createStock, { ...order, openClose: 0 })
      assert.equal(envelope.code, 2007)
    }
  })

  test('what is not known yet is not told', async () => {
    for (const { id } of chosen) {
      const draw = await wire<DrawWire>(world.stranger(), placings.draw, { id })
      assert.deepEqual([draw.seed, draw.beacon, draw.key], [null, null, null])
      assert.equal(draw.applications.length, 0)
    }
  })

  test('everybody gets what the rules give, to the cent', async () => {
    await passTo(Math.max(...chosen.slice(0, 2).map(({ allotmentTimestamp }) => allotmentTimestamp)))
    for (const placing of chosen.slice(0, 2)) {
      const draw = await wire<DrawWire>(world.stranger(), placings.draw, { id: placing.id })
      assert.equal(sha256(Buffer.from(draw.seed, 'hex')), placing.commit)
      assert.equal(sha256(draw.book.map(({ id, lots }) => `${id}:${lots}\n`).join('')), placing.bookHash)
      assert.equal(hmac(draw.seed, `${placing.bookHash}|${placing.id}|${draw.beacon}`), draw.key)
      const sequence = Number(/^journal (\d+)$/.exec(draw.beaconSource)?.[1])
      const { rows } = await sql<{ hash: Buffer }>`select hash from seal where seq = ${sequence}`.execute(
        world.server.dependencies.store.db,
      )
      assert.equal(rows[0]?.hash.toString('hex'), draw.beacon)
      assert.deepEqual([draw.mechanism, draw.poolALots], ['pro_rata', 0])
      assert.equal(parsed(placing.totalShares, 8) / parsed(placing.lot, 8), BigInt(draw.publicLots))
      assert.equal(draw.applications.length, personCount)
      for (const person of persons) {
        const application = present(
          (await mine(person)).find(({ ipoId }) => ipoId === placing.id),
          'an application',
        )
        const lots = Number(parsed(application.quantity, 8) / parsed(placing.lot, 8))
        const expected = allotted({ id: `p${application.id}`, lots }, draw)
        const shares = parsed(application.allottedQuantity, 8)
        assert.equal(shares, BigInt(expected.lots) * parsed(placing.lot, 8))
        assert.equal(application.rank, expected.rank)
        assert.deepEqual(
          draw.applications.find(({ id }) => id === `p${application.id}`),
          { id: `p${application.id}`, lots, allottedLots: expected.lots },
        )
        const [paid, cost] = [cents(application.paid), cents(application.cost)]
        assert.equal(paid, costOf(parsed(application.quantity, 8), placing, application.fxRate))
        assert.equal(cost, shares === 0n ? 0n : costOf(shares, placing, application.fxRate))
        assert.equal(cents(application.refund), paid - cost)
        assert.deepEqual(
          [application.subStatus, application.status, application.lockUntilTimestamp],
          [shares > 0n ? 3 : 4, shares > 0n ? 1 : 2, placing.listTimestamp],
        )
      }
    }
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import type { Answer } from '@mex/contract/call.ts'
import { present } from '@mex/core/assert.ts'
import { practiceCard } from '@mex/core/funding/cards.ts'
import { magnitude } from '@mex/core/money/decimal.ts'
import { addMoney, formatMoney, moneyOf, nothing, quantityOf, type Money } from '@mex/core/money/money.ts'
import { curveRanges } from '@mex/core/portfolio/grid.ts'
import { sql } from '@mex/server/testing.ts'
import { positionOf, register } from './people.ts'
import type { Person } from './person.ts'
import { openWorld, type World } from './world.ts'

const page = { pageNum: 1, pageSize: 50 }
const market = { side: 'buy', type: 'market', leverage: 1, purpose: 'open' } as const
const payPassword = 'pay-me-6'
const hours = 3_600_000

/** A user with something in every product, and money that came and went. */
async function investor(world: World): Promise<Person> {
  const person = await register(world.url, 'investor')
  await person.call(calls.security.setPayPassword, { payPassword, confirmPayPassword: payPassword })
  await sql`update app_user set real_status = 3 where email = 'investor@example.org'`.execute(
    world.server.dependencies.store.db,
  )
  const shares = { ...market, market: 'US', classify: 'UsStock', extendedHours: false } as const
  await person.call(calls.trading.createStock, { ...shares, code: 'AAPL', leverage: 2, quantity: quantityOf('20') })
  await person.call(calls.trading.createStock, { ...shares, code: 'MSFT', side: 'sell', quantity: quantityOf('4') })
  const mexican = { ...market, code: 'WALMEX', market: 'MX', classify: 'MX', extendedHours: false } as const
  await person.call(calls.trading.createStock, { ...mexican, quantity: quantityOf('300') })
  await person.call(calls.trading.createFuture, {
    ...market,
    code: 'MES',
    leverage: 10,
    autoRoll: false,
    quantity: quantityOf('1'),
  })
  await person.call(calls.trading.createForex, { ...market, code: 'EURUSD', leverage: 10, quantity: quantityOf('0.1') })
  await world.step(2)
  const bonds = (await person.call(calls.bonds.list, page)).rows.filter(({ isOffered }) => isOffered)
  for (const kind of ['note', 'bono'] as const) {
    const bond = present(
      bonds.find((each) => each.kind === kind),
      `a ${kind} on offer`,
    )
    await person.call(calls.bonds.buy, { id: bond.id, face: moneyOf('2000') })
  }
  const product = present((await person.call(calls.quantify.products, {}))[0], 'a product')
  await person.call(calls.quantify.save, { product: product.id, amount: moneyOf('4000'), agree: true })
  const robot = present((await person.call(calls.robots.list, page)).rows[0], 'a robot')
  await person.call(calls.robots.rent, { robotId: robot.robotId, quantity: 1 })
  return person
}

/** Follows the first campaign that takes orders; false when there is none. */
async function follow(person: Person): Promise<boolean> {
  for (const { id, campaigns } of await person.call(calls.follows.agencies, {})) {
    const campaign = campaigns.find(({ state }) => state === 'open')
    if (campaign === undefined) continue
    await person.call(calls.follows.add, { agencyId: id, campaignId: campaign.id, amount: moneyOf('3000') })
    return true
  }
  return false
}

/** Deposits coins, withdraws pesos, buys dollars. */
async function moveMoney(world: World, person: Person): Promise<void> {
  const [option] = await person.call(calls.funding.depositOptions, { kind: 'coin' })
  const address = present(option?.address, 'an address')
  await person.call(calls.funding.sendCoins, { address, coin: 'SUSD', amount: moneyOf('250') })
  const { id: card } = await person.call(calls.funding.addCard, practiceCard)
  await person.call(calls.funding.withdraw, { card, amount: moneyOf('5000'), payPassword })
  await person.call(calls.wallet.transfer, { from: 'BALANCE', to: 'US_STOCK', amount: moneyOf('18000') })
  for (let times = 0; times < 8; times += 1) await world.pass(30)
}

/** Each list of an allocation adds up to the total of the account, and to 100 percent. */
async function assertAllocated(person: Person): Promise<Answer<typeof calls.portfolio.allocation>> {
  const found = await person.call(calls.portfolio.allocation, {})
  assert.equal(found.total, await totalOf(person), 'the allocation is of the total of the account')
  for (const rows of [found.classes, found.currencies, found.sectors]) {
    assert.equal(addMoney(nothing, ...rows.map(({ worth }) => worth)), found.total)
    assert.equal(
      rows.reduce((sum, { share }) => sum + (share ?? 0n), 0n),
      10_000n,
    )
  }
  return found
}

/** Both returns begin at zero; the index is where its quotes and rates put it, and money that moved is no return. */
function assertCompared({ points, start, profit }: Answer<typeof calls.portfolio.curve>): void {
  const [first, last] = [present(points[0], 'a start'), present(points.at(-1), 'an end')]
  assert.deepEqual([first.returned, first.benchmark], [0n, 0n])
  assert(points.every(({ benchmark }) => benchmark !== undefined) && last.benchmark !== 0n)
  // Little money came and went beside what was there: the return is near profit ÷ start.
  const simple = (profit * 10_000n) / start
  assert(magnitude(last.returned - simple) <= 2n, `${last.returned} is near ${simple}`)
}

const totalOf = async (person: Person): Promise<Money> =>
  (await person.call(calls.account.overview, { wallet: 'OVERVIEW' })).equity

test('every point of a curve is what the account said at that instant, whatever was bought, sold, paid in and out', async () => {
  await using world = await openWorld({ seed: 'portfolio', jobs: 'due' })
  const person = await investor(world)
  const stranger = await world.person()
  const told = new Map<number, Money>()
  let isFollowing = false
  /** Goes to an instant, with all that is due before it done, and notes what the account says then. */
  const note = async (instant: number): Promise<void> => {
    await world.pass((instant - 1 - world.clock.now()) / 1000)
    await world.pass(0)
    world.clock.set(instant)
    told.set(instant, await totalOf(person))
    await assertAllocated(person)
  }
  for (let count = 1; count <= 14; count += 1) {
    await note(Math.ceil((world.clock.now() + 1) / (8 * hours)) * 8 * hours)
    await world.step()
    if (!isFollowing) isFollowing = await follow(person)
    if (count === 2) await moveMoney(world, person)
    if (count === 9) {
      const { rows } = await person.call(calls.trading.positions, page)
      const apple = present(
        rows.find(({ code }) => code === 'AAPL'),
        'the position',
      )
      await person.call(calls.trading.close, { id: apple.id, part: 'half', type: 'market' })
      const [holding] = (await person.call(calls.bonds.holdings, page)).rows
      await person.call(calls.bonds.sell, { id: present(holding, 'a bond').id, face: moneyOf('1000') })
      await world.step(2)
      assert.equal((await positionOf(person, apple)).quantity, quantityOf('10'))
    }
  }
  assert(isFollowing, 'a campaign took an order')
  await world.pass(3600)

  for (const range of curveRanges) {
    const curve = await person.call(calls.portfolio.curve, { range, benchmark: 'SPX' })
    assert.equal(curve.total, await totalOf(person), `the end of ${range} is the total of the account`)
    assert.equal(curve.points.at(-1)?.total, curve.total)
    assert.equal(curve.start + curve.moneyIn + curve.profit, curve.total, range)
    assert.equal(addMoney(nothing, ...curve.sources.map(({ profit }) => profit)), curve.profit, range)
    const trading = curve.sources.filter(({ source }) => /STOCK|^F(UTURE|OREX)|SUBSCRIPTION/.test(source))
    assert.equal(
      addMoney(curve.otherInstruments, ...curve.instruments.map(({ profit }) => profit)),
      addMoney(nothing, ...trading.map(({ profit }) => profit)),
      `the instruments of ${range} add up to the sources that trade`,
    )
    assert.equal(addMoney(nothing, ...curve.flows.map(({ amount }) => amount)), curve.moneyIn, range)
    assertCompared(curve)
  }
  const plain = await person.call(calls.portfolio.curve, { range: '1W', benchmark: 'NONE' })
  assert(
    plain.points.every(({ benchmark }) => benchmark === undefined),
    'nothing is compared unless it is asked for',
  )
  const all = await person.call(calls.portfolio.curve, { range: 'ALL', benchmark: 'NONE' })
  const wrong = [...told].flatMap(([at, total]) => {
    const found = all.points.find((point) => point.at === at)?.total
    return found === total
      ? []
      : [`${new Date(at).toISOString()}: ${found === undefined ? '—' : formatMoney(found)}, was ${formatMoney(total)}`]
  })
  assert.deepEqual(wrong, [])
  assert.deepEqual(
    [...new Set(all.flows.map(({ kind }) => kind))].toSorted(),
    ['deposit', 'withdrawal'],
    'what the account was opened with is its start',
  )
  assert.deepEqual(
    all.sources.map(({ source }) => source),
    ['US_STOCK', 'MEXICAN_STOCK', 'FUTURE', 'FOREX', 'BONDS', 'QUANTIFY', 'ROBOTS', 'CURRENCIES'],
  )
  const months = await person.call(calls.portfolio.months, { timeZone: 'UTC' })
  assert.deepEqual(
    months.map(({ month }) => month),
    ['2026-11'],
  )
  for (const { profit, realised, income, fees, financing, change } of months) {
    assert.equal(addMoney(realised, income, fees, financing, change), profit)
    assert(fees < 0n && realised !== 0n)
  }
  assert.equal(addMoney(nothing, ...months.map(({ profit }) => profit)), all.profit)
  const [largest] = all.instruments
  assert(largest !== undefined && all.otherInstruments === 0n, 'every result of trading has its instrument')
  await world.verify()

  const { classes, currencies, sectors } = await assertAllocated(person)
  assert.deepEqual(classes.map(({ assetClass }) => assetClass).toSorted(), [
    'BONDS',
    'CASH',
    'FOREX',
    'FUTURES',
    'QUANTIFY',
    'ROBOTS',
    'SHARES',
  ])
  assert.deepEqual(
    classes
      .flatMap(({ assetClass, worth, exposure }) => (exposure !== undefined && exposure > worth ? [assetClass] : []))
      .toSorted(),
    ['FOREX', 'FUTURES', 'SHARES'],
    'what is leveraged moves with more than the own money',
  )
  assert.deepEqual(currencies.map(({ currency }) => currency).toSorted(), ['HKD', 'MXN', 'USD'])
  assert(sectors.some(({ sector }) => sector === undefined) && sectors.length > 1, 'shares have sectors')
  const { rows: positions } = await person.call(calls.trading.positions, page)
  for (const [assetClass, code] of [
    ['FUTURES', 'MES'],
    ['FOREX', 'EURUSD'],
  ] as const) {
    const { marginNow, profit } = present(
      positions.find((each) => each.code.startsWith(code)),
      code,
    )
    assert.equal(
      classes.find((row) => row.assetClass === assetClass)?.worth,
      addMoney(marginNow, profit ?? nothing),
      `${assetClass} are margin and profit`,
    )
  }
  assert.deepEqual(
    (await assertAllocated(stranger)).classes.map(({ assetClass, share }) => [assetClass, share]),
    [['CASH', 10_000n]],
    'a new account is all cash',
  )

  const own = await stranger.call(calls.portfolio.curve, { range: 'ALL', benchmark: 'NONE' })
  assert.deepEqual([own.total, own.flows], [await totalOf(stranger), []])
  assert.notEqual(own.total, all.total)
})

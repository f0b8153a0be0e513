import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import { moneyOf } from '@mex/core/money/money.ts'
import { dayMilliseconds, isoDate, utcDay } from '@mex/core/time-zone.ts'
import { openMarketSource, writeReplayFolder } from '@mex/server/testing.ts'
import { register, signIn } from '@mex/world/people.ts'
import { openWorld, type World } from '@mex/world/world.ts'
import { operatorOf, type Operator } from './operator.ts'

/** Bonds and strategies on replayed history, and what the operator's checks say of them. */

const page = { pageNum: 1, pageSize: 50 }
const strategies = ['trend', 'grid', 'balanced'] as const

const openReplay = (folder: string, begin: number): Promise<World> =>
  openWorld({
    start: begin,
    settings: {
      MARKET: 'replay',
      MARKET_HOURS: 'real',
      REPLAY_DIR: folder,
      CLOCK_START: new Date(begin).toISOString(),
    },
  })

/** Days of jobs without ticks. */
async function passDays(world: World, days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) await world.pass(dayMilliseconds / 1000)
}

const isLong = ({ code }: { readonly code: string }): boolean => /^UST(10|30)Y/.test(code)

/** Buys bonds on the published curve, puts money in every strategy that the history can run, and lets a month pass. */
async function liveThroughMonth(world: World): Promise<Operator> {
  const alice = await register(world.url, 'alice')
  const { rows, curves } = await alice.call(calls.bonds.list, page)
  const sources = new Map(curves.map(({ country, source }) => [country, source]))
  assert.deepEqual([sources.get('US'), sources.get('MX')], ['public', 'drawn'])
  const notes = rows.filter((bond) => bond.isOffered && isLong(bond))
  assert(notes.length > 1)
  assert(notes.every(({ curveSource }) => curveSource === 'public'))
  for (const { id } of notes) await alice.call(calls.bonds.buy, { id, face: moneyOf('1000') })
  const cetes = rows.find(({ kind, isOffered }) => isOffered && kind === 'cetes')
  assert.equal(cetes?.curveSource, 'drawn')
  await alice.call(calls.bonds.buy, { id: cetes.id, face: moneyOf('1000') })

  const products = await alice.call(calls.quantify.products, {})
  for (const wanted of strategies) {
    const product = products.find(({ strategy, termDays }) => strategy === wanted && termDays === 7)
    assert(product?.isOpen === true, wanted)
    await alice.call(calls.quantify.save, { product: product.id, amount: moneyOf('500'), agree: true })
  }
  // Agencies and robots are of the simulated market alone.
  assert.deepEqual(await alice.call(calls.follows.agencies, {}), [])
  assert.equal((await alice.call(calls.robots.list, page)).total, 0)

  await passDays(world, 10)
  const again = await signIn(world.url, 'alice')
  const { rows: orders } = await again.call(calls.quantify.orders, page)
  assert.deepEqual(
    orders.map(({ status, value }) => [status, value > 0n]),
    strategies.map(() => ['completed', true]),
  )
  const { rows: held } = await again.call(calls.bonds.holdings, page)
  for (const { id, status } of held.filter(isLong)) {
    assert.equal(status, 'bought')
    await again.call(calls.bonds.sell, { id })
  }
  await passDays(world, 20)
  const later = await signIn(world.url, 'alice')
  const { rows: sold } = await later.call(calls.bonds.holdings, page)
  assert(sold.filter(isLong).every(({ status }) => status === 'redeemed'))
  return operatorOf(world)
}

/** What `verify all` says of each check, without the counts. */
async function verified(operator: Operator): Promise<{ readonly code: number; readonly bonds: unknown }> {
  const { code, printed } = await operator('verify', 'all')
  for (const check of ['bonds', 'strategies', 'follow', 'robots', 'ledger', 'fills'])
    assert(
      printed.some((line) => new RegExp(`^${check}( \\(.*\\))?: everything is right$`).test(line)),
      printed.join('\n'),
    )
  return { code, bonds: (await operator('verify', 'bonds', '--json')).json() }
}

/** Made-up rows for every day of half a year: prices and yields go up and down. */
function madeUp() {
  const [first, last] = [utcDay(Date.UTC(2025, 5, 1)), utcDay(Date.UTC(2026, 1, 20))]
  const days = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const bars = (symbol: string, level: number): string[] =>
    days.map((day, index) => {
      const [open = 0, close = 0] = [index, index + 1].map((each) => level * (1 + 0.05 * Math.sin(each / 9)))
      const prices = [open, Math.max(open, close) * 1.005, Math.min(open, close) * 0.995, close]
      return [symbol, isoDate(day), ...prices.map((price) => price.toFixed(4)), '', 90_000_000].join(',')
    })
  const yields = (above: number): string[] =>
    days.map((day, index) => {
      const move = above + 0.4 * Math.sin(index / 23)
      return [isoDate(day), ...[4.1, 3.9, 4, 4.4, 4.9].map((level) => (level + move).toFixed(2))].join(',')
    })
  return { bars, yields }
}

function writeMadeUp(above: number): string {
  const { bars, yields } = madeUp()
  const manifest = [
    '^GSPC,GSPC,index,99,,S&P 500,标普500,1d,USD,INDEX,America/New_York,daily/index.csv.gz',
    'BTC-USD,BTCUSDT,crypto,100,,Bitcoin,比特币,1d,USD,CRYPTO,UTC,daily/crypto.csv.gz',
    'USDMXN=X,USDMXN,forex,2,,USD/MXN,美元/比索,1d,MXN,FX,Europe/London,daily/fx.csv.gz',
  ]
  return writeReplayFolder(manifest, {
    'daily/index.csv.gz': bars('^GSPC', 6000),
    'daily/crypto.csv.gz': bars('BTC-USD', 80_000),
    'daily/fx.csv.gz': bars('USDMXN=X', 18),
    'rates/us_treasury_yields.csv.gz': ['date,1M,3M,2Y,10Y,30Y', ...yields(above)],
  })
}

test('on a folder with yields, bonds follow them, strategies run, and every check is right', async (context) => {
  const [folder, bent] = [writeMadeUp(0), writeMadeUp(0.05)]
  context.after(() => [folder, bent].forEach((each) => rmSync(each, { recursive: true })))
  const begin = Date.UTC(2026, 0, 6, 16)
  await using world = await openReplay(folder, begin)
  const operator = await liveThroughMonth(world)
  assert.equal((await verified(operator)).code, 0)

  // The same bonds by other yields: every purchase and every sale on them is found.
  const settings = { market: 'replay', practiceHours: false, replayFolder: bent, clockStart: begin } as const
  const source = await openMarketSource({ ...settings, marketSeed: 'world' }, Buffer.alloc(32))
  context.after(() => source.bars.close())
  const { server } = world
  const elsewhere = operatorOf({
    ...world,
    server: { ...server, dependencies: { ...server.dependencies, source } },
  })
  const { code, printed } = await elsewhere('verify', 'bonds')
  assert.equal(code, 1)
  assert(
    printed.some((line) => /price is [\d.]+, should be [\d.]+/.test(line)),
    printed.join('\n'),
  )
})

const directory = process.env['MARKET_DATA_DIR']
const skip = directory === undefined ? 'set MARKET_DATA_DIR to a folder of history to run this' : false

test('the same on real history with real yields', { skip }, async () => {
  await using world = await openReplay(directory ?? '', Date.UTC(2025, 2, 4, 15))
  assert.equal((await verified(await liveThroughMonth(world))).code, 0)
})

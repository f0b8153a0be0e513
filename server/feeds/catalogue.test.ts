import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { phaseAt, sessionOn } from '@mex/core/market/calendar.ts'
import { formatPrice, formatQuantity, formatRate, quantityOf } from '@mex/core/money/money.ts'
import { dayNumber, localDay } from '@mex/core/time-zone.ts'
import { followersOf } from '@mex/core/market/followers.ts'
import { isMultiple, tickAt } from '@mex/core/market/ticks.ts'
import { endingCalendars } from './catalogue-calendars.ts'
import { openCatalogue } from './catalogue.ts'

const catalogue = openCatalogue()
const at = (text: string): number => Date.parse(`${text}Z`)
const now = at('2026-11-20T12:00')

test('lists at least the required number of instruments of every market', () => {
  const counts = new Map<string, number>()
  for (const { market } of catalogue.instrumentsAt(now).values()) counts.set(market, (counts.get(market) ?? 0) + 1)
  const least: [string, number][] = [
    ['US', 80],
    ['HK', 50],
    ['MX', 35],
    ['GLOBAL', 14],
    ['FX', 30],
    ['CRYPTO', 6],
  ]
  for (const [market, count] of least) assert.ok((counts.get(market) ?? 0) >= count, market)
  assert.equal(catalogue.products.size, 20)
  for (const product of catalogue.products.values()) {
    const months = catalogue
      .futuresListedAt(now)
      .filter(({ instrument }) => instrument.contract?.product === product.code)
    assert.equal(months.length, product.listed, product.code)
  }
})

test('every instrument has consistent fields', () => {
  const allowedLots = ['1', '50', '100', '500', '1000', '2000', '5000', '10000'].map(quantityOf)
  for (const [key, instrument] of catalogue.instrumentsAt(now)) {
    assert.equal(key, `${instrument.market}:${instrument.code}`)
    assert.match(instrument.name.en, /^[\x20-\u024f]+$/, key)
    assert.ok(instrument.name.zh.length > 0, key)
    const listing = catalogue.listing(key, now)
    assert.ok(listing !== undefined && listing.basePrice > 0n, key)
    assert.ok(isMultiple(instrument.ticks, tickAt(instrument.ticks, listing.basePrice)), key)
    assert.ok(instrument.leverageCap >= 1 && instrument.leverageCap <= 30, key)
    assert.equal(instrument.contract !== undefined, instrument.market === 'FUT', key)
    if (instrument.market === 'HK') {
      assert.match(instrument.code, /^\d{5}$/)
      assert.ok(allowedLots.includes(instrument.lot), key)
    }
    if (instrument.market === 'MX') assert.equal(instrument.shortable, false, key)
    if (instrument.tradable) assert.ok(instrument.averageVolume > 0n, key)
    if (['GLOBAL', 'CRYPTO'].includes(instrument.market)) assert.equal(instrument.tradable, false, key)
    if (listing.origin.kind === 'equity') assert.ok(catalogue.sectors.has(listing.origin.sector), key)
    if (listing.origin.kind === 'future' && !listing.origin.underlying.startsWith('COMMODITY:')) {
      assert.ok(catalogue.fixed.has(listing.origin.underlying), key)
    }
  }
})

/** Runs `check` on a temporary copy of the project's tables in which one file is changed. */
function withData([file, change]: [string, (text: string) => string], check: (directory: string) => void): void {
  const directory = mkdtempSync(join(tmpdir(), 'catalogue-'))
  try {
    cpSync(join(import.meta.dirname, '..', '..', 'data'), directory, { recursive: true })
    writeFileSync(join(directory, file), change(readFileSync(join(directory, file), 'utf8')))
    check(directory)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

test('currency pairs have the leverage cap, lot size and tick of the rulebook (§13.2)', () => {
  const cases: [string, number, string, string][] = [
    ['FX:EURUSD', 30, '100000', '0.00001'],
    ['FX:USDJPY', 30, '100000', '0.001'],
    ['FX:USDMXN', 20, '100000', '0.0001'],
    ['FX:XAUUSD', 20, '100', '0.01'],
    ['FX:XAGUSD', 10, '5000', '0.001'],
    ['FX:NZDUSD', 20, '100000', '0.00001'],
    ['FX:USDTRY', 20, '100000', '0.00001'],
  ]
  for (const [key, leverageCap, multiplier, tick] of cases) {
    const listing = catalogue.listing(key, now)
    assert.ok(listing !== undefined, key)
    const { instrument } = listing
    assert.deepEqual(
      [instrument.tradable, instrument.leverageCap, formatRate(instrument.multiplier), formatQuantity(instrument.lot)],
      [true, leverageCap, multiplier, '0.01'],
      key,
    )
    assert.equal(formatPrice(tickAt(instrument.ticks, listing.basePrice)), tick, key)
  }
})

test('does not list a pair with a currency that has no interest rate (rulebook §13.6)', () => {
  withData(['rates.json', (text) => text.replace('"TRY"', '"XXX"')], (directory) => {
    const { fixed } = openCatalogue(directory)
    assert.equal(fixed.has('FX:USDTRY'), false)
    assert.equal(fixed.has('FX:USDZAR'), true)
  })
})

test('base prices of crosses and futures follow from their currencies and underlyings', () => {
  const price = (key: string) => Number(formatPrice(catalogue.listing(key, now)?.basePrice ?? assert.fail(key)))
  assert.ok(Math.abs(price('FX:EURGBP') * price('FX:GBPUSD') - price('FX:EURUSD')) < 1e-6)
  assert.equal(price('FUT:GCZ26'), price('FX:XAUUSD'))
  assert.equal(price('FUT:MESZ26'), price('GLOBAL:SPX'))
})

test('computes the last trading instant of a contract (rulebook §13.3)', () => {
  const cases: [string, string][] = [
    ['ESZ26', '2026-12-18T14:30'],
    ['ESM26', '2026-06-18T13:30'],
    ['MNQH27', '2027-03-19T13:30'],
    ['GCZ26', '2026-12-29T18:30'],
    ['SIH27', '2027-03-29T17:30'],
    ['CLZ26', '2026-11-20T19:30'],
    ['CLF27', '2026-12-21T19:30'],
    ['CLN26', '2026-06-22T18:30'],
    ['NGZ26', '2026-11-25T19:30'],
    ['RBZ26', '2026-11-30T19:30'],
    // A half day, which ends at 12:15 in Chicago.
    ['RBZ25', '2025-11-28T18:15'],
    ['ZCZ26', '2026-12-14T19:20'],
    ['LEZ26', '2026-12-31T19:05'],
    ['KCZ26', '2026-12-18T18:30'],
    ['SBH27', '2027-02-26T18:00'],
  ]
  for (const [code, expected] of cases) {
    const contract = catalogue.anyMonth(`FUT:${code}`)?.instrument.contract
    assert.ok(contract !== undefined, code)
    assert.equal(new Date(contract.lastTrade).toISOString().slice(0, 16), expected, code)
  }
})

test('delists a contract month at its last trading instant and lists a new far month', () => {
  const end = at('2026-12-18T14:30')
  const codes = (instant: number) =>
    catalogue
      .futuresListedAt(instant)
      .flatMap(({ instrument }) => (instrument.contract?.product === 'ES' ? [instrument.code] : []))
  assert.deepEqual(codes(end - 1), ['ESZ26', 'ESH27', 'ESM27', 'ESU27', 'ESZ27'])
  assert.deepEqual(codes(end), ['ESH27', 'ESM27', 'ESU27', 'ESZ27', 'ESH28'])
  assert.equal(catalogue.listing('FUT:ESZ26', end), undefined)
  assert.equal(catalogue.anyMonth('FUT:ESZ26')?.instrument.name.zh, '迷你标普500 2026年12月')
})

test('the continuous code rolls to the next month five days before the contract ends', () => {
  const front = (text: string) => catalogue.frontMonth('ES', at(text))?.instrument.code
  assert.equal(front('2026-12-13T14:29'), 'ESZ26')
  assert.equal(front('2026-12-13T14:30'), 'ESH27')
  assert.equal(catalogue.frontMonth('XX', now), undefined)
})

test('finds no listing for a contract that does not exist', () => {
  for (const key of ['FUT:ESF27', 'FUT:XXZ26', 'FUT:ES', 'FUT:ESZ2026', 'US:AAPL', '']) {
    assert.equal(catalogue.anyMonth(key), undefined, key)
  }
})

test('Hong Kong instruments use the tick table in force on the day', () => {
  const tick = (text: string) => {
    const { instrument } = catalogue.listing('HK:00939', at(text)) ?? assert.fail()
    return formatPrice(tickAt(instrument.ticks, catalogue.fixed.get('HK:00939')?.basePrice ?? assert.fail()))
  }
  assert.deepEqual(
    [tick('2025-01-01T12:00'), tick('2026-06-30T12:00'), tick('2026-07-01T12:00')],
    ['0.01', '0.01', '0.005'],
  )
})

test('search ranks codes before names, in English and Chinese', () => {
  const cases: [string, string | undefined][] = [
    ['AAPL', 'US:AAPL'],
    ['aap', 'US:AAPL'],
    ['apple', 'US:AAPL'],
    ['苹果', 'US:AAPL'],
    ['700', 'HK:00700'],
    ['腾讯', 'HK:00700'],
    ['america movil', 'MX:AMXB'],
    ['es', 'FUT:ESZ26'],
    ['GSPC', 'GLOBAL:SPX'],
    ['eur', 'FX:EURUSD'],
    ['gold', 'FX:XAUUSD'],
    ['黄金', 'FUT:GCZ26'],
    ['no such thing', undefined],
    ['   ', undefined],
  ]
  for (const [text, expected] of cases) {
    assert.equal(catalogue.search(text, now, 5)[0]?.instrument.key, expected, text)
  }
  assert.equal(catalogue.search('a', now, 7).length, 7)
  assert.ok(catalogue.search('a', now, 50, 'MX').every(({ instrument }) => instrument.market === 'MX'))
})

test('calendars have the published hours and holidays of the exchanges', () => {
  const cases: [Parameters<typeof catalogue.calendars.get>[0], string, string][] = [
    ['us-equity', '2025-01-09T15:00', 'closed'],
    ['us-equity', '2026-12-24T17:59', 'regular'],
    ['us-equity', '2026-12-24T18:00', 'post'],
    ['hk-equity', '2024-02-09T04:30', 'closed'],
    ['hk-equity', '2026-12-31T03:59', 'regular'],
    ['hk-equity', '2026-12-31T05:30', 'closed'],
    ['mx-equity', '2026-03-06T14:30', 'regular'],
    ['mx-equity', '2026-03-09T13:30', 'regular'],
    ['mx-equity', '2026-09-16T15:00', 'closed'],
    ['cme', '2026-12-25T15:00', 'closed'],
    ['cme', '2026-11-26T18:30', 'closed'],
    ['grains', '2026-11-27T18:05', 'closed'],
    ['coffee', '2026-11-20T09:15', 'regular'],
    ['sugar', '2026-11-20T08:29', 'closed'],
    ['livestock', '2026-11-20T19:04', 'regular'],
    ['london', '2026-11-20T16:29', 'regular'],
    ['europe', '2026-11-20T16:29', 'regular'],
    ['tokyo', '2026-11-20T02:45', 'lunch'],
    ['australia', '2026-11-20T00:30', 'regular'],
  ]
  for (const [session, instant, expected] of cases) {
    const calendar = catalogue.calendars.get(session) ?? assert.fail(session)
    assert.equal(phaseAt(calendar, at(instant), 'real'), expected, `${session} ${instant}`)
  }
  assert.equal(catalogue.calendars.size, 19)
  for (const calendar of catalogue.calendars.values()) {
    for (let day = dayNumber('2024-01-01'); day < dayNumber('2028-01-01'); day += 1) {
      const session = sessionOn(calendar, day)
      if (session !== undefined) assert.equal(localDay(calendar.zone, session.open + 8 * 3_600_000) >= day, true)
    }
  }
})

test('refuses an invalid data file and names its file and line', () => {
  const cases: [string, (text: string) => string, RegExp][] = [
    ['instruments/us.csv', (text) => text.replace(',technology,', ',magic,'), /us\.csv:\d+: the sector "magic"/],
    ['instruments/us.csv', (text) => text.replace('code,', 'symbol,'), /us\.csv:1: the column code is missing/],
    ['instruments/hk.csv', (text) => `${text}00700,x\n`, /hk\.csv:\d+: 2 cells/],
    ['instruments/mx.csv', (text) => text.replace(/\d+\n/, 'many\n'), /mx\.csv:2: price "many" is not a number/],
    ['instruments/mx.csv', (text) => text + text.split('\n')[1], /MX:\w+ is listed twice/],
    ['instruments/forex.csv', (text) => text.replace(',EUR,', ',EURO,'), /forex\.csv:2: a currency is not known/],
    ['instruments/futures.csv', (text) => text.replace('HMUZ', 'HMUA'), /futures\.csv:2: months "HMUA"/],
    ['instruments/futures.csv', (text) => text.replace(',cme,', ',moon,'), /futures\.csv:2: session "moon"/],
    ['instruments/funds.csv', (text) => text.replace('GLOBAL:SPX', 'GLOBAL:NOSUCH'), /funds\.csv:2: "GLOBAL:NOSUCH"/],
    // A fund of an index in another currency would need its conversion rate.
    ['instruments/funds.csv', (text) => text.replace('GLOBAL:SPX', 'GLOBAL:HSI'), /"GLOBAL:HSI" is neither .* of US/],
    ['instruments/funds.csv', (text) => text.replace('SECTOR:energy', 'SECTOR:magic'), /"SECTOR:magic" is neither/],
    [
      'instruments/funds.csv',
      (text) => text.replace('GLOBAL:IPC', 'SECTOR:energy'),
      /"SECTOR:energy" is neither .* of MX/,
    ],
    ['instruments/funds.csv', (text) => text.replace('0.0945', 'free'), /funds\.csv:2: fee "free" is not a number/],
    ['calendars/us-equity.json', (text) => text.replace('"09:30"', '"9h30"'), /us-equity\.json.*9h30/s],
    ['calendars/hk-equity.json', (text) => text.replace('Asia/Hong_Kong', 'Asia/Nowhere'), /hk-equity\.json.*zone/s],
    ['rates.json', (text) => text.replace('0.0400', 'four'), /rates\.json: the rate of USD/],
  ]
  for (const [file, change, message] of cases) {
    withData([file, change], (directory) => assert.throws(() => openCatalogue(directory), message, file))
  }
})

test('says three months before the end that the known holidays end', () => {
  const calendars = [...catalogue.calendars.values()]
  assert.equal(endingCalendars(calendars, at('2027-10-02T00:00')), undefined)
  for (const date of ['2027-10-03T00:00', '2028-06-01T00:00'])
    assert.match(endingCalendars(calendars, at(date)) ?? '', /us-equity until 2027.*add them to data\/calendars/)
  assert.doesNotMatch(endingCalendars(calendars, at('2028-06-01T00:00')) ?? '', /crypto/)
})

test('the page knows what follows each index', () => {
  for (const [key, index] of catalogue.instrumentsAt(now)) {
    if (index.market !== 'GLOBAL') continue
    const { products, funds } = followersOf(index.code)
    const listed = [...catalogue.instrumentsAt(now).values()].map(({ key: of }) => catalogue.listing(of, now))
    const isFund = (follower: (typeof listed)[number]) =>
      follower?.origin.kind === 'fund' &&
      follower.origin.follows.kind === 'index' &&
      follower.origin.follows.key === key
    const followingFunds = listed.filter(isFund).map((follower) => follower?.instrument.key)
    assert.deepEqual(new Set(funds.map(({ market, code }) => `${market}:${code}`)), new Set(followingFunds), key)
    const following = [...catalogue.products.values()].filter(({ underlying }) => underlying === key)
    assert.deepEqual(new Set(products), new Set(following.map(({ code }) => code)), key)
  }
})

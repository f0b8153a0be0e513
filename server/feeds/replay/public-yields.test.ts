import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { after, describe, test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { bondRules, settlementDay, type Bond } from '@mex/core/bonds/bond.ts'
import { cleanPrice } from '@mex/core/bonds/pricing.ts'
import { formatRate, rate } from '@mex/core/money/money.ts'
import { dayMilliseconds, isoDate } from '@mex/core/time-zone.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import { openDaySecrets } from '#feeds/simulator/day-secrets.ts'
import { modelVersion } from '#feeds/simulator/simulated-feed.ts'
import { openPublicCurves, parseYields, readPublicYields } from './public-yields.ts'
import { openReplayFeed } from './replay.ts'
import { writeFolder } from './write-folder.ts'

const at = (text: string): number => Date.parse(`${text}Z`)
const catalogue = openCatalogue()
const keys = openDaySecrets(Buffer.from('public yields'), modelVersion)

/** Made-up yields, each day another. The 27th is a holiday with an empty row, the 2nd is missing, and the last is the 5th. */
const rows = [
  'date,DGS1MO,DGS3MO,DGS2,DGS10,DGS30,DFF',
  '2026-02-26,3.10,3.20,3.80,4.20,4.70,3.6',
  '2026-02-27,,,,,,3.6',
  '2026-03-03,3.20,3.30,3.90,4.30,4.80,3.6',
  '2026-03-04,3.30,,4.00,4.40,4.90,3.6',
  '2026-03-05,3.40,3.50,4.10,4.50,5.00,3.6',
]
const us = openPublicCurves(parseYields('US', rows.join('\n'), 'us.csv.gz'))
const percent = (now: string, days: number): string | undefined => {
  const curve = us.curve(at(now))
  return curve === undefined ? undefined : formatRate(rate(curve.yieldIn(days) * 100n))
}
const tenYears = 3653

describe('public yields', () => {
  test('come into force at 18:00 of New York on their day, and stay until the next row', () => {
    const cases: readonly (readonly [string, string | undefined])[] = [
      ['2026-02-26T22:59:59', undefined],
      ['2026-02-26T23:00:00', '4.2'],
      ['2026-02-28T12:00:00', '4.2'],
      ['2026-03-03T22:59:59', '4.2'],
      ['2026-03-03T23:00:00', '4.3'],
      ['2026-03-04T15:00:00', '4.3'],
      ['2026-03-04T23:00:00', '4.4'],
      ['2026-03-05T23:00:00', '4.5'],
      ['2026-06-01T12:00:00', '4.5'],
    ]
    for (const [now, expected] of cases) assert.equal(percent(now, tenYears), expected, now)
    assert.equal(us.since, at('2026-02-26T23:00'))
    assert.equal(us.curve(at('2026-03-04T12:00'))?.at, at('2026-03-03T23:00'))
  })

  test('are joined by straight lines between the terms that a row has, and level beyond them', () => {
    const cases: readonly (readonly [string, number, string])[] = [
      ['2026-03-04T12:00', 1, '3.2'],
      ['2026-03-04T12:00', 30, '3.2'],
      ['2026-03-04T12:00', 91, '3.3'],
      ['2026-03-04T12:00', (731 + tenYears) / 2, '4.1'],
      ['2026-03-04T12:00', 20_000, '4.8'],
      // 3.3 of a month and 4 of two years, 61 of 701 days apart.
      ['2026-03-05T12:00', 91, '3.360913'],
    ]
    for (const [now, days, expected] of cases) assert.equal(percent(now, days), expected, `${days} days`)
  })

  test('know the terms of the Federal Reserve and plain ones', () => {
    const read = parseYields('MX', 'date,10Y,1M,TIIE,6M,1Y\n2026-03-03,9,8,1,8.2,8.5\n', 'mx.csv.gz')
    assert.deepEqual(read.terms, [30, 183, 365, tenYears])
    assert.deepEqual([...read.yields], [8_000_000, 8_200_000, 8_500_000, 9_000_000])
    const curve = present(openPublicCurves(read).curve(at('2026-03-04T00:00')), 'a curve')
    assert.equal(formatRate(rate(curve.yieldIn(183) * 100n)), '8.2')
    // Mexico has no summer time: 18:00 is midnight in London.
    assert.equal(curve.at, at('2026-03-04T00:00'))
  })

  test('that are wrong are refused with file and line', () => {
    const refused: readonly (readonly [string, readonly string[]])[] = [
      ['us.csv.gz:1: no two columns are yields, such as 1M and 10Y', ['date,DGS10,DFF', '2026-03-03,4,3']],
      ['us.csv.gz:1: two columns are the term of 10Y', ['date,DGS10,10Y', '2026-03-03,4,4']],
      ['us.csv.gz:1: the column date is missing', ['day,1M,10Y', '2026-03-03,4,4']],
      ['us.csv.gz:3: the date is not later than that of the row before', [rows[0]!, rows[3]!, rows[1]!]],
      ['us.csv.gz:2: the date "3 March" has the wrong format', ['date,1M,10Y', '3 March,4,4']],
      ['us.csv.gz:2: "n/a" is not a yield in percent', ['date,1M,10Y', '2026-03-03,4,n/a']],
      ['us.csv.gz:2: a yield of 450 % is not between -5 and 100', ['date,1M,10Y', '2026-03-03,4,450']],
      ['us.csv.gz: has no yields', [rows[0]!, rows[2]!]],
    ]
    for (const [message, lines] of refused)
      assert.throws(() => parseYields('US', lines.join('\n'), 'us.csv.gz'), { name: 'BadTable', message })
  })
})

const manifest = [
  'AAPL,AAPL,us_stock,0,UsStock,Apple Inc.,苹果公司,1d,USD,XNAS,America/New_York,daily/us.csv.gz',
  'USDMXN=X,USDMXN,forex,2,,USD/MXN,美元/比索,1d,MXN,FX,Europe/London,daily/fx.csv.gz',
]
const bars = {
  'daily/us.csv.gz': ['AAPL,2026-02-25,254,256,253,255.5,,40000000', 'AAPL,2026-03-05,255,257.25,251.75,252,,70000000'],
  'daily/fx.csv.gz': ['USDMXN=X,2026-02-25,18,18.2,17.9,18.1,,', 'USDMXN=X,2026-03-06,18.1,18.3,18,18.25,,'],
}
const folders = [
  writeFolder(manifest, { ...bars, 'rates/us_treasury_yields.csv.gz': rows }),
  writeFolder(manifest, bars),
  writeFolder(manifest, { ...bars, 'rates/mx_government_yields.csv.gz': ['date,1M,10Y', '2026-02-26,8,9'] }),
] as const
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

const openIn = (directory: string) => openReplayFeed({ directory, catalogue, keys, start: at('2026-02-27T12:00') })

describe('the bonds of a replay', () => {
  test('take the curve of each country from its file, and a drawn one without it', async () => {
    const sources = await Promise.all(
      folders.map(async (folder) => {
        const { bonds } = await openIn(folder)
        return (['US', 'MX'] as const).map((country) => bonds.curve(country, at('2026-03-04T16:00'))?.source)
      }),
    )
    assert.deepEqual(sources, [
      ['public', 'drawn'],
      ['drawn', 'drawn'],
      ['drawn', 'public'],
    ])
  })

  test('are listed when the first yields are published; a coupon is set by the yields of the auction', async () => {
    const { bonds } = await openIn(folders[0])
    const dollars = (now: number): readonly Bond[] =>
      bonds.issues(now).filter(({ kind }) => bondRules[kind].country === 'US')
    const first = at('2026-02-26T23:00')
    assert.deepEqual([dollars(first - 1).length, bonds.curve('US', first - 1)], [0, undefined])
    const listed = dollars(first)
    assert.ok(listed.length > 24)
    assert.equal(bonds.find(listed[0]!.id, first - 1), undefined)
    assert.equal(bonds.find(listed[0]!.id, first), listed[0])
    for (const { kind, couponRate, issued, matures } of listed) {
      if (kind !== 'note') continue
      const yearly = present(bonds.curve('US', first), 'a curve').yieldIn(matures - issued)
      assert.ok(couponRate <= yearly && yearly - couponRate < 1_250_000_000n, isoDate(matures))
    }
    const later = dollars(at('2026-03-04T16:00'))
    assert.deepEqual(
      later.filter(({ offeredFrom }) => offeredFrom <= first),
      listed,
    )
  })

  test('cost what the yields published by then say, whatever the next row says', async () => {
    const { bonds } = await openIn(folders[0])
    const now = at('2026-03-04T16:00')
    const [curve, settles] = [present(bonds.curve('US', now), 'a curve'), settlementDay(bonds.calendar('US'), now)]
    const bond = present(
      bonds.issues(now).findLast(({ code }) => code.startsWith('UST10Y')),
      'a ten-year note',
    )
    const days = bond.matures - settles
    const expected = 4.3 + ((4.8 - 4.3) * (days - tenYears)) / (10_958 - tenYears)
    const shorter = 3.9 + ((4.3 - 3.9) * (days - 731)) / (tenYears - 731)
    const yearly = Number(curve.yieldIn(days)) / 1e10
    assert.ok(Math.abs(yearly - (days > tenYears ? expected : shorter)) < 1e-6, `${yearly}`)
    assert.ok(cleanPrice(bond, settles, curve.yieldIn(days)) > 0n)
    const shortened = writeFolder(manifest, { ...bars, 'rates/us_treasury_yields.csv.gz': rows.slice(0, 4) })
    const [whole, cut] = [bonds, (await openIn(shortened)).bonds]
    rmSync(shortened, { recursive: true })
    for (let instant = at('2026-02-26T23:00'); instant < at('2026-03-04T23:00'); instant += 3_600_000)
      assert.deepEqual(
        [30, 400, 5000].map((each) => whole.curve('US', instant)?.yieldIn(each)),
        [30, 400, 5000].map((each) => cut.curve('US', instant)?.yieldIn(each)),
      )
  })

  test('are not traded on yields older than five days, but for that keep the last ones', async () => {
    const { bonds } = await openIn(folders[0])
    const phases = ['2026-03-04T16:00', '2026-03-04T23:00', '2026-03-10T16:00', '2026-03-11T16:00'].map((now) =>
      bonds.phase('US', at(now)),
    )
    assert.deepEqual(phases, ['open', 'closed', 'open', 'closed'])
    assert.equal(bonds.phase('US', at('2026-02-26T16:00')), 'closed', 'no yields are published yet')
    assert.equal(bonds.phase('MX', at('2026-03-11T16:00')), 'open', 'a drawn curve never ends')
    assert.ok(bonds.issues(at('2026-03-11T16:00')).some(({ kind }) => kind === 'note'))
  })
})

/** Real yields; they are not part of the project. */
const directory = process.env['MARKET_DATA_DIR']
const skip = directory === undefined ? 'set MARKET_DATA_DIR to a folder of history to run this' : false

describe('real yields', { skip }, () => {
  const curves = () => openPublicCurves(present(readPublicYields(directory ?? '')[0], 'yields of the United States'))

  test('are those of their day', () => {
    const shown = (now: string, days: number): string =>
      formatRate(rate(present(curves().curve(at(now)), now).yieldIn(days) * 100n))
    // The par yields that the Treasury published: of the day of the highest ten-year yield in years, and of the lowest ever.
    assert.equal(shown('2023-10-20T12:00', tenYears), '4.98')
    assert.equal(shown('2020-08-05T12:00', tenYears), '0.52')
  })

  test('price every bond on offer on a hundred days without a look ahead', async () => {
    const { bonds } = await openReplayFeed({ directory: directory ?? '', catalogue, keys })
    let priced = 0
    for (let now = at('2021-01-04T17:00'); now < at('2026-07-20'); now += 20 * dayMilliseconds) {
      const curve = present(bonds.curve('US', now), 'a curve')
      assert.ok(curve.at <= now && now - curve.at < 5 * dayMilliseconds)
      const settles = settlementDay(bonds.calendar('US'), now)
      for (const bond of bonds.issues(now)) {
        if (bondRules[bond.kind].country !== 'US' || bond.offeredFrom > now || bond.offeredUntil <= now) continue
        const clean = Number(cleanPrice(bond, settles, curve.yieldIn(bond.matures - settles))) / 1e8
        // New issues cost about par: even the longest move little in the quarters that they are on offer.
        assert.ok(clean > 55 && clean < 135, `${bond.code} ${isoDate(settles)} ${clean}`)
        priced += 1
      }
    }
    assert.ok(priced > 2000, `${priced}`)
  })
})

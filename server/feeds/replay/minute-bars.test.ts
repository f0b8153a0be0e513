import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { openCatalogue } from '#feeds/catalogue.ts'
import { openDaySecrets } from '#feeds/simulator/day-secrets.ts'
import { modelVersion } from '#feeds/simulator/simulated-feed.ts'
import { openReplayFeed, type ReplayFeed } from './replay.ts'
import { writeFolder } from './write-folder.ts'

const keys = openDaySecrets(Buffer.from('replay-test'), modelVersion)
const at = (text: string): number => Date.parse(`${text}Z`)
/** The open of New York in winter, epoch seconds. */
const opens = (date: string): number => at(`${date}T14:30`) / 1000

/** Apple in days; of the fourth of March also in bars of five minutes. */
const manifest = [
  'AAPL,AAPL,us_stock,0,UsStock,Apple Inc.,苹果公司,1d,USD,XNAS,America/New_York,daily/us.csv.gz',
  'AAPL,AAPL,us_stock,0,UsStock,Apple Inc.,苹果公司,5m,USD,XNAS,America/New_York,intraday/us.csv.gz',
]
const files = {
  'daily/us.csv.gz': [
    'AAPL,2026-03-02,250,252,249,251,,50000000',
    'AAPL,2026-03-03,251,255,250.5,254,,60000000',
    'AAPL,2026-03-04,254,256,253,255.5,,40000000',
    'AAPL,2026-03-05,255,257.25,251.75,252,,70000000',
  ],
  'intraday/us.csv.gz': Array.from({ length: 78 }, (_, index) => {
    const start = new Date(at('2026-03-04T14:30') + index * 300_000).toISOString().replace('.000', '')
    const [low, high] = [253 + (index % 7) / 8, 254.5 + (index % 5) / 4]
    return `AAPL,${start},${low + 0.25},${high},${low},${high - 0.25},,${500_000 + index}`
  }),
}

let directory = ''
let feed: ReplayFeed
before(async () => {
  directory = writeFolder(manifest, files)
  feed = await openReplayFeed({ directory, catalogue: openCatalogue(), keys, start: at('2026-03-05T12:00') })
})
after(() => rmSync(directory, { recursive: true }))

test('bars of minutes cover the newest sessions, and those of a day join to the bar of the day', () => {
  const now = '2026-03-05T16:10'
  for (const [period, length] of [
    ['1min', 60],
    ['15min', 900],
    ['60min', 3600],
  ] as const) {
    const bars = feed.bars('US:AAPL', period, at(now), 500, at(now))
    const today = bars.filter(({ time }) => time >= opens('2026-03-05'))
    const [day] = feed.bars('US:AAPL', '1D', at(now), 1, at(now))
    assert.deepEqual(
      [today[0]?.time, today[0]?.open, today.at(-1)?.close],
      [opens('2026-03-05'), day?.open, day?.close],
      period,
    )
    const [highs, lows] = [today.map(({ high }) => high), today.map(({ low }) => low)]
    assert.ok(highs.every((high) => high <= day!.high) && highs.includes(day!.high), period)
    assert.ok(lows.every((low) => low >= day!.low) && lows.includes(day!.low), period)
    assert.ok(
      today.slice(1).every(({ time }) => time % length === 0),
      period,
    )
    // The session before it comes before it; the file has bars of five minutes for it.
    const before = bars.findLast(({ time }) => time < opens('2026-03-05'))
    assert.equal(before?.time, opens('2026-03-04') + 6.5 * 3600 - Math.max(300, length), period)
    assert.ok(bars.length <= 500 && bars.every(({ time }) => time * 1000 <= at(now)), period)
  }
  const hours = feed.bars('US:AAPL', '60min', at(now), 500, at(now))
  assert.equal(hours.length, 3 * 7 + 3, 'three whole sessions of seven hours, and three bars of the fourth')
})

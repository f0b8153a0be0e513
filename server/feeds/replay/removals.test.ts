import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { isRemoval } from '@mex/core/market/corporate-actions.ts'
import { formatPrice } from '@mex/core/money/money.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import { openDaySecrets } from '#feeds/simulator/day-secrets.ts'
import { modelVersion } from '#feeds/simulator/simulated-feed.ts'
import { openReplayFeed, type ReplayFeed } from './replay.ts'
import { writeFolder } from './write-folder.ts'

const at = (text: string): number => Date.parse(`${text}Z`)
const rows = (symbol: string, days: readonly string[], close: string): readonly string[] =>
  days.map((day) => `${symbol},${day},${close},${close},${close},${close},,1000`)
/** Mondays to Fridays of March 2026. */
const days = Array.from({ length: 31 }, (_, index) => `2026-03-${String(index + 1).padStart(2, '0')}`).filter(
  (day) => ![0, 6].includes(new Date(at(`${day}T00:00`)).getUTCDay()),
)
const upTo = (last: string): readonly string[] => days.filter((day) => day <= last)
const entry = (symbol: string, kind: string): string => `${symbol},${symbol},${kind},daily/all.csv.gz`
const us = 'us_stock,0,UsStock,Company,公司,1d,USD,XNAS,America/New_York'

let directory = ''
let feed: ReplayFeed
before(async () => {
  directory = writeFolder([entry('AAPL', us), entry('NVDA', us), entry('MSFT', us)], {
    'daily/all.csv.gz': [
      ...rows('AAPL', days, '250'),
      ...rows('NVDA', upTo('2026-03-06'), '180.5'),
      ...rows('MSFT', upTo('2026-03-20'), '400'),
    ],
  })
  const keys = openDaySecrets(Buffer.from('removals'), modelVersion)
  feed = await openReplayFeed({ directory, catalogue: openCatalogue(), keys, start: at('2026-03-02T12:00') })
})
after(() => rmSync(directory, { recursive: true }))

const exAt = at('2026-03-07T01:01:00')

test('a share whose rows end long before its market leaves at its last close, and nobody is told before', () => {
  const told = (now: number) => feed.actions('US:NVDA', now).filter(isRemoval)
  assert.deepEqual(told(exAt - 1), [])
  const [removal = assert.fail(), ...more] = told(exAt)
  assert.deepEqual(more, [])
  assert.deepEqual([removal.exAt, formatPrice(removal.price), removal.reason], [exAt, '180.5', 'delisting'])
  assert.ok(feed.instruments(exAt - 1).has('US:NVDA') && !feed.removed(exAt - 1).has('US:NVDA'))
  assert.ok(!feed.instruments(exAt).has('US:NVDA') && feed.removed(exAt).has('US:NVDA'))
  assert.equal(feed.ended('US:NVDA', exAt)?.tradable, false)
  const later = at('2026-03-30T15:00')
  const quote = feed.quote('US:NVDA', later) ?? assert.fail()
  assert.deepEqual([formatPrice(quote.last), quote.phase], ['180.5', 'closed'])
  assert.equal(feed.bars('US:NVDA', '1D', later, 9, later).length, 5)
})

test('a share whose rows end with its market, or shortly before, stays', () => {
  const end = at('2026-04-20T15:00')
  for (const key of ['US:AAPL', 'US:MSFT']) {
    assert.ok(feed.instruments(end).has(key), key)
    assert.deepEqual(feed.actions(key, end), [], key)
  }
  assert.deepEqual([...feed.removed(end).keys()], ['US:NVDA'])
})

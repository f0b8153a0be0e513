import assert from 'node:assert/strict'
import { test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { isoDate, utcDay } from '@mex/core/time-zone.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import { openDaySecrets } from './day-secrets.ts'
import { openEngine } from './engine.ts'
import { openDaySessions } from './market-hours.ts'
import { marketEpoch, openModel } from './model.ts'
import { resultsDays } from './results-days.ts'
import { modelVersion } from './simulated-feed.ts'

const catalogue = openCatalogue()
const model = openModel(catalogue)
const engine = openEngine({
  keys: openDaySecrets(Buffer.from('results-days'), modelVersion),
  modelVersion,
  epoch: marketEpoch,
  sessions: openDaySessions(catalogue.calendars),
})
const from = utcDay(Date.parse('2026-01-05T00:00:00Z'))
const until = from + 366

/** The days on which the own path of a share jumps by its results. */
function jumpDays(key: string) {
  const { blend, mark } = present(model.pricedOf(present(catalogue.fixed.get(key), key)), key)
  const days: number[] = []
  for (let day = from; day <= until; day += 1) {
    const jumps = present(engine.scanDaysOf(blend, day)[mark], key).outline.jumps ?? []
    if (jumps.some(({ cause }) => cause === 'results')) days.push(day)
  }
  return days
}

test('results are told on the days on which the price jumps by them, and on no other', () => {
  let told = 0
  for (const key of ['US:AAPL', 'US:MSFT', 'US:KO', 'US:HBRW', 'HK:00700', 'HK:00005', 'MX:WALMEX', 'MX:AC']) {
    const { instrument } = present(catalogue.fixed.get(key), key)
    const { blend, mark } = present(model.pricedOf(present(catalogue.fixed.get(key), key)), key)
    const calendar = present(catalogue.calendars.get(instrument.session), key)
    const days = resultsDays(present(blend.paths[mark], key), calendar, from, until)
    assert.deepEqual(days.map(isoDate), jumpDays(key).map(isoDate), key)
    told += days.length
  }
  assert.ok(told >= 12, `${told} days`)
})

test('begins and ends with the days that are asked for, and tells none of what has no results', () => {
  const calendar = present(catalogue.calendars.get('us-equity'), 'a calendar')
  const monday = from + 7
  const path = { resultsDay: monday % 91 }
  assert.deepEqual(resultsDays(path, calendar, monday, monday), [monday])
  assert.deepEqual(resultsDays(path, calendar, monday + 1, monday + 90), [])
  assert.deepEqual(resultsDays(path, calendar, monday - 1, monday + 91), [monday, monday + 91])
  // A Saturday of every quarter.
  assert.deepEqual(resultsDays({ resultsDay: (monday + 5) % 91 }, calendar, from, until), [])
  assert.deepEqual(resultsDays({ resultsDay: undefined }, calendar, from, until), [])
})

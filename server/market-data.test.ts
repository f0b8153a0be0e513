import assert from 'node:assert/strict'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { modelVersion } from '#feeds/simulator/simulated-feed.ts'
import { readSettings, sharedSettings } from './environment.ts'
import { marketData } from './market-data.ts'

const folder = await mkdtemp(join(tmpdir(), 'mex-data-'))
after(() => rm(folder, { recursive: true }))
const own = join(import.meta.dirname, '..', 'data')

/** The names of what differs from the project's own data, after a file of a copy is written. */
async function changedBy(file: string): Promise<readonly string[]> {
  const copy = await mkdtemp(join(folder, 'copy-'))
  await cp(own, copy, { recursive: true })
  await writeFile(join(copy, file), 'something else')
  const [before, now] = [marketData(undefined), marketData(undefined, copy)]
  return Object.keys({ ...before, ...now }).filter((name) => before[name] !== now[name])
}

test('a copy of the market data is the same as they are, in any place', async () => {
  const copy = join(folder, 'same')
  await cp(own, copy, { recursive: true })
  assert.deepEqual(marketData(undefined, copy), marketData(undefined))
})

test('another calendar, instrument or rate is named, and another text is none of it', async () => {
  assert.deepEqual(await changedBy('calendars/tokyo.json'), ['data/calendars'])
  assert.deepEqual(await changedBy('calendars/mars.json'), ['data/calendars'])
  assert.deepEqual(await changedBy('instruments/hk.csv'), ['data/instruments'])
  for (const file of ['rates.json', 'ticks.json', 'sectors.csv', 'currencies.csv'])
    assert.deepEqual(await changedBy(file), [`data/${file}`])
  for (const file of ['help/fees.en.md', 'legal/privacy-policy.en.md', 'areas.csv'])
    assert.deepEqual(await changedBy(file), [])
})

test('servers compare the version of the model, and the history that they replay', async () => {
  const cluster = { DATABASE_URL: 'postgres://mex@127.0.0.1/mex', CLUSTER: 'on' }
  const shared = JSON.parse(sharedSettings(readSettings(cluster))) as { readonly modelVersion: number }
  assert.equal(shared.modelVersion, modelVersion)
  const history = await mkdtemp(join(folder, 'history-'))
  const replay = { ...cluster, MARKET: 'replay', REPLAY_DIR: history }
  await writeFile(join(history, 'manifest.csv'), 'one')
  const before = sharedSettings(readSettings(replay))
  assert.equal(sharedSettings(readSettings(replay)), before)
  await writeFile(join(history, 'manifest.csv'), 'two')
  assert.notEqual(sharedSettings(readSettings(replay)), before)
})

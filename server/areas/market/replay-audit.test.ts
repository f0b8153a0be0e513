import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { after, test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { openTestDatabase } from '#db/testing.ts'
import type { DrawnPrices } from '#feeds/drawn.ts'
import type { Feed } from '#feeds/feed.ts'
import { openReplayFeed } from '#feeds/replay/replay.ts'
import { writeFolder } from '#feeds/replay/write-folder.ts'
import { openDaySecrets } from '#feeds/simulator/day-secrets.ts'
import { modelVersion } from '#feeds/simulator/simulated-feed.ts'
import { publishCommitments } from './commitments.ts'
import { catalogue } from './testing.ts'
import { verifyQuotes } from './verify.ts'

const at = (text: string): number => Date.parse(`${text}Z`)
const directory = writeFolder(
  [
    'AAPL,AAPL,us_stock,0,UsStock,Apple Inc.,苹果公司,1d,USD,XNAS,America/New_York,daily/us.csv.gz',
    'USDMXN=X,USDMXN,forex,2,,USD/MXN,美元/比索,1d,MXN,FX,Europe/London,daily/fx.csv.gz',
  ],
  {
    'daily/us.csv.gz': [
      'AAPL,2026-03-04,254,256,253,255.5,,40000000',
      'AAPL,2026-03-05,255,257.25,251.75,252,,70000000',
    ],
    'daily/fx.csv.gz': ['USDMXN=X,2026-03-05,18,18.2,17.9,18.1,,', 'USDMXN=X,2026-03-06,18.1,18.3,18,18.25,,'],
  },
)
after(() => rmSync(directory, { recursive: true }))

const start = at('2026-03-05T12:00')
const secretsOf = (name: string) => openDaySecrets(Buffer.from(name), modelVersion)

async function openReplay(master: string): Promise<{ feed: Feed; drawn: DrawnPrices }> {
  const secrets = secretsOf(master)
  const feed = await openReplayFeed({ directory, catalogue, keys: secrets, start })
  return { feed, drawn: { secrets, firstDrawnDay: feed.firstDrawnDay, withKeys: feed.withKeys } }
}

test('recomputes executed quotes of a replay from the revealed secrets and the files', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  const { feed, drawn } = await openReplay('a replay')
  await publishCommitments(db, drawn.secrets, start)
  const id = (key: string, instant: string): string => present(feed.quote(key, at(instant)), key).id
  // A session of currencies opens on the evening before its date, under the secret of that evening.
  const ids = [
    id('US:AAPL', '2026-03-05T15:00'),
    id('FX:USDMXN', '2026-03-05T22:30'),
    id('FX:USDMXN', '2026-03-06T03:00'),
    id('US:AAPL', '2026-03-06T03:00'),
  ]
  const before = await verifyQuotes(db, { feed, drawn, quoteIds: ids, now: at('2026-03-08T00:00') - 1 })
  assert.deepEqual(before, { days: 0, quotes: 0, secret: 4, findings: [] })
  const told = await verifyQuotes(db, { feed, drawn, quoteIds: ids, now: at('2026-03-08T00:00') })
  // The close of the 5th still stood in the night of the 6th, and is a quote of the 5th.
  assert.deepEqual(told, { days: 1, quotes: 3, secret: 1, findings: [] })
  const all = await verifyQuotes(db, { feed, drawn, quoteIds: ids, now: at('2026-03-09T00:00') })
  assert.deepEqual(all, { days: 2, quotes: 4, secret: 0, findings: [] })

  // Prices from other secrets than the committed ones are found, and so are other secrets.
  const other = await openReplay('another replay')
  const now = at('2026-03-09T00:00')
  const bent = await verifyQuotes(db, { feed: other.feed, drawn, quoteIds: ids, now })
  assert.deepEqual(
    bent.findings.map(({ about }) => about),
    ids.slice(0, 3),
  )
  const broken = await verifyQuotes(db, { feed: other.feed, drawn: other.drawn, quoteIds: ids, now })
  assert.deepEqual(
    broken.findings.map(({ about }) => about),
    ['2026-03-05', '2026-03-06'],
  )
})

test('a reopened replay quotes the same prices, and a replay of another installation others', async () => {
  const [once, again, other] = await Promise.all(['a replay', 'a replay', 'another'].map(openReplay))
  const instants = Array.from({ length: 300 }, (_, index) => at('2026-03-05T14:31') + index * 60_000)
  const prices = (one: { feed: Feed } | undefined) =>
    instants.map((now) => present(one?.feed.quote('US:AAPL', now), 'a quote').last)
  assert.deepEqual(prices(again), prices(once))
  assert.notDeepEqual(prices(other), prices(once))
})

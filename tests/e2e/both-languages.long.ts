import assert from 'node:assert/strict'
import { test } from 'node:test'

import { playJourneys } from './played.ts'

/**
 * The journeys of a person who trades, in English and in Chinese: `npm test` plays most of them in one language, because
 * the texts of all screens are inspected in both.
 */
const files = [
  'alerts',
  'amend-order',
  'calendar',
  'chart',
  'content',
  'desk',
  'figures',
  'funds',
  'money-first',
  'money-in-one-place',
  'order-list',
  'portfolio',
  'screener',
  'several',
  'story',
  'trade-lists',
  'watch-groups',
  'wide-pages',
  'workspace',
].map((name) => `${name}.e2e.ts`)

/** The journeys that were played in a language, without the place of their code: 'story.e2e.ts › a guest buys …'. */
function playedIn(language: string, output: string): readonly string[] {
  const line = new RegExp(
    `^ +✓.* › (\\S+\\.e2e\\.ts):\\d+:\\d+ › (?:in )?${language}(?:, \\d+ px)? › (.*?)(?: \\([\\d.]+m?s\\))?$`,
    'gm',
  )
  return [...output.matchAll(line)].map(([, file, title]) => `${file} › ${title}`).toSorted()
}

test('the journeys of a person who trades are played in both languages', async () => {
  const output = await playJourneys(files, { E2E_LANGUAGES: 'all', SERVERS: undefined })
  const [english, chinese] = [playedIn('en', output), playedIn('zh-CN', output)]
  assert.ok(english.length > 0, output)
  assert.deepEqual(chinese, english)
  assert.deepEqual(
    files.filter((file) => !output.includes(`› ${file}:`)),
    [],
  )
})

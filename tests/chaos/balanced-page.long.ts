import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findHaproxy, howToInstall } from '@mex/world/balancer.ts'

import { playJourneys } from '#e2e/played.ts'

/** A browser before three servers behind HAProxy: its calls and its push socket are answered by any of them. */

const hasHaproxy = (await findHaproxy()) !== undefined

test(
  'a guest finds a share, buys, and sees receipt, position and every cent; halts are seen on every server',
  { skip: hasHaproxy ? false : howToInstall },
  async () => {
    const journeys = ['--workers=1', 'story.e2e.ts', 'halt.e2e.ts', '--grep', 'by touch|an open']
    const output = await playJourneys(journeys, { SERVERS: '3', E2E_LANGUAGES: undefined })
    assert.match(output, /^ *3 passed/m)
  },
)

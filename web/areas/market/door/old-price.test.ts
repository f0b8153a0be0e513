import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOldPrice } from './old-price.ts'

const quotedAt = Date.UTC(2026, 8, 8, 14)
const fresh = { phase: 'regular', quotedAt, delaySeconds: 900 } as const
const cases: readonly [string, Partial<Parameters<typeof isOldPrice>[0]>, number | undefined, boolean][] = [
  ['within the lag of its exchange and a minute', {}, 960_000, false],
  ['older than that', {}, 960_001, true],
  ['of an exchange that does not lag', { delaySeconds: 0 }, 60_001, true],
  ['before the open', { phase: 'pre' }, 960_001, true],
  ['after the close, where the last price stands', { phase: 'closed' }, 86_400_000, false],
  ['while orders wait for the first price', { phase: 'auction' }, 86_400_000, false],
  ['before the time of the market is known', {}, undefined, false],
]
for (const [name, change, later, isOld] of cases)
  test(`a price ${name}: ${isOld ? 'old' : 'not old'}`, () => {
    assert.equal(isOldPrice({ ...fresh, ...change }, later === undefined ? undefined : quotedAt + later), isOld)
  })

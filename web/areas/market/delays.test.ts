import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Market } from '@mex/core/market/instrument.ts'
import { delaysOf } from './delays.ts'

const row = (market: Market, delaySeconds: number | undefined) => ({
  market,
  publicPrice:
    delaySeconds === undefined ? undefined : { quotedAt: 0, delaySeconds, phase: 'regular' as const, doubt: undefined },
})

const cases: readonly (readonly [string, readonly ReturnType<typeof row>[], readonly string[]])[] = [
  ['one market', [row('HK', 900), row('HK', 900)], ['HK 900']],
  ['one market that does not lag', [row('US', 0)], ['US 0']],
  ['markets of one lag', [row('MX', 1200), row('GLOBAL', 1200)], ['MX 1200']],
  ['markets of several lags', [row('US', 0), row('HK', 900), row('MX', 1200)], ['US 0', 'HK 900', 'MX 1200']],
  ['a row without a price among others', [row('HK', undefined), row('MX', 1200)], ['MX 1200']],
  ['rows without prices', [row('HK', undefined)], []],
  ['no rows', [], []],
]
for (const [name, rows, wanted] of cases)
  test(`a list of ${name} has these lags: ${wanted.join(', ') || 'none'}`, () => {
    assert.deepEqual(
      delaysOf(rows).map(({ market, seconds }) => `${market} ${seconds}`),
      wanted,
    )
  })

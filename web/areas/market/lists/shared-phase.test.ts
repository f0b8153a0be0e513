import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Market } from '@mex/core/market/instrument.ts'
import type { Phase } from '@mex/core/market/quote.ts'
import { sharedPhase } from './shared-phase.ts'

test('a list says the phase that all exchanges of its market are in', () => {
  const clock = (market: Market, phase: Phase) => ({ market, phase })
  const cases: readonly [string, Parameters<typeof sharedPhase>[0], Phase | undefined][] = [
    ['not loaded', undefined, undefined],
    ['no exchange', [clock('US', 'regular')], undefined],
    ['one', [clock('US', 'regular'), clock('FUT', 'closed')], 'closed'],
    ['the same', [clock('FUT', 'practice'), clock('FUT', 'practice')], 'practice'],
    ['others', [clock('FUT', 'regular'), clock('FUT', 'practice')], undefined],
  ]
  for (const [name, clocks, phase] of cases) assert.equal(sharedPhase(clocks, 'FUT'), phase, name)
})

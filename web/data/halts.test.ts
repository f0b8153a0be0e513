import assert from 'node:assert/strict'
import { test } from 'node:test'

import { withHalt } from './halts.ts'

test('applies a halt to its instrument or its whole market, and leaves the end of a halt to the server', () => {
  const apple = { market: 'US', code: 'AAPL', halted: false } as const
  const cases = [
    ['this instrument', apple, { market: 'US', code: 'AAPL', halted: true }, true],
    ['another one', apple, { market: 'US', code: 'MSFT', halted: true }, false],
    ['the same code elsewhere', apple, { market: 'MX', code: 'AAPL', halted: true }, false],
    ['its market', apple, { market: 'US', code: '', halted: true }, true],
    ['another market', apple, { market: 'HK', code: '', halted: true }, false],
    ['the end of its halt', { ...apple, halted: true }, { market: 'US', code: 'AAPL', halted: false }, true],
    ['the end of its market’s', { ...apple, halted: true }, { market: 'US', code: '', halted: false }, true],
  ] as const
  for (const [name, quote, news, halted] of cases) assert.equal(withHalt(quote, news).halted, halted, name)
  const untouched = withHalt(apple, { market: 'US', code: 'MSFT', halted: true })
  assert.equal(untouched, apple, 'the object stays the same for other instruments')
})

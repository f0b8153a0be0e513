import assert from 'node:assert/strict'
import { test } from 'node:test'

import { initialsOf } from './initials.ts'

test('takes one or two initials from a name', () => {
  const cases: [name: string, initials: string][] = [
    ['Lin Mei', 'LM'],
    ['ana maria lópez', 'AM'],
    ['u7k2m9q', 'U7'],
    ['x', 'X'],
    ['rose_garden', 'RG'],
    ['王小明', '王'],
    ['😀smile', '😀'],
    ['', '?'],
    ['  ', '?'],
  ]
  for (const [name, initials] of cases) assert.equal(initialsOf(name), initials, name)
})

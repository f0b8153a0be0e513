import assert from 'node:assert/strict'
import { test } from 'node:test'

import { bono, note } from './examples-testing.ts'
import { isFound } from './search.ts'

const cases: readonly (readonly [text: string, note: boolean, bono: boolean])[] = [
  ['UST-4.25', true, false],
  ['ust-4.25-2034-08-15', true, false],
  ['ust', true, false],
  ['  ust  ', true, false],
  ['4.25', true, false],
  ['2034 ust', true, false],
  ['bono', false, true],
  ['bono 8', false, true],
  ['美国', true, false],
  ['墨西哥', false, true],
  ['国', true, false],
  ['ono', false, false],
  ['bono 9', false, false],
  ['ust-4.25-2034-08-15-x', false, false],
  ['', false, false],
  ['   ', false, false],
  ['#', false, false],
  ['.*', false, false],
]

for (const [text, isNote, isBono] of cases)
  test(`'${text}' finds ${isNote ? 'the note' : isBono ? 'the Bono' : 'nothing'}`, () => {
    assert.deepEqual([isFound(note, text), isFound(bono, text)], [isNote, isBono])
  })

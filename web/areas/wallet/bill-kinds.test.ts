import assert from 'node:assert/strict'
import { test } from 'node:test'

import { billTexts } from '@mex/contract/wallet/bills.ts'

import { billKinds, isOfKind, kindOf, onlyTypeOf } from './bill-kinds.ts'

test('every movement type with a text has exactly one kind', () => {
  for (const type of Object.keys(billTexts).map(Number)) {
    const kinds = billKinds.filter((kind) => kind !== 'all' && isOfKind(type, kind))
    assert.deepEqual(kinds, [kindOf(type)], String(type))
    assert.ok(isOfKind(type, 'all'))
  }
  assert.equal(kindOf(1), 'others')
  assert.equal(kindOf(999), 'others')
  assert.equal(kindOf(35), 'closes')
})

test('filters on the server only by kinds of a single type', () => {
  assert.equal(onlyTypeOf('opens'), 31)
  assert.equal(onlyTypeOf('margins'), 33)
  for (const kind of ['all', 'others', 'transfers', 'closes', 'income'] as const) {
    assert.equal(onlyTypeOf(kind), undefined, kind)
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indicesFor } from './indices-for.ts'

const indices = ['SPX', 'NDX', 'HSI', 'IPC', 'DAX'].map((code) => ({ code }))
const codes = (market: Parameters<typeof indicesFor>[0]) => indicesFor(market, indices).map(({ code }) => code)

test('the index of the market comes first, and each index once', () => {
  assert.deepEqual(codes('US'), ['SPX', 'NDX', 'HSI', 'IPC', 'DAX'])
  assert.deepEqual(codes('HK'), ['HSI', 'SPX', 'NDX', 'IPC', 'DAX'])
  assert.deepEqual(codes('MX'), ['IPC', 'SPX', 'NDX', 'HSI', 'DAX'])
})

test('a market without an index of its own, and a list without it, stay as they are', () => {
  assert.deepEqual(codes('FX'), ['SPX', 'NDX', 'HSI', 'IPC', 'DAX'])
  assert.deepEqual(indicesFor('HK', [{ code: 'SPX' }]), [{ code: 'SPX' }])
})

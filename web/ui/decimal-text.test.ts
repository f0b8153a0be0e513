import assert from 'node:assert/strict'
import { test } from 'node:test'

import { cleanDecimal, groupDecimal, stepDecimal } from './decimal-text.ts'

test('cleans typed or pasted text to a decimal', () => {
  const cases: [typed: string, decimals: number, kept: string][] = [
    ['', 2, ''],
    ['12', 2, '12'],
    ['12.', 2, '12.'],
    ['12.345', 2, '12.34'],
    ['1,234.5', 2, '1234.5'],
    ['.5', 2, '0.5'],
    ['007', 0, '7'],
    ['0', 0, '0'],
    ['1.2.3', 2, '1.23'],
    ['-5', 2, '5'],
    ['1e5', 0, '15'],
    ['12.5', 0, '12'],
    ['$ 99.90 USD', 2, '99.90'],
    ['12,50', 2, '1250'],
    ['1,234,567', 2, '1234567'],
    ['１２．５', 2, '12.5'],
    ['１，２３４', 0, '1234'],
  ]
  for (const [typed, decimals, kept] of cases) assert.equal(cleanDecimal(typed, { decimals, sign: '.' }), kept, typed)
})

test('where a comma is the decimal sign, one that is added is the point, and those of the groups are none', () => {
  const cases: [shown: string, typed: string, decimals: number, kept: string][] = [
    ['0', '0,', 2, '0.'],
    ['0.', '0.5', 2, '0.5'],
    ['', ',5', 2, '0.5'],
    ['', '12,50', 2, '12.50'],
    ['', '1.234,56', 2, '1234.56'],
    ['', '1,234.56', 2, '1234.56'],
    ['', '1,234,567', 2, '1234567'],
    ['', '12,5', 0, '12'],
    ['10,000', '10,0005', 2, '100005'],
    ['10,000', '10,00', 2, '1000'],
    ['10,000', '0,000', 2, '0'],
    ['10,000', '10,000,', 2, '10000.'],
    ['1,234,567', '1,234,5679', 0, '12345679'],
    ['1,234.5', '1,234.57', 2, '1234.57'],
    ['1,234', '1,2,34', 2, '12.34'],
    ['10,000', '7', 2, '7'],
    ['', '10,000', 2, '10000'],
    ['', '10,000.5', 2, '10000.5'],
    ['7,500', '10,000', 0, '10000'],
    ['1.5', '1.234,56', 2, '1234.56'],
    ['9,999', '1,5', 2, '1.5'],
  ]
  for (const [shown, typed, decimals, kept] of cases)
    assert.equal(cleanDecimal(typed, { decimals, shown, sign: ',' }), kept, `${shown} then ${typed}`)
  assert.equal(cleanDecimal('0,', { decimals: 2, shown: '0', sign: '.' }), '0.')
  assert.equal(cleanDecimal('0,000', { decimals: 2, shown: '10,000', sign: '.' }), '0')
  assert.equal(cleanDecimal('10,0005', { decimals: 2, shown: '10,000', sign: '.' }), '100005')
})

test('groups the thousands, and cleaning takes the commas away again', () => {
  const cases = [
    ['', ''],
    ['999', '999'],
    ['10000', '10,000'],
    ['1234567.8901', '1,234,567.8901'],
    ['0.12345', '0.12345'],
    ['1000.', '1,000.'],
  ] as const
  for (const [text, shown] of cases) {
    assert.equal(groupDecimal(text), shown)
    assert.equal(cleanDecimal(shown, { decimals: 4, sign: '.' }), text === '0.12345' ? '0.1234' : text)
  }
})

test('steps to the next multiple inside the limits', () => {
  const cases: [text: string, step: string, direction: 1 | -1, next: string, min?: string | undefined, max?: string][] =
    [
      ['176.12', '0.01', 1, '176.13'],
      ['176.12', '0.01', -1, '176.11'],
      ['176.12', '0.05', 1, '176.15'],
      ['176.12', '0.05', -1, '176.10'],
      ['', '0.01', 1, '0.01'],
      ['0', '0.01', -1, '0.00'],
      ['9007199254740993.01', '0.01', 1, '9007199254740993.02'],
      ['95.00', '10', 1, '93.00', undefined, '93'],
      ['5.00', '10', -1, '1.00', '1'],
    ]
  for (const [text, step, direction, next, min, max] of cases) {
    assert.equal(stepDecimal(text, { step, min, max, decimals: 2 }, direction), next, text)
  }
  assert.equal(stepDecimal('40', { step: '100', decimals: 0 }, 1), '100')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import {
  decimalsOfTick,
  formatChange,
  formatChangePercent,
  formatCompact,
  formatMoney,
  formatPercent,
  formatPrice,
  formatProfit,
  formatQuantity,
  isFall,
} from './format.ts'

const minus = '\u2212'

test('formats money with symbol, commas and two decimals', () => {
  const cases: [amount: string, currency: string, shown: string][] = [
    ['0', 'USD', '$0.00'],
    ['1234.5', 'USD', '$1,234.50'],
    ['-1234.5', 'USD', `${minus}$1,234.50`],
    ['104286.52', 'MXN', 'MX$104,286.52'],
    ['999', 'HKD', 'HK$999.00'],
    ['12', 'EUR', 'EUR 12.00'],
    ['1000000', 'USD', '$1,000,000.00'],
    ['90071992547409931234.55', 'USD', '$90,071,992,547,409,931,234.55'],
    ['-0.004', 'USD', '$0.00'],
    ['not a number', 'USD', '—'],
  ]
  for (const [amount, currency, shown] of cases) assert.equal(formatMoney(amount, currency), shown)
  assert.equal(formatMoney(undefined, 'USD'), '—')
  assert.equal(formatMoney({ raw: 123456n, scale: 2 }, 'USD'), '$1,234.56')
  assert.equal(formatMoney('5', 'USD', true), '+$5.00')
  assert.equal(formatMoney('0', 'USD', true), '$0.00')
})

test('formats prices with the decimals of their tick', () => {
  const cases: [tick: string, decimals: number, price: string, shown: string][] = [
    ['0.01', 2, '176.1', '176.10'],
    ['0.010', 2, '176.1', '176.10'],
    ['0.25', 2, '6846.25', '6,846.25'],
    ['0.0005', 4, '0.1235', '0.1235'],
    ['5', 0, '4210', '4,210'],
    ['0.00001', 5, '1.08', '1.08000'],
  ]
  for (const [tick, decimals, price, shown] of cases) {
    assert.equal(decimalsOfTick(tick), decimals)
    assert.equal(formatPrice(price, decimalsOfTick(tick)), shown)
  }
  assert.equal(decimalsOfTick({ raw: 1_000_000n, scale: 8 }), 2)
})

test('formats changes with a sign, and zero without one', () => {
  assert.deepEqual(formatChange('5.41', 2), { text: '+5.41', trend: 'up' })
  assert.deepEqual(formatChange('-5.41', 2), { text: `${minus}5.41`, trend: 'down' })
  assert.deepEqual(formatChangePercent('3.17'), { text: '+3.17%', trend: 'up' })
  assert.deepEqual(formatChangePercent('0.00'), { text: '0.00%', trend: 'zero' })
  assert.deepEqual(formatProfit('-145.96', 'USD'), { text: `${minus}$145.96`, trend: 'down' })
  assert.deepEqual(formatProfit('404.32', 'HKD'), { text: '+HK$404.32', trend: 'up' })
  assert.equal(formatProfit(undefined, 'USD'), undefined)
  assert.equal(formatChange('', 2), undefined)
})

test('counts zero and texts with a minus as falls', () => {
  const cases: [change: string, falls: boolean][] = [
    ['0', true],
    ['0.00', true],
    ['-0.01', true],
    ['\u22120.01', true],
    ['0.01', false],
    ['5', false],
  ]
  for (const [change, falls] of cases) assert.equal(isFall(change), falls, change)
})

test('formats quantities and percentages', () => {
  assert.equal(formatQuantity('1204'), '1,204')
  assert.equal(formatQuantity({ raw: 15_000_000n, scale: 8 }), '0.15')
  assert.equal(formatQuantity('1', 2), '1.00')
  assert.equal(formatPercent('38'), '38.00%')
})

test('shortens volumes with the units of the language', () => {
  const cases: [amount: string, en: string, zhCN: string, zhTW: string][] = [
    ['886', '886', '886', '886'],
    ['9999', '9,999', '9,999', '9,999'],
    ['12.345', '12.35', '12.35', '12.35'],
    ['460850', '460.85K', '46.09万', '46.09萬'],
    ['54450000', '54.45M', '5445万', '5445萬'],
    ['76589000', '76.59M', '7659万', '7659萬'],
    ['25500000', '25.5M', '2550万', '2550萬'],
    ['182000000', '182M', '1.82亿', '1.82億'],
    ['3500000000000', '3.5T', '3.5万亿', '3.5兆'],
    ['999994', '999.99K', '100万', '100萬'],
    ['999996', '1M', '100万', '100萬'],
    ['-99999999', `${minus}100M`, `${minus}1亿`, `${minus}1億`],
    ['-460850', `${minus}460.85K`, `${minus}46.09万`, `${minus}46.09萬`],
  ]
  for (const [amount, en, zhCN, zhTW] of cases) {
    assert.equal(formatCompact(amount, 'en'), en)
    assert.equal(formatCompact(amount, 'zh-CN'), zhCN)
    assert.equal(formatCompact(amount, 'zh-TW'), zhTW)
  }
  assert.equal(formatCompact(undefined, 'en'), '—')
})

test('keeps every digit of an amount', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), (raw) => {
      const shown = formatMoney({ raw, scale: 2 }, 'USD')
      const back = BigInt(shown.replaceAll(/[$,.]/g, '').replace(minus, '-'))
      assert.equal(back, raw)
    }),
  )
})

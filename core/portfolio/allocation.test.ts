import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moneyOf, nothing, rateOf, subtractMoney, type Money } from '#money/money.ts'
import type { Wallet } from '#wallet/wallets.ts'
import { allocate, type AllocationFacts, type HoldingPart } from './allocation.ts'

const rates = { USD: rateOf('18.5'), HKD: rateOf('2.375') }

const part = (given: Partial<HoldingPart> & Pick<HoldingPart, 'assetClass' | 'wallet'>): HoldingPart => ({
  currency: 'MXN',
  sector: undefined,
  held: nothing,
  worth: nothing,
  exposure: undefined,
  ...given,
})

const shares = (held: string, worth: string, exposure: string, given: Partial<HoldingPart> = {}): HoldingPart =>
  part({
    wallet: 'US_STOCK',
    assetClass: 'SHARES',
    currency: 'USD',
    sector: 'Technology',
    held: moneyOf(held),
    worth: moneyOf(worth),
    exposure: moneyOf(exposure),
    ...given,
  })

const of = (balances: readonly (readonly [Wallet, string])[], ...parts: HoldingPart[]) => {
  const facts: AllocationFacts = {
    parts,
    balances: new Map(balances.map(([wallet, amount]) => [wallet, moneyOf(amount)])),
    rates,
  }
  return allocate(facts)
}

const brief = <Key>(
  rows: readonly { readonly key: Key; readonly worth: Money; readonly exposure: Money | undefined }[],
) => rows.map(({ key, worth, exposure }) => (exposure === undefined ? [key, worth] : [key, worth, exposure]))

test('without holdings everything is cash, by the currency of its wallet', () => {
  const { total, classes, currencies, sectors } = of([
    ['BALANCE', '1000'],
    ['US_STOCK', '100'],
    ['HK_STOCK', '400'],
  ])
  assert.equal(total, moneyOf('3800'))
  assert.deepEqual(brief(classes), [['CASH', moneyOf('3800')]])
  assert.deepEqual(brief(currencies), [
    ['USD', moneyOf('1850')],
    ['MXN', moneyOf('1000')],
    ['HKD', moneyOf('950')],
  ])
  assert.deepEqual(brief(sectors), [[undefined, moneyOf('3800')]])
})

test('shares that are paid for whole leave the cash, and move with what they are worth', () => {
  const { classes, sectors } = of([['US_STOCK', '1000']], shares('600', '640', '640'))
  assert.deepEqual(brief(classes), [
    ['SHARES', moneyOf('11840')],
    ['CASH', moneyOf('7400')],
  ])
  assert.deepEqual(brief(sectors), [
    ['Technology', moneyOf('11840')],
    [undefined, moneyOf('7400')],
  ])
})

test('a leveraged position counts with margin and profit, and its market value is the exposure', () => {
  const { total, classes, currencies, sectors } = of([['US_STOCK', '1000']], shares('300', '340', '1540'))
  assert.equal(total, moneyOf('19240'))
  assert.deepEqual(brief(classes), [
    ['CASH', moneyOf('12950')],
    ['SHARES', moneyOf('6290'), moneyOf('28490')],
  ])
  assert.deepEqual(brief(currencies), [['USD', moneyOf('19240')]])
  assert.deepEqual(brief(sectors)[1], ['Technology', moneyOf('6290'), moneyOf('28490')])
})

test('an exposure is of positions alone: a centavo for each is only rounding', () => {
  const exposureOf = (exposure: string) =>
    of([['BALANCE', '1000']], shares('600', '640.00', exposure, { wallet: 'BALANCE' })).classes[0]?.exposure
  assert.equal(exposureOf('640.01'), undefined)
  assert.equal(exposureOf('639.99'), undefined)
  assert.equal(exposureOf('640.02'), moneyOf('640.02'))
})

test('a row that is not of positions alone has no exposure: it would be of a part of the row', () => {
  const future = part({
    wallet: 'FUTURE',
    assetClass: 'FUTURES',
    held: moneyOf('100'),
    worth: moneyOf('100'),
    exposure: moneyOf('900'),
  })
  const { classes, sectors } = of([['FUTURE', '400']], future)
  assert.deepEqual(brief(classes), [
    ['CASH', moneyOf('300')],
    ['FUTURES', moneyOf('100'), moneyOf('900')],
  ])
  assert.deepEqual(brief(sectors), [[undefined, moneyOf('400')]])
})

test('a position without a price counts with its margin, and has no exposure', () => {
  const { classes } = of([['US_STOCK', '1000']], shares('600', '600', '0', { exposure: undefined }))
  assert.deepEqual(brief(classes), [
    ['SHARES', moneyOf('11100')],
    ['CASH', moneyOf('7400')],
  ])
})

test('a position that lost more than its margin is a row below zero, and the shares still add up to 100', () => {
  const future = part({
    wallet: 'FUTURE',
    assetClass: 'FUTURES',
    held: moneyOf('100'),
    worth: moneyOf('-50'),
    exposure: moneyOf('900'),
  })
  const { total, classes } = of([['FUTURE', '400']], future)
  assert.equal(total, moneyOf('250'))
  assert.deepEqual(
    classes.map(({ key, worth, share }) => [key, worth, share]),
    [
      ['CASH', moneyOf('300'), 12_000n],
      ['FUTURES', moneyOf('-50'), -2_000n],
    ],
  )
})

test('a position that is worth nothing is a row as long as something moves with it', () => {
  const { classes } = of(
    [['US_STOCK', '1000']],
    shares('300', '0', '1200'),
    shares('0', '0', '0', { assetClass: 'FUNDS' }),
  )
  assert.deepEqual(
    classes.map(({ key }) => key),
    ['CASH', 'SHARES'],
  )
})

test('bonds are worth beyond what the wallet holds, in their own currency', () => {
  const bond = part({ wallet: 'BALANCE', assetClass: 'BONDS', currency: 'USD', worth: moneyOf('250') })
  const { total, currencies } = of([['BALANCE', '750']], bond)
  assert.equal(total, moneyOf('1000'))
  assert.deepEqual(brief(currencies), [
    ['MXN', moneyOf('750')],
    ['USD', moneyOf('250')],
  ])
})

test('a net worth of nothing, or less, has no shares', () => {
  const owing = shares('0', '-1', '1', { wallet: 'BALANCE' })
  assert.deepEqual(of([]).classes, [])
  assert.deepEqual(
    of([], owing).classes.map(({ share }) => share),
    [undefined],
  )
})

test('parts of a wallet in another currency add up to the wallet as the overview rounds it', () => {
  const third = shares('0.01', '0.01', '0.01')
  const { total, classes } = of(
    [['US_STOCK', '0.04']],
    third,
    { ...third, assetClass: 'FUNDS' },
    { ...third, sector: 'Energy' },
  )
  // 0.04 × 18.5 is 0.74; three parts of 0.01 × 18.5 rounded by themselves would be 0.19 each.
  assert.equal(total, moneyOf('0.74'))
  assert.equal(
    classes.reduce((sum, { worth }) => subtractMoney(sum, worth), total),
    0n,
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { grant } from '#account/postings.ts'
import { moneyOf } from '#money/money.ts'
import { reserved } from '#trading/postings.ts'
import { transferSettled, transferSubmitted } from '#wallet/postings.ts'
import {
  addChanges,
  addFingerprints,
  balanceChange,
  balanceChanges,
  emptyFingerprint,
  fingerprintPrime,
  subtractFingerprints,
  type Change,
} from './fingerprint.ts'
import { openBalances, type Journal } from './ledger.ts'

/** Secrets of a test: as different from each other as those of a key. */
const secret = (name: string): bigint =>
  name.split('').reduce((number, letter) => (number * 1_000_003n + BigInt(letter.charCodeAt(0))) % fingerprintPrime, 7n)
const of = (...changes: readonly Change[]) => addChanges(emptyFingerprint, secret, changes)
type Account = Pick<Change, 'user' | 'place'>
const a: Account = { user: 7, place: 'U.AVAIL STOCK MXN' }
const b: Account = { user: 7, place: 'U.ORDER STOCK MXN' }
const c: Account = { user: 8, place: 'U.AVAIL STOCK MXN' }
const d: Account = { user: 8, place: 'U.ORDER STOCK MXN' }

const same: readonly (readonly [name: string, left: readonly Change[], right: readonly Change[]])[] = [
  ['nothing', [], []],
  ['a change of nothing', [change(a, 0n)], []],
  ['two changes of one account and their sum', [change(a, 3n), change(a, 4n)], [change(a, 7n)]],
  ['a change and its reversal', [change(a, 3n), change(b, 4n), change(a, -3n)], [change(b, 4n)]],
  ['another order', [change(a, 3n), change(b, 4n)], [change(b, 4n), change(a, 3n)]],
]
for (const [name, left, right] of same) {
  test(`the same fingerprint: ${name}`, () => assert.equal(of(...left), of(...right)))
}

const different: readonly (readonly [name: string, left: readonly Change[], right: readonly Change[]])[] = [
  ['a cent more', [change(a, 3n)], [change(a, 4n)]],
  ['money of another account', [change(a, 3n)], [change(b, 3n)]],
  ['amounts that are exchanged', [change(a, 3n), change(b, 4n)], [change(a, 4n), change(b, 3n)]],
  ['a cent moved', [change(a, 3n), change(b, 4n)], [change(a, 2n), change(b, 5n)]],
  ['money of another user', [change(a, 3n)], [change(c, 3n)]],
  ['accounts exchanged between users', [change(a, 3n), change(d, 4n)], [change(b, 3n), change(c, 4n)]],
  ['a missing account', [change(a, 3n), change(b, 4n)], [change(a, 3n)]],
  ['the opposite', [change(a, 3n)], [change(a, -3n)]],
]
for (const [name, left, right] of different) {
  test(`another fingerprint: ${name}`, () => assert.notEqual(of(...left), of(...right)))
}

function change(account: Account, amount: bigint): Change {
  return { ...account, amount }
}

const changes = fc.array(fc.tuple(fc.constantFrom(a, b, c, d), fc.bigInt()).map((pair) => change(...pair)))

test('fingerprints of parts add up to that of the whole, and can be subtracted again', () => {
  fc.assert(
    fc.property(changes, changes, (left, right) => {
      const whole = of(...left, ...right)
      assert.equal(addFingerprints(of(...left), of(...right)), whole)
      assert.equal(subtractFingerprints(whole, of(...right)), of(...left))
      assert.ok(whole >= 0n && whole < fingerprintPrime)
    }),
  )
})

test('journals have the fingerprint of the balances that they leave', () => {
  const occasion = { user: 7, at: 1_700_000_000_000 }
  const journals: readonly Journal[] = [
    grant(occasion, 'BALANCE', moneyOf('1000')),
    grant(occasion, 'US_STOCK', moneyOf('50')),
    transferSubmitted(occasion, 1, 'BALANCE', moneyOf('400')),
    transferSettled(occasion, 1, 'BALANCE', 'STOCK', moneyOf('400')),
    reserved(occasion, { type: 'order', id: 2 }, 'US_STOCK', moneyOf('20.01')),
  ]
  const balances = openBalances([7], [])
  for (const entry of journals) balances.post(entry)
  assert.equal(of(...journals.flatMap(balanceChanges)), of(...balances.changed().map(balanceChange)))
})

test('a note and the accounts of the platform change no balance', () => {
  const head = { at: 0, user: undefined, reference: { type: 'market', id: 1 }, memo: 'gap' } as const
  assert.deepEqual(balanceChanges({ ...head, event: 'NOTE', key: 'NOTE:1', lines: [] }), [])
  assert.deepEqual(balanceChanges(grant({ user: 7, at: 0 }, 'STOCK', moneyOf('1'))), [change(a, 100n)])
})

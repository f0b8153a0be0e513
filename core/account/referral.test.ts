import assert from 'node:assert/strict'
import { test } from 'node:test'
import { billsOf, type Journal } from '#ledger/ledger.ts'
import { formatMoney, money } from '#money/money.ts'
import { bonusOf, decideBonus, inviterKey } from './referral.ts'
import { settings } from '#settings.ts'

const terms = { ...settings.referral, bonus: 250 }
const invitation = { inviter: 7, invited: 9 }
const at = 1_700_000_000_000
const facts = { posted: new Set<string>(), guests: [8, 9], at }
const linesOf = (entry: Journal): string[] =>
  entry.lines.map(({ account, wallet, currency, debit, credit }) =>
    [debit > 0n ? 'D' : 'K', account, wallet ?? '', currency, formatMoney(money(debit + credit))].join(' '),
  )

test('inviter and invited get the same bonus once, keyed by the invited user (E90)', () => {
  const journals = decideBonus(invitation, facts, terms)
  assert.deepEqual(
    journals.map(({ user, key, reference }) => [user, key, reference]),
    [
      [7, 'E90:9:inviter', { type: 'user', id: 9 }],
      [9, 'E90:9:invited', { type: 'user', id: 9 }],
    ],
  )
  for (const entry of journals) {
    assert.deepEqual(linesOf(entry), ['D SYS.GRANT  MXN 250.00', 'K U.AVAIL BALANCE MXN 250.00'])
    assert.deepEqual(
      billsOf(entry).map(({ number, amount }) => [number, formatMoney(amount)]),
      [[90, '250.00']],
    )
  }
  assert.deepEqual(decideBonus(invitation, { ...facts, posted: new Set([inviterKey(9)]) }, terms), [])
})

test('gives no bonus while its setting is zero', () => {
  assert.equal(bonusOf(settings.referral), 0n)
  assert.deepEqual(decideBonus(invitation, facts, settings.referral), [])
})

test('counts at most twenty invitations per inviter', () => {
  const guests = Array.from({ length: 30 }, (_, index) => 100 + index)
  const withPosted = (count: number) => ({
    ...facts,
    guests: [...guests, 9],
    posted: new Set(guests.slice(0, count).map(inviterKey)),
  })
  assert.equal(decideBonus(invitation, withPosted(19), terms).length, 2)
  assert.equal(decideBonus(invitation, withPosted(20), terms).length, 0)
})

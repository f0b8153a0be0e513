import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publishedRate, type PublishedRate } from '#money/conversion.ts'
import { change } from '#ledger/ledger.ts'
import { formatMoney, moneyOf, rateOf } from '#money/money.ts'
import { isRefusal, type Refusal } from '#refusal.ts'
import type { Unsettled } from './settlement.ts'
import {
  decideTransfer,
  decideTransferCancel,
  decideTransferSettlement,
  estimateTransfer,
  type Transfer,
  type TransferOutcome,
} from './transfer.ts'
import { transferStatusNumbers } from './transfer-status.ts'
import type { Wallet } from './wallets.ts'

const second = 1000
const start = 1_700_000_000_000
const due = start + 30 * second
const published = publishedRate({ base: 'USD', quote: 'MXN' }, rateOf('18.4000'))
const unsettled: readonly Unsettled[] = [{ releaseDate: '2026-11-24', amount: moneyOf('300.00') }]

function submit(from: Wallet, to: Wallet, amount: string, facts: Partial<Facts> = {}): TransferOutcome | Refusal {
  const command = { id: 5, user: 7, from, to, amount: moneyOf(amount), at: start }
  return decideTransfer(command, { available: moneyOf('1000.00'), unsettled: [], published, ...facts })
}
type Facts = { unsettled: readonly Unsettled[]; published: PublishedRate | undefined }

function submitted(from: Wallet, to: Wallet, amount: string): Transfer {
  const outcome = submit(from, to, amount)
  assert.ok(!isRefusal(outcome))
  return outcome.transfer
}

test('the numbers of the states are those of the specification', () => {
  assert.deepEqual(transferStatusNumbers, { moving: 0, settled: 1, cancelled: 2 })
})

test('refuses each invalid request with its own refusal', () => {
  const cases: [Wallet, Wallet, string, Partial<Facts>, string][] = [
    ['BALANCE', 'BALANCE', '10.00', {}, 'wallets_equal'],
    ['FUTURE', 'FOREX', '10.00', {}, 'wallets_equal'],
    ['BALANCE', 'FUTURE', '0.00', {}, 'incorrect_amount'],
    ['BALANCE', 'FUTURE', '-1.00', {}, 'incorrect_amount'],
    ['BALANCE', 'US_STOCK', '0.18', {}, 'incorrect_amount'],
    ['BALANCE', 'FUTURE', '1000.01', {}, 'insufficient_balance'],
    ['US_STOCK', 'BALANCE', '700.01', { unsettled }, 'not_settled'],
    ['US_STOCK', 'BALANCE', '10.00', { published: undefined }, 'quote_unavailable'],
  ]
  for (const [from, to, amount, facts, word] of cases) {
    const outcome = submit(from, to, amount, facts)
    assert.ok(isRefusal(outcome), `${from} ${to} ${amount}`)
    assert.equal(outcome.refused, word, `${from} ${to} ${amount}`)
  }
  const unsettledRefusal = submit('US_STOCK', 'BALANCE', '700.01', { unsettled })
  assert.ok(isRefusal(unsettledRefusal))
  assert.deepEqual(unsettledRefusal.values, { amount: '300.00', date: '2026-11-24' })
})

test('an accepted transfer moves the money in transit (E20)', () => {
  for (const [from, to, amount] of [
    ['BALANCE', 'FUTURE', '1000.00'],
    ['BALANCE', 'FUTURE', '0.01'],
    ['BALANCE', 'US_STOCK', '0.19'],
  ] as const) {
    const outcome = submit(from, to, amount, { unsettled: [] })
    assert.ok(!isRefusal(outcome))
    assert.equal(outcome.transfer.dueAt, due)
    assert.deepEqual(
      outcome.journal?.lines.map((line) => [line.account, line.wallet, formatMoney(change(line))]),
      [
        ['U.AVAIL', from, `-${amount}`],
        ['U.XFER', from, amount],
      ],
    )
  }
  const settledPart = submit('US_STOCK', 'BALANCE', '700.00', { unsettled })
  assert.ok(!isRefusal(settledPart))
})

test('estimates a transfer at the current rate', () => {
  assert.equal(estimateTransfer('BALANCE', 'US_STOCK', moneyOf('18446.00'), published)?.received, moneyOf('1000.00'))
  assert.equal(estimateTransfer('BALANCE', 'FUTURE', moneyOf('1'), published), undefined)
  assert.equal(estimateTransfer('BALANCE', 'US_STOCK', moneyOf('1'), undefined), undefined)
})

const settle = (transfer: Transfer, now: number, rateTime?: number) =>
  decideTransferSettlement(transfer, {
    now,
    rate: rateTime === undefined ? undefined : { published, time: rateTime },
    delaySeconds: 900,
    quoteAgeSecondsMax: 60,
  })

test('a transfer in one currency settles when it is due (E21)', () => {
  const transfer = submitted('BALANCE', 'FUTURE', '250.00')
  assert.equal(settle(transfer, due - 1), undefined)
  const outcome = settle(transfer, due)
  assert.equal(outcome?.transfer.status, 'settled')
  assert.equal(outcome.transfer.received, moneyOf('250.00'))
  assert.equal(outcome.journal?.event, 'E21')
  assert.equal(settle(outcome.transfer, due + 1), undefined)
})

test('a conversion takes the first fresh rate made after it was due (E22)', () => {
  const transfer = submitted('US_STOCK', 'BALANCE', '1000.00')
  assert.equal(settle(transfer, due + second), undefined)
  assert.equal(settle(transfer, due + second, due), undefined)
  assert.equal(settle(transfer, due + 31 * 60 * second, due + 1), undefined)
  const outcome = settle(transfer, due + 10 * second, due + 1)
  assert.equal(outcome?.journal?.event, 'E22')
  assert.equal(outcome.transfer.rate, published.buyRate)
  assert.deepEqual(
    outcome.journal.lines.map((line) => [line.account, line.currency, formatMoney(change(line))]),
    [
      ['U.XFER', 'USD', '-1000.00'],
      ['SYS.FX', 'USD', '1000.00'],
      ['SYS.FX', 'MXN', '-18400.00'],
      ['U.AVAIL', 'MXN', '18354.00'],
      ['REV.FX_SPREAD', 'MXN', '46.00'],
    ],
  )
})

const cancel = (transfer: Transfer, at: number): TransferOutcome => {
  const outcome = decideTransferCancel(transfer, at)
  assert.ok(!isRefusal(outcome))
  return outcome
}

test('a cancel before the due time takes effect at once (E23), and is idempotent', () => {
  for (const transfer of [submitted('BALANCE', 'FUTURE', '5.00'), submitted('US_STOCK', 'BALANCE', '5.00')]) {
    const outcome = cancel(transfer, due)
    assert.equal(outcome.transfer.status, 'cancelled')
    assert.equal(outcome.journal?.event, 'E23')
    assert.deepEqual([outcome.transfer.cancelRequestedAt, outcome.transfer.endedAt], [due, due])
    assert.equal(cancel(outcome.transfer, due + 1).journal, undefined)
  }
})

test('a cancel is no free option: a rate published before it still settles the transfer', () => {
  const transfer = submitted('US_STOCK', 'BALANCE', '5.00')
  const asked = due + 100 * second
  const waiting = cancel(transfer, asked)
  assert.equal(waiting.transfer.status, 'moving')
  assert.equal(waiting.journal, undefined)
  assert.equal(cancel(waiting.transfer, asked + 1).transfer.cancelRequestedAt, asked)
  assert.equal(settle(waiting.transfer, asked + 1)?.transfer.status, undefined)
  assert.equal(settle(waiting.transfer, asked + 1, asked)?.transfer.status, 'settled')
  const ended = settle(waiting.transfer, asked + 1, asked + 1)?.transfer
  assert.deepEqual([ended?.status, ended?.cancelRequestedAt, ended?.endedAt], ['cancelled', asked, asked + 1])
  assert.equal(settle(waiting.transfer, asked + 960 * second)?.transfer.status, undefined)
  assert.equal(settle(waiting.transfer, asked + 960 * second + 1)?.transfer.status, 'cancelled')
  // However late the clock comes to it: a rate that was made before the cancel settles.
  assert.equal(settle(waiting.transfer, asked + 1200 * second, asked)?.transfer.status, 'settled')
  assert.equal(settle(waiting.transfer, asked + 86_400 * second, asked)?.transfer.status, 'cancelled', 'it is stale')
})

test('refuses to cancel a settled transfer', () => {
  const settled = settle(submitted('BALANCE', 'FUTURE', '5.00'), due)
  assert.ok(settled !== undefined)
  const outcome = decideTransferCancel(settled.transfer, due + 1)
  assert.ok(isRefusal(outcome))
  assert.equal(outcome.refused, 'transfer_settled')
})

import assert from 'node:assert/strict'
import { calls } from '@mex/contract/areas.ts'
import { after, describe, test } from 'node:test'
import { isSimulatedAddress } from '@mex/core/funding/coin-addresses.ts'
import { moneyOf, rateOf } from '@mex/core/money/money.ts'
import { billPage } from '#areas/ledger/bills.ts'
import { keyed, refusedWith, start } from '#areas/testing.ts'
import { sql } from '#db/sql.ts'
import { confirmed, openFundingTest, second } from './testing.ts'

const fixture = await openFundingTest()
after(() => fixture[Symbol.asyncDispose]())

const day = 86_400 * second
const minute = 60 * second
const million = moneyOf('1000000')
describe('coin deposits', () => {
  test('give every user unique addresses, the same at every call', async () => {
    const [context, other] = [await fixture.person(), await fixture.person()]
    const options = await fixture.call.depositOptions({ kind: 'coin' }, context)
    assert.deepEqual(
      options.map(({ asset, minimum, confirmations, rate }) => [asset, minimum, confirmations, rate]),
      [
        ['SUSD', moneyOf('1'), 3, rateOf('18.354')],
        ['SMXN', moneyOf('1'), 3, rateOf('1')],
        ['SHKD', moneyOf('1'), 3, rateOf('2.3441')],
      ],
    )
    assert(options.every(({ address }) => isSimulatedAddress(address ?? '')))
    assert.deepEqual(await fixture.call.depositOptions({ kind: 'coin' }, context), options)
    const all = [...options, ...(await fixture.call.depositOptions({ kind: 'coin' }, other))]
    assert.equal(new Set(all.map(({ address }) => address)).size, 6)
    assert.deepEqual(
      (await fixture.call.depositOptions({}, context)).slice(3).map(({ asset, address }) => [asset, address]),
      [
        ['USD', undefined],
        ['MXN', undefined],
        ['HKD', undefined],
      ],
    )
  })

  test('are credited to the funding account after three confirmations (E02, E03x)', async () => {
    const context = await fixture.person()
    await fixture.send(context, 'SUSD', '1000')
    await fixture.tick(start + second)
    const seen = await fixture.newestDeposit(context)
    assert.deepEqual([seen.status, seen.confirmations, seen.amount], ['pending', 0, moneyOf('1000')])
    assert.deepEqual(await fixture.journals('deposit', seen.id), ['E02'])
    await fixture.expectBalancedLedger()
    for (const count of [1, 2]) {
      await fixture.tick(confirmed(count))
      assert.deepEqual(
        [(await fixture.newestDeposit(context)).confirmations, await fixture.available(context)],
        [count, million],
      )
    }
    await fixture.tick(confirmed(3))
    const done = await fixture.newestDeposit(context)
    assert.deepEqual(
      [done.status, done.confirmations, done.received, done.rate],
      ['approved', 3, moneyOf('18354'), rateOf('18.354')],
    )
    assert.equal(await fixture.available(context), moneyOf('1018354'))
    assert.deepEqual(await fixture.journals('deposit', seen.id), ['E02', 'E03x'])
    assert.deepEqual(await fixture.messages(context), ['deposit_seen', 'deposit_credited'])
    const { rows } = await billPage(fixture.db, context.person.userId, {}, { pageNum: 1, pageSize: 1 })
    assert.deepEqual([rows[0]?.event, rows[0]?.amount], ['E03x', moneyOf('18354')])
    await fixture.expectBalancedLedger()
  })

  test('are credited in each currency, also when first detected after an hour', async () => {
    for (const [coin, received, event] of [
      ['SMXN', '250', 'E03'],
      ['SHKD', '586.02', 'E03x'],
    ] as const) {
      const context = await fixture.person()
      await fixture.send(context, coin, '250')
      fixture.rates(start + 60 * minute)
      await fixture.tick(start + 60 * minute)
      fixture.rates(start)
      const deposit = await fixture.newestDeposit(context)
      assert.deepEqual([deposit.status, deposit.received], ['approved', moneyOf(received)])
      assert.deepEqual(await fixture.journals('deposit', deposit.id), ['E02', event])
    }
    await fixture.expectBalancedLedger()
  })

  test('wait without a rate, and use the next one', async () => {
    const context = await fixture.person()
    await fixture.send(context, 'SUSD', '10')
    fixture.feed.clear()
    await fixture.tick(confirmed(3))
    assert.deepEqual(
      [(await fixture.newestDeposit(context)).status, (await fixture.newestDeposit(context)).confirmations],
      ['pending', 3],
    )
    await fixture.expectBalancedLedger()
    fixture.rates(confirmed(4))
    await fixture.tick(confirmed(4))
    assert.equal((await fixture.newestDeposit(context)).status, 'approved')
    fixture.rates(start)
    await fixture.expectBalancedLedger()
  })

  test('that wait for a rate do not block others, even more than a batch of them', async () => {
    const [waiting, other] = [await fixture.person(), await fixture.person()]
    for (let number = 0; number < 105; number += 1) await fixture.send(waiting, 'SUSD', '1')
    fixture.feed.clear()
    for (const at of [confirmed(3), confirmed(3) + second]) await fixture.tick(at)
    await fixture.send(other, 'SMXN', '10', confirmed(3))
    for (const count of [4, 5, 6]) await fixture.tick(confirmed(count))
    assert.equal(await fixture.available(waiting), million)
    assert.equal(await fixture.available(other), moneyOf('1000010'))
    fixture.rates(confirmed(7))
    for (const at of [confirmed(7), confirmed(7) + second]) await fixture.tick(at)
    fixture.rates(start)
    assert.equal(await fixture.available(waiting), moneyOf('1001926.75'))
    await fixture.expectBalancedLedger()
  })

  test('to a closed account stay on the chain', async () => {
    const [gone, sender] = [await fixture.person(), await fixture.person()]
    await fixture.call.depositOptions({}, gone)
    await sql`update app_user set state = 'CLOSED' where id = ${gone.person.userId}`.execute(fixture.db)
    const address = fixture.funding.keys.addressOf(gone.person.userId, 'SMXN')
    await fixture.call.sendCoins({ address, coin: 'SMXN', amount: moneyOf('10') }, sender)
    for (const count of [1, 3, 4]) await fixture.tick(confirmed(count))
    assert.equal((await fixture.call.deposits({ pageNum: 1, pageSize: 10 }, gone)).total, 0)
    assert.equal(await fixture.available(gone), million)
    await fixture.expectBalancedLedger()
  })

  test('below the minimum are not refunded (E04)', async () => {
    const context = await fixture.person()
    await fixture.send(context, 'SUSD', '0.99')
    await fixture.tick(confirmed(3))
    const deposit = await fixture.newestDeposit(context)
    assert.deepEqual([deposit.status, deposit.reason], ['refused', 'BELOW_MINIMUM'])
    assert.deepEqual(await fixture.journals('deposit', deposit.id), ['E02', 'E04'])
    assert.deepEqual(await fixture.messages(context), ['deposit_seen', 'deposit_below_minimum'])
    assert.equal(await fixture.available(context), million)
    await fixture.expectBalancedLedger()
  })
})

describe('an announced deposit', () => {
  test('becomes the payment that arrives', async () => {
    const context = await fixture.person()
    const declared = await fixture.call.createDeposit({ kind: 'coin', asset: 'SUSD', amount: moneyOf('70') }, context)
    assert.deepEqual([declared.status, declared.amount, declared.transaction], ['pending', moneyOf('70'), undefined])
    await fixture.expectBalancedLedger()
    const hash = await fixture.send(context, 'SUSD', '50')
    await fixture.tick(start + second)
    const seen = await fixture.newestDeposit(context)
    assert.deepEqual([seen.id, seen.amount, seen.transaction], [declared.id, moneyOf('50'), hash])
    assert.equal((await fixture.call.deposits({ pageNum: 1, pageSize: 10 }, context)).total, 1)
    await fixture.expectBalancedLedger()
  })

  test("funding.deposits answers for another user's id with no row, and for the own id with one", async () => {
    const context = await fixture.person()
    const first = await fixture.call.createDeposit({ kind: 'coin', asset: 'SUSD' }, context)
    await fixture.call.createDeposit({ kind: 'coin', asset: 'SHKD' }, context)
    const byId = { pageNum: 1, pageSize: 1, id: first.id }
    const found = await fixture.call.deposits(byId, context)
    assert.deepEqual([found.total, found.rows[0]?.id], [1, first.id])
    assert.equal((await fixture.call.deposits(byId, await fixture.person())).total, 0)
  })

  test('without a payment ends after a day', async () => {
    const context = await fixture.person()
    const declared = await fixture.call.createDeposit({ kind: 'coin', asset: 'SHKD' }, context)
    await fixture.tick(start + day - 1)
    assert.equal((await fixture.newestDeposit(context)).status, 'pending')
    await fixture.tick(start + day)
    const ended = await fixture.newestDeposit(context)
    assert.deepEqual([ended.id, ended.status, ended.reason], [declared.id, 'refused', 'NO_TRANSACTION'])
    assert.deepEqual(await fixture.journals('deposit', declared.id), [])
    assert.deepEqual(await fixture.messages(context), ['deposit_without_transaction'])
  })

  test('is refused below the minimum, and while twenty are pending', async () => {
    const context = await fixture.person()
    const requested = { kind: 'coin', asset: 'SUSD' } as const
    await refusedWith(
      'deposit_too_small',
      fixture.call.createDeposit({ ...requested, amount: moneyOf('0.99') }, context),
    )
    for (let number = 0; number < 20; number += 1) await fixture.call.createDeposit(requested, context)
    await refusedWith('too_many_requests', fixture.call.createDeposit(requested, context))
  })
})

describe('the simulated bank', () => {
  const requested = { kind: 'fiat', asset: 'USD', amount: moneyOf('100') } as const

  test('reviews a proof after five minutes (E07)', async () => {
    const context = await fixture.person()
    const proof = await fixture.picture(context)
    const deposit = await fixture.call.createDeposit({ ...requested, proof }, context)
    assert.deepEqual([deposit.status, deposit.kind, deposit.address], ['pending', 'fiat', undefined])
    await fixture.tick(start + 300 * second - 1)
    assert.equal((await fixture.newestDeposit(context)).status, 'pending')
    await fixture.tick(start + 300 * second)
    const done = await fixture.newestDeposit(context)
    assert.deepEqual([done.status, done.received, done.rate], ['approved', moneyOf('1835.4'), rateOf('18.354')])
    assert.deepEqual(await fixture.journals('deposit', deposit.id), ['E07'])
    assert.deepEqual(await fixture.messages(context), ['fiat_approved'])
    assert.equal(await fixture.available(context), moneyOf('1001835.4'))
    await fixture.expectBalancedLedger()
  })

  test('credits each currency', async () => {
    const context = await fixture.person()
    for (const asset of ['MXN', 'HKD'] as const)
      await fixture.call.createDeposit({ ...requested, asset, proof: await fixture.picture(context) }, context)
    await fixture.tick(start + 300 * second)
    assert.equal(await fixture.available(context), moneyOf('1000334.41'))
    await fixture.expectBalancedLedger()
  })

  test('refuses a deposit whose picture was deleted', async () => {
    const context = await fixture.person()
    const deposit = await fixture.call.createDeposit({ ...requested, proof: await fixture.picture(context) }, context)
    await fixture.deletePictures(context)
    await fixture.tick(start + 300 * second)
    assert.deepEqual(
      [(await fixture.newestDeposit(context)).status, (await fixture.newestDeposit(context)).reason],
      ['refused', 'IMAGE_UNREADABLE'],
    )
    assert.deepEqual(await fixture.journals('deposit', deposit.id), [])
    assert.deepEqual(await fixture.messages(context), ['fiat_refused'])
  })

  test('approves five deposits of the maximum per day, and the sixth on the next day', async () => {
    const context = await fixture.person()
    const most = { ...requested, amount: moneyOf('50000') }
    for (let number = 0; number < 6; number += 1)
      await fixture.call.createDeposit({ ...most, proof: await fixture.picture(context) }, context)
    fixture.rates(start + 10 * minute)
    await fixture.tick(start + 10 * minute)
    const { rows } = await fixture.call.deposits({ pageNum: 1, pageSize: 10 }, context)
    assert.deepEqual(
      rows.map(({ status, reason }) => reason ?? status),
      ['DAILY_LIMIT', 'approved', 'approved', 'approved', 'approved', 'approved'],
    )
    await fixture.call.createDeposit({ ...most, proof: await fixture.picture(context) }, context)
    fixture.rates(start + day)
    await fixture.tick(start + day)
    fixture.rates(start)
    assert.equal((await fixture.newestDeposit(context)).status, 'approved')
    await fixture.expectBalancedLedger()
  })

  test('refuses invalid deposits', async () => {
    const [context, other] = [await fixture.person(), await fixture.person()]
    const proof = await fixture.picture(context)
    const send = (more: object) => fixture.call.createDeposit({ ...requested, proof, ...more }, context)
    await refusedWith('deposit_too_small', send({ amount: moneyOf('0.99') }))
    await refusedWith('amount_above_limit', send({ amount: moneyOf('50000.01') }))
    await refusedWith('proof_missing', send({ proof: await fixture.picture(other) }))
    await refusedWith('proof_missing', send({ proof: '/file/aaaaaaaaaaaaaaaaaaaaaa' }))
  })

  test('creates one deposit for ten retries of one request', async () => {
    const context = await fixture.person()
    const proof = await fixture.picture(context)
    const request = keyed(calls.funding.createDeposit, 'deposit-key-1', { a: 1 }, context.person.userId)
    const send = () => fixture.call.createDeposit({ ...requested, proof }, { ...context, request })
    await Promise.allSettled(Array.from({ length: 10 }, send))
    const again = await send()
    const { rows } = await fixture.call.deposits({ pageNum: 1, pageSize: 10 }, context)
    assert.deepEqual(rows, [again])
  })
})

describe('concurrent jobs', () => {
  test('credit a payment once', async () => {
    const context = await fixture.person()
    const hash = await fixture.send(context, 'SUSD', '10')
    const { userId } = context.person
    const looks = Array.from({ length: 20 }, () => fixture.open().chain)
    await Promise.all([
      ...looks.map((chain) => chain.watch(confirmed(3))),
      ...looks.map((chain) => chain.look.send({ userId, hash, now: confirmed(3) })),
    ])
    const { rows, total } = await fixture.call.deposits({ pageNum: 1, pageSize: 10 }, context)
    assert.equal(total, 1)
    assert.deepEqual(await fixture.journals('deposit', rows[0]?.id ?? 0), ['E02', 'E03x'])
    assert.equal(await fixture.available(context), moneyOf('1000183.54'))
    await fixture.expectBalancedLedger()
  })

  test('keep the daily limit of a user', async () => {
    const context = await fixture.person()
    for (let number = 0; number < 8; number += 1) {
      const proof = await fixture.picture(context)
      await fixture.call.createDeposit({ kind: 'fiat', asset: 'MXN', amount: million, proof }, context)
    }
    const now = start + 300 * second
    await Promise.all([1, 2, 3].map(() => fixture.open().deposits.reviewDue(now)))
    const { rows } = await fixture.call.deposits({ pageNum: 1, pageSize: 10 }, context)
    assert.equal(rows.filter(({ status }) => status === 'approved').length, 5)
    assert.equal(await fixture.available(context), moneyOf('6000000'))
    await fixture.expectBalancedLedger()
  })
})

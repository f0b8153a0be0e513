import assert from 'node:assert/strict'
import { calls } from '@mex/contract/areas.ts'
import { after, describe, test } from 'node:test'
import { moneyOf } from '@mex/core/money/money.ts'
import { isRefusal } from '@mex/core/refusal.ts'
import { keyed, refusedWith, start } from '#areas/testing.ts'
import { confirmed, openFundingTest, second } from './testing.ts'

const fixture = await openFundingTest()
after(() => fixture[Symbol.asyncDispose]())

const day = 86_400 * second

describe('the faucet', () => {
  test('sends at most ten thousand per day to one user, whoever sends', async () => {
    const [context, other] = [await fixture.person(), await fixture.person()]
    await fixture.send(context, 'SUSD', '6000')
    const address = fixture.funding.keys.addressOf(context.person.userId, 'SUSD')
    const more = { address, coin: 'SUSD', amount: moneyOf('4000.01') } as const
    await refusedWith('amount_above_limit', fixture.call.sendCoins(more, other))
    await fixture.call.sendCoins({ ...more, amount: moneyOf('4000') }, other)
    await refusedWith('amount_above_limit', fixture.call.sendCoins({ ...more, amount: moneyOf('0.01') }, context))
    // Each coin and each day has its own limit.
    await fixture.call.sendCoins({ ...more, coin: 'SMXN' }, context)
    await fixture.call.sendCoins(more, { ...context, now: start + day })
    const { left, transfers, height } = await fixture.call.chain({}, { ...context, now: confirmed(1) })
    assert.deepEqual(left, [
      { coin: 'SUSD', amount: moneyOf('0') },
      { coin: 'SMXN', amount: moneyOf('5999.99') },
      { coin: 'SHKD', amount: moneyOf('10000') },
    ])
    assert.deepEqual(
      transfers.map(({ amount, confirmations }) => [amount, confirmations]),
      [
        [moneyOf('4000.01'), 0],
        [moneyOf('4000.01'), 1],
        [moneyOf('6000'), 1],
      ],
    )
    assert.equal(transfers[1]?.height, height)
  })

  test('sends to an unknown address, but not to an address of another network', async () => {
    const context = await fixture.person()
    const nobody = fixture.funding.keys.addressOf(123_456_789, 'SUSD')
    await fixture.call.sendCoins({ address: nobody.toUpperCase(), coin: 'SUSD', amount: moneyOf('5') }, context)
    await fixture.tick(confirmed(4))
    const wrong = `${nobody.slice(0, -1)}${nobody.endsWith('q') ? 'p' : 'q'}`
    for (const address of [wrong, '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'])
      await refusedWith(
        'address_invalid',
        fixture.call.sendCoins({ address, coin: 'SUSD', amount: moneyOf('5') }, context),
      )
    const request = keyed(calls.funding.sendCoins, 'faucet-key-1', { a: 1 }, context.person.userId)
    const send = () =>
      fixture.call.sendCoins({ address: nobody, coin: 'SHKD', amount: moneyOf('5') }, { ...context, request })
    assert.deepEqual(await send(), await send())
  })

  test('keeps the daily limit in concurrent requests', async () => {
    const [context, other] = [await fixture.person(), await fixture.person()]
    await fixture.call.depositOptions({}, context)
    const address = fixture.funding.keys.addressOf(context.person.userId, 'SHKD')
    const requested = { address, coin: 'SHKD', amount: moneyOf('3000'), request: undefined, at: start } as const
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        fixture.open().chain.send({ ...requested, userId: (index % 2 === 0 ? context : other).person.userId }),
      ),
    )
    assert.equal(outcomes.filter((outcome) => !isRefusal(outcome)).length, 3)
  })
})

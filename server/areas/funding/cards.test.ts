import assert from 'node:assert/strict'
import { calls } from '@mex/contract/areas.ts'
import { after, describe, test } from 'node:test'
import { practiceCard } from '@mex/core/funding/cards.ts'
import { moneyOf } from '@mex/core/money/money.ts'
import { isRefusal } from '@mex/core/refusal.ts'
import { keyed, refusedWith, start } from '#areas/testing.ts'
import { sql } from '#db/sql.ts'
import { openFundingTest, payPassword } from './testing.ts'

const fixture = await openFundingTest()
after(() => fixture[Symbol.asyncDispose]())

describe('cards', () => {
  test('a bank card is stored encrypted and shown by its last digits', async () => {
    const context = await fixture.person()
    const number = '5555555555554444'
    const added = await fixture.call.addCard({ ...practiceCard, cardNumber: number, account: '12345678' }, context)
    assert.deepEqual(
      [added.cardNumber, added.account, added.bankName, added.isDefault, added.address],
      ['•••• 4444', '•••• 5678', practiceCard.bankName, true, undefined],
    )
    assert.deepEqual(await fixture.call.cards({}, context), [added])
    const { rows } = await sql<{ details: Buffer }>`
      select details from card where id = ${added.id}`.execute(fixture.db)
    const stored = rows[0]?.details.toString('latin1') ?? ''
    assert.equal(stored.includes(number) || stored.includes('Practice'), false)
  })

  test('details copied to another card do not decrypt', async () => {
    const context = await fixture.person()
    const [one, other] = [await fixture.bankCard(context), await fixture.bankCard(context)]
    await sql`update card set details = (select details from card where id = ${one}) where id = ${other}`.execute(
      fixture.db,
    )
    await assert.rejects(fixture.call.cards({}, context))
  })

  test('two kinds are listed separately, with the oldest of each as the default', async () => {
    const context = await fixture.person()
    const bank = await fixture.bankCard(context)
    const coin = await fixture.coinCard(context, 'SUSD')
    const second = await fixture.coinCard(context, 'SHKD')
    const shown = await fixture.call.cards({ kind: 'coin' }, context)
    assert.deepEqual(
      shown.map(({ id, coin: of, network, isDefault }) => [id, of, network, isDefault]),
      [
        [coin, 'SUSD', 'SIMCHAIN', true],
        [second, 'SHKD', 'SIMCHAIN', false],
      ],
    )
    assert.deepEqual(
      (await fixture.call.cards({ kind: 'bank' }, context)).map(({ id }) => id),
      [bank],
    )
    assert.equal((await fixture.call.cards({}, context)).length, 3)
  })

  test('a change keeps the number if it is omitted', async () => {
    const context = await fixture.person()
    const id = await fixture.bankCard(context)
    const { cardNumber, ...rest } = practiceCard
    const changed = await fixture.call.changeCard({ id, ...rest, bankName: 'Other Bank' }, context)
    assert.deepEqual([changed.bankName, changed.cardNumber], ['Other Bank', `•••• ${cardNumber.slice(-4)}`])
    const again = await fixture.call.changeCard({ id, ...practiceCard, cardNumber: '5555555555554444' }, context)
    assert.equal(again.cardNumber, '•••• 4444')
  })

  test('pictures must belong to the user, and are released with the card', async () => {
    const [context, other] = [await fixture.person(), await fixture.person()]
    const strange = await fixture.picture(other)
    const why = await refusedWith(
      'missing_field',
      fixture.call.addCard({ ...practiceCard, backImage: strange }, context),
    )
    assert.equal(why.field, 'backImage')
    const [frontImage, backImage] = [await fixture.picture(context), await fixture.picture(context)]
    const card = await fixture.call.addCard({ ...practiceCard, frontImage, backImage }, context)
    assert.deepEqual([card.frontImage, card.backImage], [frontImage, backImage])
    const next = await fixture.picture(context)
    const changed = await fixture.call.changeCard(
      { id: card.id, ...practiceCard, frontImage: next, backImage },
      context,
    )
    assert.deepEqual([changed.frontImage, changed.backImage], [next, backImage])
    await refusedWith(
      'missing_field',
      fixture.call.changeCard({ id: card.id, ...practiceCard, frontImage: strange }, context),
    )
    assert.equal((await fixture.call.cards({}, context))[0]?.frontImage, next)
    assert.equal(await fixture.call.deleteCard({ id: card.id }, context), null)
  })
})

describe('the card area refuses', () => {
  test('a number that looks real, an address of another network, a sixth card', async () => {
    const context = await fixture.person()
    await refusedWith(
      'card_number_real',
      fixture.call.addCard({ ...practiceCard, cardNumber: '4539578763621486' }, context),
    )
    const real = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'
    await refusedWith('address_invalid', fixture.coinCard(context, 'SUSD', real))
    for (let number = 0; number < 5; number += 1) await fixture.bankCard(context)
    const why = await refusedWith('too_many_cards', fixture.bankCard(context))
    assert.deepEqual(why.values, { n: '5' })
    await fixture.coinCard(context, 'SUSD')
  })

  test('to find a card of another user, like an unknown one', async () => {
    const [context, other] = [await fixture.person(), await fixture.person()]
    const id = await fixture.bankCard(context)
    const missing = await refusedWith('not_found', fixture.call.deleteCard({ id: 999_999 }, other))
    assert.deepEqual(await refusedWith('not_found', fixture.call.deleteCard({ id }, other)), missing)
    assert.deepEqual(await refusedWith('not_found', fixture.call.changeCard({ id, ...practiceCard }, other)), missing)
    assert.equal((await fixture.call.cards({}, context)).length, 1)
  })

  test('to change or remove a card with a pending withdrawal', async () => {
    const context = await fixture.person()
    const id = await fixture.bankCard(context)
    await fixture.call.withdraw({ card: id, amount: moneyOf('100'), payPassword }, context)
    await refusedWith('card_in_use', fixture.call.deleteCard({ id }, context))
    await refusedWith('card_in_use', fixture.call.changeCard({ id, ...practiceCard }, context))
    await fixture.tick(start + 120_000)
    assert.equal(await fixture.call.deleteCard({ id }, context), null)
    await refusedWith('not_found', fixture.call.deleteCard({ id }, context))
  })
})

describe('concurrent requests', () => {
  test('add five of twenty cards', async () => {
    const context = await fixture.person()
    const { userId } = context.person
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => fixture.open().cards.add.send({ userId, details: practiceCard, at: start })),
    )
    assert.equal(outcomes.filter((outcome) => !isRefusal(outcome)).length, 5)
    assert.equal((await fixture.call.cards({}, context)).length, 5)
  })

  test('add one card for ten retries of one request', async () => {
    const context = await fixture.person()
    const request = keyed(calls.funding.addCard, 'card-key-10', { a: 1 }, context.person.userId)
    const send = () => fixture.call.addCard(practiceCard, { ...context, request })
    await Promise.allSettled(Array.from({ length: 10 }, send))
    const again = await send()
    assert.deepEqual(await fixture.call.cards({}, context), [again])
  })
})

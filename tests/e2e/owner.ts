import { randomInt } from 'node:crypto'
import { calls } from '@mex/contract/areas.ts'
import { moneyOf } from '@mex/core/money/money.ts'
import type { Person } from '@mex/world/person.ts'

import { payPassword, registerUser, upload } from '#soak/people.ts'
import { expect } from './journey.ts'

/** A verified user with a coin and a fiat deposit, and withdrawals to a card and a coin account. */
export async function openOwner(url: string): Promise<Person> {
  const number = randomInt(100_000_000)
  const person = await registerUser(url, number)
  const [option] = await person.call(calls.funding.depositOptions, { kind: 'coin' })
  const coins = { address: option?.address ?? '', coin: 'SUSD', amount: moneyOf('100') } as const
  await person.call(calls.funding.sendCoins, coins)
  const proof = await upload(person, number)
  await person.call(calls.funding.createDeposit, { kind: 'fiat', asset: 'MXN', amount: moneyOf('2500'), proof })
  const isVerified = async () => (await person.call(calls.kyc.status, {})).realStatus === 3
  await expect.poll(isVerified, { timeout: 60_000 }).toBe(true)
  for (const { id } of await person.call(calls.funding.cards, {}))
    await person.call(calls.funding.withdraw, { card: id, amount: moneyOf('900'), payPassword })
  const seen = async () => (await person.call(calls.funding.deposits, { pageNum: 1, pageSize: 20 })).total
  await expect.poll(seen, { timeout: 60_000 }).toBe(2)
  const paid = async () =>
    (await person.call(calls.funding.withdrawals, { pageNum: 1, pageSize: 20, status: 'approved' })).total
  await expect.poll(paid, { timeout: 60_000 }).toBe(2)
  return person
}

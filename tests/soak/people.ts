import { calls } from '@mex/contract/areas.ts'
import { practiceCard } from '@mex/core/funding/cards.ts'
import { coins } from '@mex/core/funding/coins.ts'
import { moneyOf, walletCurrencies } from '@mex/core/money/money.ts'
import { paintPicture } from '@mex/server/testing.ts'
import { register } from '@mex/world/people.ts'
import { Unsuccessful, type Person } from '@mex/world/person.ts'
import type { SeededRandom } from '#simulation/seeded-random.ts'

/** What registered users do besides trading: papers, pictures, cards, deposits, withdrawals. */

export const payPassword = 'pay-me-6'

/** Uploads a picture that differs for every number. */
export async function upload(person: Person, number: number): Promise<string> {
  const colour = `#${(number * 2917).toString(16).padStart(6, '0').slice(-6)}`
  const bytes = await paintPicture({ width: 640, height: 400, colour })
  return person.call(calls.files.uploadText, { file: `data:image/jpeg;base64,${bytes.toString('base64')}` })
}

/** Submits the papers of a persona, with pictures of their own. */
export async function submitIdentity(person: Person, number: number): Promise<void> {
  await person.call(calls.kyc.submit, {
    firstName: 'Paula',
    lastName: 'Practice',
    country: 'MX',
    documentType: 'identity_card',
    documentNumber: `SIM${String(number).padStart(9, '0')}`,
    frontImage: await upload(person, 3 * number + 1),
    backImage: await upload(person, 3 * number + 2),
  })
}

/** Registers a user with a transaction password, identity papers and cards; the review decides later. */
export async function registerUser(url: string, number: number): Promise<Person> {
  const person = await register(url, `user-${number}`)
  await person.call(calls.security.setPayPassword, { payPassword, confirmPayPassword: payPassword })
  await submitIdentity(person, number)
  await person.call(calls.funding.addCard, practiceCard)
  const address = await addressOf(person, 'SUSD')
  await person.call(calls.funding.addCard, { kind: 'coin', coin: 'SUSD', network: 'SIMCHAIN', address })
  return person
}

async function addressOf(person: Person, coin: (typeof coins)[number]): Promise<string> {
  const options = await person.call(calls.funding.depositOptions, { kind: 'coin' })
  return options.find(({ asset }) => asset === coin)?.address ?? ''
}

/** One random action with deposits, withdrawals or pictures; `number` must be new every time. */
async function payInOrOut(person: Person, random: SeededRandom, number: number): Promise<void> {
  const drawn = random.below(100)
  if (drawn < 30) {
    const coin = random.pick(coins)
    const amount = moneyOf(random.pick(['0.5', '25', '300']))
    await person.call(calls.funding.sendCoins, { address: await addressOf(person, coin), coin, amount })
  } else if (drawn < 50) {
    const proof = await upload(person, number)
    const asked = { kind: 'fiat', asset: random.pick(walletCurrencies), amount: moneyOf('1500'), proof } as const
    await person.call(calls.funding.createDeposit, asked)
  } else if (drawn < 80) {
    const cards = await person.call(calls.funding.cards, {})
    const card = random.pick(cards).id
    await person.call(calls.funding.withdraw, { card, amount: moneyOf(random.pick(['150', '900'])), payPassword })
  } else if (drawn < 90) {
    // A picture that is never used, which the clean-up job must remove.
    await upload(person, number)
  } else {
    await person.call(calls.funding.deposits, { pageNum: 1, pageSize: 20 })
    await person.call(calls.funding.withdrawals, { pageNum: 1, pageSize: 20 })
    await person.call(calls.kyc.status, {})
  }
}

/** Like `payInOrOut`, but returns an unexpected error as text. A signed-out user's 401 counts as a refusal. */
export async function useFunding(person: Person, random: SeededRandom, number: number): Promise<string | undefined> {
  try {
    await payInOrOut(person, random, number)
    return undefined
  } catch (error) {
    const isRefused = error instanceof Unsuccessful && (error.refused !== undefined || error.code === 401)
    return isRefused ? undefined : String(error)
  }
}

import { calls } from '@mex/contract/areas.ts'
import { moneyOf } from '@mex/core/money/money.ts'
import { quantifyProducts } from '@mex/core/quantify/products.ts'
import type { Drawing, Intent } from './intent.ts'

/** Intents of quantitative products: putting money in. It comes back at the end of the term. */

const language = 'en'
const shortest = quantifyProducts.filter(({ termDays }) => termDays === 7)
const amounts = ['100', '100.01', '333.33', '1000', '1000', '4000', '99.99', '1000000.01'] as const

/** Draws the next intent of a user about quantitative products, mostly about the shortest term. */
export function drawSubscription({ random, standing, now: at }: Drawing): Intent {
  const { user: userId, financial } = standing
  const product = random.pick(random.percent(80) ? shortest : quantifyProducts)
  const amount = random.percent(8) ? financial : moneyOf(random.pick(amounts))
  return {
    user: userId,
    text: `puts ${amount} in product ${product.id}`,
    call: calls.quantify.save,
    effect: 'subscription',
    about: product.id,
    send: ({ investments }, request) =>
      investments.subscriptions.send({ kind: 'save', userId, request, at, language, product, amount }),
  }
}

import { divide } from '#money/decimal.ts'
import { price, type Price } from '#money/money.ts'

type Declared = {
  /** When everybody learns of it, epoch milliseconds. */
  readonly declaredAt: number
  /** The first instant after the last close with the right: what was open before it takes part (rulebook §17.3). */
  readonly exAt: number
  /** The first trading day without the right, YYYY-MM-DD. */
  readonly exDate: string
}

/** A cash dividend on each share, in the instrument's currency (rulebook §17.3). */
export type Dividend = Declared & { readonly kind: 'dividend'; readonly amount: Price }

/** A share split: each `from` shares become `to` (rulebook §17.4). A consolidation has `to` below `from`. */
export type Split = Declared & { readonly kind: 'split'; readonly to: bigint; readonly from: bigint }

/** A share leaves the market: everybody is paid this price for each share (rulebook §17.4). */
export type Removal = Declared & {
  readonly kind: 'removal'
  readonly reason: 'merger' | 'delisting'
  readonly price: Price
}

/** A share has another code from its first day on; positions and orders stay as they are (rulebook §17.4). */
export type CodeChange = Declared & { readonly kind: 'code'; readonly from: string; readonly to: string }

export type CorporateAction = Dividend | Split | Removal | CodeChange

export const isDividend = (action: CorporateAction): action is Dividend => action.kind === 'dividend'
export const isSplit = (action: CorporateAction): action is Split => action.kind === 'split'
export const isRemoval = (action: CorporateAction): action is Removal => action.kind === 'removal'
export const isCodeChange = (action: CorporateAction): action is CodeChange => action.kind === 'code'

/** Whether an action takes effect after one instant and by another, both epoch milliseconds. */
export const isBetween = ({ exAt }: CorporateAction, after: number, until: number): boolean =>
  exAt > after && exAt <= until

/** '4:1': four new shares for one old share. */
export const ratioText = ({ to, from }: Split): string => `${to}:${from}`

/** A price of before a split in the shares of after it, to the nearest 1e-8. */
export const priceAfter = (before: Price, { to, from }: Split): Price => price(divide(before * from, to, 'near'))

/** How many present shares one share of an instant has become, as a fraction. */
export function sharesSince(actions: readonly CorporateAction[], instant: number, now: number) {
  let [to, from] = [1n, 1n]
  for (const action of actions) {
    if (!isSplit(action) || !isBetween(action, instant, now)) continue
    to *= action.to
    from *= action.from
  }
  return { to, from }
}

/** What a dividend was on one share of `now`: a split since then makes it another amount. */
export function amountIn(actions: readonly CorporateAction[], { amount, exAt }: Dividend, now: number): Price {
  const { to, from } = sharesSince(actions, exAt, now)
  return price(divide(amount * from, to, 'near'))
}

/** The dividends of an instant's last year on one present share: what a yield is computed from. */
export function dividendsOfYear(actions: readonly CorporateAction[], now: number): Price {
  const yearAgo = now - 365 * 86_400_000
  let sum = 0n
  for (const action of actions) {
    if (!isDividend(action) || !isBetween(action, yearAgo, now)) continue
    sum += amountIn(actions, action, now)
  }
  return price(sum)
}

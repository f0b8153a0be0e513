import {
  moneyScale,
  priceScale,
  quantityScale,
  type Money,
  type Price,
  type Quantity,
  type Value,
  type Percent,
} from '@mex/core/money/money.ts'

import { averageDecimals } from '#data/preferences.ts'
import { useLanguage } from '#text/use-text.ts'
import {
  currencySymbol,
  decimalsOfTick,
  formatChange,
  formatChangePercent,
  formatCompact,
  formatMoney,
  formatPercent,
  formatPrice,
  formatProfit,
  formatQuantity,
  unknown,
  type ChangeText,
} from '#text/format.ts'

/** Formatters for branded amounts. An unknown amount is '—', never zero. */
const at = (scale: number) => (raw: bigint | undefined) => (raw === undefined ? undefined : { raw, scale })
const ofMoney = at(moneyScale)
const ofPrice = at(priceScale)
const ofQuantity = at(quantityScale)
const ofPercent = at(2)

/** '$1,234.50'. */
export const moneyText = (amount: Money | undefined, currency: string): string => formatMoney(ofMoney(amount), currency)

/** '+$1,234.50' or '−$1,234.50': an amount that is received or paid. */
export const signedText = (amount: Money, currency: string): string =>
  amount > 0n ? `+${moneyText(amount, currency)}` : moneyText(amount, currency)

/** '$7,044.80': a value in the instrument's currency, rounded to cents for display. */
export const valueText = (worth: Value | undefined, currency: string): string => formatMoney(ofPrice(worth), currency)

/** '176.12', with the decimals of the instrument's tick. */
export const priceText = (price: Price | undefined, tick: Price): string =>
  formatPrice(ofPrice(price), decimalsOfPrice(tick))

/** '176.1283': an average price, with the extra decimals of the setting. */
export const averageText = (price: Price | undefined, tick: Price): string =>
  formatPrice(ofPrice(price), Math.min(decimalsOfPrice(tick) + Number(averageDecimals.get()), priceScale))

/** '$176.12', 'JPY 155.204': a price with its currency. */
export const pricedText = (price: Price | undefined, tick: Price, currency: string): string =>
  price === undefined ? unknown : `${currencySymbol(currency)}${priceText(price, tick)}`

/** The number of decimals of a price with this tick, for input fields. */
export const decimalsOfPrice = (tick: Price): number => decimalsOfTick({ raw: tick, scale: priceScale })

/** '120', '0.15'. With the lot, exactly as many decimals as it has. */
export function quantityText(quantity: Quantity | undefined, lot?: Quantity): string {
  const decimals = lot === undefined ? undefined : decimalsOfTick({ raw: lot, scale: quantityScale })
  return formatQuantity(ofQuantity(quantity), decimals)
}

/** '38.00%'. */
export const percentText = (percent: Percent | undefined): string => formatPercent(ofPercent(percent))

/** '+5.41' and its trend. */
export const changeText = (change: Price | undefined, tick: Price): ChangeText | undefined =>
  formatChange(ofPrice(change), decimalsOfPrice(tick))

/** '+3.17%' and its trend. */
export function changePercentText(ratio: Percent | undefined, change?: bigint): ChangeText | undefined {
  const text = formatChangePercent(ofPercent(ratio))
  // What rounds to nothing has the colour of the change that stands beside it.
  return text === undefined || ratio !== 0n || change === undefined || change === 0n
    ? text
    : { ...text, trend: change > 0n ? 'up' : 'down' }
}

/** '+$404.32' and its trend: profit or loss. */
export const profitText = (profit: Money | undefined, currency: string): ChangeText | undefined =>
  formatProfit(ofMoney(profit), currency)

/** '460.85K', '46.09万': volumes and large sums, in the language in use. */
export function useCompact(): (quantity: Quantity | undefined) => string {
  const language = useLanguage()
  return (quantity) => formatCompact(ofQuantity(quantity), language)
}

/** The initial text of a decimal field: '176.12', without grouping. */
export const fieldText = (price: Price, tick: Price): string => priceText(price, tick).replaceAll(',', '')

/**
 * The points of a sparkline as plain numbers, for drawing only: the daily closes up to the previous close, and the
 * last price. So the line agrees with the price and the change beside it, also when a tick has started a new day since
 * the closes were fetched.
 */
export function linePoints(closes: readonly Price[], last: Price, previousClose: Price): readonly number[] {
  const days = closes.slice(0, -1)
  return [...days, ...(days.at(-1) === previousClose ? [] : [previousClose]), last].map(Number)
}

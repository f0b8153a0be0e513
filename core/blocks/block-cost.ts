import type { Instrument } from '#market/instrument.ts'
import { divide } from '#money/decimal.ts'
import { price, quantity, type Money, type Price, type Quantity, type Rate } from '#money/money.ts'
import { blockCommissionMinIn } from '#trading/fees.ts'
import { marketBuffer, reserveOf, type OpeningTerms, type Reserve } from '#trading/reserve.ts'

const whole = 10n ** 12n

/** Rates and date of an acceptance: mids of the share's currency in the wallet's, and of USD in the share's. */
export type BlockRates = { readonly conversionRate: Rate; readonly dollarRate: Rate; readonly feeDate: string }

/** The price that the reserve of a block counts with (rulebook §22): the indicative price and a buffer. */
const bufferedPrice = (indicative: Price): Price => price(divide(indicative * (whole + marketBuffer), whole, 'ceil'))

type Reserved = { readonly terms: OpeningTerms; readonly commissionMin: Money; readonly reserve: Reserve }

/** What a block reserves at an indicative price: its value and a buffer of 2 %, and the fee of both. */
export function blockReserve(
  instrument: Pick<Instrument, 'market' | 'multiplier'>,
  units: Quantity,
  indicative: Price,
  { offer, conversionRate, dollarRate, feeDate }: BlockRates & { readonly offer: number },
): Reserved {
  const commissionMin = blockCommissionMinIn(dollarRate)
  const block = { offer, commissionMin }
  const terms: OpeningTerms = { side: 'buy', leverage: 1, conversionRate, feeDate, block }
  return { terms, commissionMin, reserve: reserveOf(instrument, terms, units, bufferedPrice(indicative)) }
}

/** The largest quantity in whole lots, up to another, of which the reserve can be paid. */
export function affordableBlock(most: Quantity, lot: Quantity, isPaid: (units: Quantity) => boolean): Quantity {
  let [paid, unpaid] = [0n, most / lot + 1n]
  while (unpaid - paid > 1n) {
    const middle = (paid + unpaid) / 2n
    if (isPaid(quantity(middle * lot))) paid = middle
    else unpaid = middle
  }
  return quantity(paid * lot)
}

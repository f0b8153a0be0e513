import type { Answer } from '@mex/contract/call.ts'
import type { calls } from '@mex/contract/areas.ts'
import { present } from '@mex/core/assert.ts'
import { marketDate } from '@mex/core/market/calendar.ts'
import { isFreshRate } from '@mex/core/money/conversion.ts'
import { feeTableOf } from '@mex/core/trading/fees.ts'
import { one, quantity, type Rate } from '@mex/core/money/money.ts'
import { largestQuantity, leverageChoices } from '@mex/core/trading/order-check.ts'
import { tickAt } from '@mex/core/market/ticks.ts'
import { feeRates } from '#areas/account/fees.ts'
import { isSoldBy, walletFor } from '@mex/core/market/products.ts'
import { walletCurrency } from '@mex/core/wallet/wallets.ts'
import type { Instrument, Source } from '@mex/core/market/instrument.ts'
import { nextNight } from '#areas/trading/overnight/overnight.ts'
import { isShortable } from '#areas/trading/under-offer.ts'
import type { Catalogue } from '#feeds/catalogue.ts'
import type { Feed } from '#feeds/feed.ts'
import type { MarketData } from './market-data.ts'
import type { Row } from './quote-board.ts'

/** The limits of an order (rulebook §13.2, §14.1, §18), from the rules that check it. */
export function conditionsView(
  { feed, catalogue }: MarketData,
  { instrument, quote }: Row,
  now: number,
  product: Source = instrument.source,
): Answer<typeof calls.market.conditions> {
  const { currency, lot, ticks, session, leverageCap, averageVolume } = instrument
  const source = isSoldBy(product, instrument) ? product : instrument.source
  const wallet = instrument.tradable ? walletFor({ source, market: instrument.market }) : undefined
  const conversionRateToUsd = freshRate(feed, currency, 'USD', now)
  const feeDate = marketDate(present(catalogue.calendars.get(session), `the calendar of ${instrument.key}`), now)
  const isPossible = wallet !== undefined && conversionRateToUsd !== undefined
  return {
    leastQuantity: lot,
    mostQuantity: isPossible
      ? largestQuantity(quote.ask, instrument, { conversionRateToUsd, quantityMax: undefined })
      : quantity(0n),
    lot,
    tick: tickAt(ticks, quote.last),
    ticks,
    leverageSteps: leverageChoices(instrument),
    leverageCap,
    shortable: isShortable(feed, instrument, now),
    feeRates: wallet === undefined ? [] : feeRates(feeTableOf(instrument), feeDate),
    averageVolume,
    conversionRate: wallet === undefined ? undefined : freshRate(feed, currency, walletCurrency[wallet], now),
    conversionRateToUsd,
    feeDate,
    night: wallet === undefined ? undefined : nightView(catalogue, instrument, now),
  }
}

function nightView(catalogue: Catalogue, instrument: Instrument, now: number) {
  const night = nextNight(catalogue, instrument, now)
  if (night === undefined) return undefined
  return { at: night.at, nights: night.nights, interest: night.interest, baseInterest: night.baseInterest }
}

/** A mid that may be used for conversion (rulebook §7.2); undefined if there is none or it is stale. */
function freshRate(feed: Feed, from: string, to: string, now: number): Rate | undefined {
  if (from === to) return one
  const mid = feed.conversionRate(from, to, now)
  return mid !== undefined && isFreshRate(mid.time, now) ? mid.rate : undefined
}

import type { Answer } from '@mex/contract/call.ts'
import type { calls } from '@mex/contract/areas.ts'
import type { Language } from '@mex/contract/language.ts'
import { textIn } from '@mex/contract/text.ts'
import {
  dividendsOfYear,
  isDividend,
  isSplit,
  ratioText,
  sharesSince,
  type CorporateAction,
} from '@mex/core/market/corporate-actions.ts'
import { divide } from '@mex/core/money/decimal.ts'
import { type Price, percent, type Percent } from '@mex/core/money/money.ts'
import { dayMilliseconds } from '@mex/core/time-zone.ts'
import { isShareMarket } from '@mex/core/market/instrument.ts'
import type { YearRange } from '@mex/core/market/quote.ts'
import { companyFigures, type CompanyFigures } from './company.ts'
import type { MarketData } from './market-data.ts'
import type { Row } from './quote-board.ts'

const unknown: { readonly [Name in keyof CompanyFigures]: undefined } = {
  marketCap: undefined,
  priceToEarnings: undefined,
  earningsPerShare: undefined,
}

/** The instant and language of a summary, and the past year. */
export type Told = { readonly language: Language; readonly now: number; readonly year: YearRange | undefined }

/** The summary of an instrument. Figures of companies are invented, as is everything in a simulated market. */
export function summaryView(
  { feed, catalogue, traditional }: MarketData,
  { instrument, quote }: Row,
  { language, now, year }: Told,
): Answer<typeof calls.market.summary> {
  const listing = catalogue.listing(instrument.key, now)
  const actions = feed.actions(instrument.key, now)
  const figures =
    listing !== undefined && isShareMarket(instrument.market)
      ? companyFigures(instrument, listing.basePrice, quote.last, sharesSince(actions, -Infinity, now))
      : undefined
  const { averageVolume, sector } = instrument
  return {
    profile: listing === undefined ? undefined : textIn(listing.profile, language, traditional),
    ...(figures ?? unknown),
    high52: year?.high,
    low52: year?.low,
    // Indices are not traded and have no volume.
    averageVolume: averageVolume > 0n ? averageVolume : undefined,
    sector: sector === undefined ? undefined : textIn(sector, language, traditional),
    website: undefined,
    dividendYield: isShareMarket(instrument.market) ? dividendYield(actions, quote.last, now) : undefined,
    ...actionsView(actions, instrument.currency, now),
    simulated: feed.mode === 'sim' || figures !== undefined,
  }
}

/** The dividends of the last year, of what a share costs now. */
function dividendYield(actions: readonly CorporateAction[], last: Price, now: number): Percent | undefined {
  return last > 0n ? percent(divide(dividendsOfYear(actions, now) * 10_000n, last, 'near')) : undefined
}

const shownMilliseconds = 3 * 365 * dayMilliseconds

/** What a share pays, has paid, and how it is split, the latest first. */
function actionsView(actions: readonly CorporateAction[], currency: string, now: number) {
  const shown = actions.filter(({ exAt }) => exAt > now - shownMilliseconds).toReversed()
  return {
    dividends: shown.filter(isDividend).map(({ exDate, exAt, amount }) => {
      return { exDate, exAt, amount, currency, status: exAt > now ? ('declared' as const) : ('paid' as const) }
    }),
    splits: shown.filter(isSplit).map((split) => {
      const { exDate, exAt } = split
      return { exDate, exAt, ratio: ratioText(split), status: exAt > now ? ('declared' as const) : ('done' as const) }
    }),
  }
}

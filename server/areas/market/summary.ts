import type { Answer } from '@mex/contract/call.ts'
import type { calls } from '@mex/contract/areas.ts'
import type { Language } from '@mex/contract/language.ts'
import { textIn } from '@mex/contract/text.ts'
import { isShareMarket } from '@mex/core/market/instrument.ts'
import type { YearRange } from '@mex/core/market/quote.ts'
import { companyFigures, type CompanyFigures } from './company.ts'
import type { MarketData } from './market-data.ts'
import type { Row } from './quote-board.ts'

const unknown: { readonly [Name in keyof CompanyFigures]: undefined } = {
  marketCap: undefined,
  priceToEarnings: undefined,
  earningsPerShare: undefined,
  dividendYield: undefined,
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
  const figures =
    listing !== undefined && isShareMarket(instrument.market)
      ? companyFigures(instrument, listing.basePrice, quote.last)
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
    simulated: feed.mode === 'sim' || figures !== undefined,
  }
}

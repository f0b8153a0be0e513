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
import { companyRatios, type ShareFacts } from '@mex/core/market/company-ratios.ts'
import { dayMilliseconds } from '@mex/core/time-zone.ts'
import { isShareMarket, type Instrument } from '@mex/core/market/instrument.ts'
import type { YearRange } from '@mex/core/market/quote.ts'
import type { Listing } from '#feeds/listing.ts'
import { companyFacts } from './company.ts'
import type { MarketData } from './market-data.ts'
import type { Row } from './quote-board.ts'

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
  const facts = factsOf(listing, instrument, actions, now)
  const { averageVolume, sector } = instrument
  return {
    profile: listing === undefined ? undefined : textIn(listing.profile, language, traditional),
    ...facts,
    ...companyRatios(quote.last, facts),
    high52: year?.high,
    low52: year?.low,
    // Indices are not traded and have no volume.
    averageVolume: averageVolume > 0n ? averageVolume : undefined,
    sector: sector === undefined ? undefined : textIn(sector, language, traditional),
    website: undefined,
    ...actionsView(actions, instrument.currency, now),
    simulated: feed.mode === 'sim' || facts.earningsPerShare !== undefined,
  }
}

const noFacts: ShareFacts = {
  sharesOutstanding: undefined,
  earningsPerShare: undefined,
  dividendPerShare: undefined,
}

/** What is known of one share. The dividends are those that the market really pays; the rest is invented. */
function factsOf(
  listing: Listing | undefined,
  instrument: Instrument,
  actions: readonly CorporateAction[],
  now: number,
): ShareFacts {
  if (!isShareMarket(instrument.market)) return noFacts
  const dividends = dividendsOfYear(actions, now)
  // A fund has no earnings, and its shares are made and redeemed every day.
  if (listing === undefined || listing.origin.kind === 'fund') return { ...noFacts, dividendPerShare: dividends }
  return companyFacts(instrument, {
    listedAt: listing.basePrice,
    shares: sharesSince(actions, -Infinity, now),
    dividends,
  })
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

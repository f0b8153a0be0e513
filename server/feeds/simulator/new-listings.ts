import type { Instrument } from '@mex/core/market/instrument.ts'
import { finalPrice, type NewIssue } from '@mex/core/offerings/new-issue.ts'
import { divide } from '@mex/core/money/decimal.ts'
import { quantity } from '@mex/core/money/money.ts'
import { isoDate, utcDay, type DayNumber } from '@mex/core/time-zone.ts'
import type { Catalogue } from '#feeds/catalogue.ts'
import { completeInstrument } from '#feeds/catalogue-listings.ts'
import { keepSnapshots } from '#feeds/keep-snapshots.ts'
import type { Listing } from '#feeds/listing.ts'
import type { DayKeys } from './day-secrets.ts'
import { firstRise, type DrawnIssue, type NewIssues } from './new-issues.ts'

/** The catalogue with the shares of new issues, from their listing on; those that have left again stay in it, like all others. */
export function withNewIssues(catalogue: Catalogue, issues: NewIssues, keys: DayKeys): Catalogue {
  const made = new Map<string, Listing>()

  function listingOf(issue: DrawnIssue, day: DayNumber): Listing {
    const ticks = catalogue.ticksOn(issue.market, day)
    const known = made.get(issue.instrument)
    if (known?.instrument.ticks === ticks) return known
    const listing = issueListing(issue, { ticks, rise: known?.issue?.rise ?? firstRise(keys, issue) })
    made.set(issue.instrument, listing)
    return listing
  }

  const at = keepSnapshots((now) => {
    const { from, until, listings: others, instruments } = catalogue.listedAt(now)
    const published = issues.published(now)
    const listed = published.filter(({ listsAt }) => listsAt <= now).map((issue) => listingOf(issue, utcDay(now)))
    const coming = published.map(({ listsAt }) => listsAt).filter((listsAt) => listsAt > now)
    return {
      from: Math.max(from, ...listed.map(({ issue }) => issue?.listsAt ?? from)),
      until: Math.min(until, ...coming),
      listings: new Map([...others, ...listed.map((each) => [each.instrument.key, each] as const)]),
      instruments: new Map([
        ...instruments,
        ...listed.map(({ instrument }): [string, Instrument] => [instrument.key, instrument]),
      ]),
    }
  })
  return {
    ...catalogue,
    listedAt: at,
    instrumentsAt: (now) => at(now).instruments,
    listing: (key, now) => at(now).listings.get(key),
  }
}

/** Shares that are traded on a day, of those that were issued. */
const turnover = 40n

/** Lots that are traded on a day at least, so that orders of several lots are small beside it (rulebook §14.1). */
const tradedLotsMin = 200n

/** The shares of an issue: in Hong Kong they are traded in the lots of the offer. */
export function sharesOfIssue(issue: NewIssue, ticks: Instrument['ticks']): Instrument {
  const { market, code, name, sector, venue, lot, totalShares } = issue
  const traded = divide(totalShares, turnover * lot, 'ceil')
  const averageVolume = quantity((traded > tradedLotsMin ? traded : tradedLotsMin) * lot)
  const lots = market === 'HK' ? { lot } : {}
  return completeInstrument({ market, code, name, sector, venue, ticks, averageVolume, shortable: false, ...lots })
}

function issueListing(
  issue: DrawnIssue,
  { ticks, rise }: { readonly ticks: Instrument['ticks']; readonly rise: number },
): Listing {
  const { sector, sectorKey, pathId, listsAt } = issue
  return {
    instrument: sharesOfIssue(issue, ticks),
    basePrice: finalPrice(issue),
    origin: { kind: 'equity', sector: sectorKey },
    group: sectorKey,
    profile: {
      en: `${sector.en} company that exists in this practice market alone, listed since ${isoDate(utcDay(listsAt))}. It may be taken over or leave the market, as real companies do.`,
      zh: `只存在于本练习市场的${sector.zh}公司，${isoDate(utcDay(listsAt))} 起上市。它可能像真实公司一样被收购或退市。`,
    },
    aliases: [],
    issue: { pathId, listsAt, rise },
  }
}

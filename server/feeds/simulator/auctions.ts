import { crossOf, type BookOrder, type Cross } from '@mex/core/auctions/cross.ts'
import { auctionCrossingAt, nextAuction, publishedAt, type Auction } from '@mex/core/auctions/schedule.ts'
import { sessionOn } from '@mex/core/market/calendar.ts'
import { isShareMarket } from '@mex/core/market/instrument.ts'
import { quantity, type Price, type Quantity } from '@mex/core/money/money.ts'
import { localDay, minuteMilliseconds, utcDay } from '@mex/core/time-zone.ts'
import type { AuctionFigures } from '#feeds/feed.ts'
import { drawBook } from './auction-book.ts'
import { drawChance, levels } from './chacha.ts'
import type { DayKeys } from './day-secrets.ts'
import { openDraws } from './draws.ts'
import { exponential } from './exponential.ts'
import type { Listed } from './listed.ts'
import type { MarketHours } from './market-hours.ts'
import { normal4096 } from './normal-tables.ts'
import { referenceOf } from './summary.ts'

/** The auctions of the simulated market (rulebook §23): what they match, and what is published of them before. */
export type Auctions = {
  /** The auction that an instrument has at exactly this instant. */
  readonly crossing: (listed: Listed, instant: number) => Auction | undefined
  /** The book of an auction whose price is the print of that instant. */
  readonly bookOf: (listed: Listed, auction: Auction, print: Price) => readonly BookOrder[]
  /** Undefined if the print is outside of the collar: then nothing is exchanged at it. */
  readonly crossOf: (listed: Listed, auction: Auction, print: Price) => Cross | undefined
  /** The figures that are in force at `now`; `last` is the price of an instant. */
  readonly figures: (listed: Listed, now: number, last: (instant: number) => Price) => AuctionFigures | undefined
}

/** The volume of a practice auction as a multiple of the usual size at the touch: about 1 % of a day. */
const practiceTouches = 20
const practiceDeviation = 0.35
/** The imbalance is a mean of so many minutes, and so large a share of the volume. */
const imbalanceMinutes = 8
const imbalanceShare = 0.12
const imbalanceMost = 0.45
/** What each 5 seconds add to the imbalance of a minute. */
const flicker = 0.35
/** The share of the volume that is in the book at the beginning of entry, and just before the cross. */
const [volumeAtFirst, volumeAtLast] = [0.06, 0.97]
/** Blocks of random bytes of one book. */
const blocksPerBook = 16
const slotMilliseconds = 5000

type Sources = { readonly keys: DayKeys; readonly hours: MarketHours; readonly practice: boolean }

export function openAuctions(keys: DayKeys, hours: MarketHours, { practice }: Pick<Sources, 'practice'>): Auctions {
  const sources: Sources = { keys, hours, practice }

  /** Only the shares of the US are sold in practice auctions. */
  const hasPractice = ({ instrument }: Listed): boolean => practice && instrument.market === 'US'

  function bookOf(listed: Listed, auction: Auction, print: Price): readonly BookOrder[] {
    const lots = lotsOf(sources, listed, auction)
    const imbalance = Math.floor(lots * imbalanceAt(sources, listed, auction.crossesAt))
    const draws = drawsOf(sources, listed, auction)
    // The first draw is the volume of a practice auction.
    draws.next()
    return drawBook(listed.instrument, { price: print, lots, imbalance }, draws)
  }

  return {
    bookOf,
    crossing(listed, instant) {
      const { market, session } = listed.instrument
      if (!isShareMarket(market) || instant % minuteMilliseconds !== 0) return undefined
      return auctionCrossingAt(hours.calendarOf(session), instant, hasPractice(listed))
    },
    crossOf(listed, auction, print) {
      const reference = referenceOf(listed, hours, auction.crossesAt)
      return crossOf(bookOf(listed, auction, print), reference.price, reference.isKnown)
    },
    figures(listed, now, last) {
      const { market, session, lot } = listed.instrument
      if (!isShareMarket(market)) return undefined
      const auction = nextAuction(hours.calendarOf(session), now, hasPractice(listed))
      const at = publishedAt(auction, now)
      if (at === undefined) return undefined
      const elapsed = (at - auction.opensAt) / (auction.crossesAt - auction.opensAt)
      const share = volumeAtFirst + (volumeAtLast - volumeAtFirst) * elapsed * elapsed * elapsed
      const lots = Math.max(1, Math.floor(lotsOf(sources, listed, auction) * share))
      const inShares = (count: number): Quantity => quantity(BigInt(count) * lot)
      const imbalance = inShares(Math.floor(lots * imbalanceAt(sources, listed, at)))
      return { publishedAt: at, price: last(at), volume: inShares(lots), imbalance }
    },
  }
}

const drawsOf = ({ keys }: Sources, listed: Listed, { crossesAt }: Auction) =>
  openDraws(keys, {
    day: utcDay(crossesAt),
    level: levels.auctionBooks,
    id: pathOf(listed),
    first: minuteOfDay(crossesAt) * blocksPerBook,
  })

/** The opening auction is part of the first minute's volume; that of a practice auction belongs to no session. */
function lotsOf(sources: Sources, listed: Listed, auction: Auction): number {
  const { course, instrument, usualLots } = listed
  if (!auction.isPractice) {
    const calendar = sources.hours.calendarOf(instrument.session)
    const session = sessionOn(calendar, localDay(calendar.zone, auction.crossesAt))
    return Math.max(1, session === undefined ? 0 : course.openingLots(session))
  }
  const normal = drawsOf(sources, listed, auction).normal()
  const factor = exponential(practiceDeviation * normal - (practiceDeviation * practiceDeviation) / 2)
  return Math.max(1, Math.floor(usualLots * practiceTouches * factor))
}

const words = new Uint32Array(16)

/** Independent of prices: a moving mean of draws of this minute and those before, so that it changes slowly. */
function imbalanceAt({ keys }: Sources, listed: Listed, instant: number): number {
  const minute = Math.floor(instant / minuteMilliseconds)
  let sum = 0
  for (let back = 0; back < imbalanceMinutes; back += 1) {
    const at = (minute - back) * minuteMilliseconds
    drawChance(keys.keyOf(utcDay(at)), levels.auctionFigures, pathOf(listed), minuteOfDay(at), words)
    sum += normalOf(words[0]!)
    if (back > 0) continue
    const slot = Math.floor((instant - at) / slotMilliseconds)
    sum += flicker * normalOf(words[1 + slot]!)
  }
  const share = (imbalanceShare * sum) / Math.sqrt(imbalanceMinutes)
  return Math.max(-imbalanceMost, Math.min(imbalanceMost, share))
}

const minuteOfDay = (instant: number): number => Math.floor(instant / minuteMilliseconds) % (24 * 60)

/** The path that sizes and volumes are drawn by, which every company has for itself; funds share that of what they follow. */
const pathOf = ({ priced: { blend, mark } }: Listed): number => blend.paths[mark]!.id

const normalOf = (word: number): number => normal4096[word & 4095]!

import { createHash } from 'node:crypto'
import { present } from '@mex/core/assert.ts'
import { blockQuantityMin, scheduleText, type BlockOffer, type BlockSale } from '@mex/core/blocks/block-offer.ts'
import { addBusinessDays, marketDay, sessionOn, type Calendar } from '@mex/core/market/calendar.ts'
import { isSplit, type CorporateAction } from '@mex/core/market/corporate-actions.ts'
import { shareMarkets, type Instrument, type ShareMarket } from '@mex/core/market/instrument.ts'
import type { Quote } from '@mex/core/market/quote.ts'
import { quantity, rate, type Quantity } from '@mex/core/money/money.ts'
import { dayMilliseconds, dayNumber, utcDay, type DayNumber } from '@mex/core/time-zone.ts'
import { signupGrant } from '@mex/core/wallet/wallets.ts'
import type { Catalogue } from '#feeds/catalogue.ts'
import type { BlockFeed } from '#feeds/feed.ts'
import { keepSnapshots } from '#feeds/keep-snapshots.ts'
import { levels } from './chacha.ts'
import type { DayKeys } from './day-secrets.ts'
import { openDraws, type Draws } from './draws.ts'

/** What the offers need to know of the market. Its prices know nothing of the offers. */
export type BlockSources = {
  readonly catalogue: Catalogue
  readonly keys: DayKeys
  readonly listings: { readonly instruments: (now: number) => ReadonlyMap<string, Instrument> }
  readonly quote: (key: string, now: number) => Quote | undefined
  readonly actions: (key: string, now: number) => readonly CorporateAction[]
  readonly conversionRate: (from: string, to: string, now: number) => { readonly rate: bigint } | undefined
}

/** The publication of the first offer of the first market. */
const firstDay = dayNumber('2026-01-05')
/** Days between two offers of a market. The next one is published before this one ends, so that one is always open. */
const offerDays = 2
const offsets: Readonly<Record<ShareMarket, number>> = { US: 0, HK: 1, MX: 0 }
const hour = 3_600_000
/** Hours for which an offer is open: at least, and how many more at most. */
const openHoursMin = 60
const openHoursMore = 24
/** No lock-up lasts so many offers of a market. */
const lockedOffersMax = 20

/** Per mille below the last price, shares in ten thousands, and trading days (rulebook §22, §31). */
const discounts = [10, 50] as const
const tenThousands = [10, 50] as const
const lockDays = [3, 10] as const

/** The part of the sign-up grant that the least quantity may cost at the publication: prices move until the offer ends. */
const affordablePart = 0.75
/** The buffer and the fees of the reserve, at most. */
const reserveFactor = 1.03

const between = (draws: Draws, [least, most]: readonly [number, number]): number =>
  least + Math.floor(draws.next() * (most - least + 1))

/**
 * The blocks of the simulated market (rulebook §22). The terms of an offer are drawn under the secret of the day of its
 * publication, its schedule under that of the day on which it ends: so nobody can know what will be left of an open offer, and
 * the revealed secrets prove it afterwards.
 */
export function openBlockOffers(sources: BlockSources): BlockFeed {
  const offers = new Map<string, BlockOffer>()
  const schedules = new Map<number, Schedule>()

  function offerOf(market: ShareMarket, number: number): BlockOffer {
    const name = `${market} ${number}`
    const known = offers.get(name) ?? drawOffer(sources, market, number)
    offers.set(name, known)
    return known
  }

  function scheduleOf(offer: BlockOffer): Schedule {
    const known = schedules.get(offer.id) ?? drawSchedule(sources.keys, offer)
    schedules.set(offer.id, known)
    return known
  }

  const current = keepSnapshots((now) => {
    const today = utcDay(now)
    const recent = shareMarkets.flatMap((market) => {
      const last = newestNumber(market, today)
      const first = Math.max(0, last - lockedOffersMax)
      return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => offerOf(market, first + index))
    })
    const unlocks = recent.map(({ unlocksAt }) => unlocksAt)
    return {
      from: Math.max(today * dayMilliseconds, ...unlocks.filter((at) => at <= now)),
      until: Math.min((today + 1) * dayMilliseconds, ...unlocks.filter((at) => at > now)),
      offers: recent.filter(({ unlocksAt }) => unlocksAt > now).toSorted((one, other) => one.id - other.id),
    }
  })

  return {
    blockOffers: (now) => current(now).offers,
    blockOffer(id, now) {
      const market = shareMarkets[(id - 1) % shareMarkets.length]
      const number = Math.floor((id - 1) / shareMarkets.length)
      if (market === undefined || number < 0 || publicationDay(market, number) * dayMilliseconds > now) return undefined
      return offerOf(market, number)
    },
    blockSales: (offer, now) => scheduleOf(offer).sales.filter(({ at }) => at <= now),
    blockNonce: (offer, now) => (now < offer.endsAt ? undefined : scheduleOf(offer).nonce),
  }
}

const publicationDay = (market: ShareMarket, number: number): DayNumber =>
  firstDay + offsets[market] + number * offerDays

/** The number of the newest offer of a market; below zero before the first. */
const newestNumber = (market: ShareMarket, today: DayNumber): number =>
  Math.floor((today - publicationDay(market, 0)) / offerDays)

function drawOffer(sources: BlockSources, market: ShareMarket, number: number): BlockOffer {
  const { catalogue, keys } = sources
  const day = publicationDay(market, number)
  const place = shareMarkets.indexOf(market)
  const draws = openDraws(keys, { day, level: levels.blocks, id: place })
  const publishedAt = day * dayMilliseconds
  const discount = rate(BigInt(between(draws, discounts)) * 10n ** 9n)
  const total = quantity(BigInt(between(draws, tenThousands)) * blockQuantityMin)
  const days = between(draws, lockDays)
  const endsAt = publishedAt + (openHoursMin + Math.floor(draws.next() * (openHoursMore + 1))) * hour
  const calendar = calendarOf(catalogue, sources.listings.instruments(publishedAt), market)
  const unlockDay = addBusinessDays(calendar, marketDay(calendar, endsAt), days)
  const unlocksAt = present(sessionOn(calendar, unlockDay), 'the session of the unlock').open
  const { key: instrument, lot } = drawShare(sources, draws, market, {
    publishedAt,
    unlocksAt,
    group: number % groups,
  })
  const terms = {
    id: number * shareMarkets.length + place + 1,
    instrument,
    market,
    discount,
    total,
    lot,
    lockDays: days,
    publishedAt,
    endsAt,
    unlocksAt,
  }
  const { nonce, sales } = drawSchedule(keys, terms)
  return { ...terms, scheduleHash: createHash('sha256').update(scheduleText(nonce, sales)).digest('hex') }
}

function calendarOf(
  { calendars }: Catalogue,
  instruments: ReadonlyMap<string, Instrument>,
  market: ShareMarket,
): Calendar {
  const share = [...instruments.values()].find((instrument) => instrument.market === market)
  return present(calendars.get(present(share, `a share of ${market}`).session), `the calendar of ${market}`)
}

/**
 * A share that is cheap enough, and for which no split is declared that takes effect before the lock-up is over. Only of companies that
 * cannot be taken over or delisted: from such a declaration on the price stands still, and the discount would be free of risk.
 */
function drawShare(
  { catalogue, listings, quote, actions, conversionRate }: BlockSources,
  draws: Draws,
  market: ShareMarket,
  { publishedAt, unlocksAt, group }: Pick<BlockOffer, 'publishedAt' | 'unlocksAt'> & { readonly group: number },
): Instrument {
  const shares = [...listings.instruments(publishedAt).values()]
    .filter((share) => share.market === market && share.tradable && blockQuantityMin % share.lot === 0n)
    .filter(({ key }) => {
      const fixed = catalogue.fixed.get(key)
      return fixed?.origin.kind === 'equity' && fixed.invented === undefined
    })
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
  const interrupts = (action: CorporateAction): boolean =>
    isSplit(action) && action.exAt > publishedAt && action.exAt <= unlocksAt
  const currency = present(shares[0], `a share of ${market}`).currency
  const priceMax = priceMaxOf(
    currency === 'MXN'
      ? 1
      : Number(present(conversionRate(currency, 'MXN', publishedAt), `the rate of ${currency}`).rate) / 1e12,
  )
  const priceOf = (share: Instrument): number => Number(quote(share.key, publishedAt)?.last ?? Infinity) / 1e8
  // Quotes are costly: most shares cost far more than the limit, and the level of their prices tells.
  const likely = shares.filter(
    ({ key }) => Number(catalogue.listing(key, publishedAt)?.basePrice ?? 0n) / 1e8 < priceMax * 1.5,
  )
  // Three groups of shares take turns, so that hardly any share has two offers at a time.
  const own = likely.filter(({ code }) => groupOf(code) === group)
  const others = likely.filter(({ code }) => groupOf(code) !== group)
  for (const left of [own, others])
    while (left.length > 0) {
      const [share] = left.splice(Math.floor(draws.next() * left.length), 1)
      if (share !== undefined && priceOf(share) <= priceMax && !actions(share.key, publishedAt).some(interrupts))
        return share
    }
  return present(shares.toSorted((one, other) => priceOf(one) - priceOf(other))[0], `a share of ${market}`)
}

const groups = 3
const groupOf = (code: string): number => Buffer.from(code).reduce((sum, byte) => sum + byte, 0) % groups

/** The price at which the least quantity is affordable with the sign-up grant, by the value of the currency in MXN. */
function priceMaxOf(pesos: number): number {
  const grant = present(
    signupGrant.find(({ wallet }) => wallet === 'STOCK'),
    'the grant of blocks',
  ).amount
  return ((Number(grant) / 100) * affordablePart) / (reserveFactor * pesos * Number(blockQuantityMin / 10n ** 8n))
}

type Schedule = { readonly nonce: string; readonly sales: readonly BlockSale[] }

/** Sales of an offer: how many, at least and at most. */
const saleCounts = [8, 24] as const
/** How much of an offer is asked for: where it is more than there is, the offer sells out before its end. */
const askedParts = [0.55, 1.2] as const
const stepMin = 1000

/**
 * How an offer is sold to invented counterparties. Until the next one is published, a tenth is left at least, so that somebody can
 * always buy; after that it may sell out.
 */
function drawSchedule(
  keys: DayKeys,
  { id, total, lot, publishedAt, endsAt }: Omit<BlockOffer, 'scheduleHash'>,
): Schedule {
  const draws = openDraws(keys, { day: utcDay(endsAt), level: levels.blockSchedules, id })
  const nonce = draws.bytes()
  const asked = askedParts[0] + (askedParts[1] - askedParts[0]) * draws.next()
  const wishes = Array.from({ length: between(draws, saleCounts) }, () => {
    const at = publishedAt + Math.floor(draws.next() * (endsAt - publishedAt))
    return { at, weight: 0.2 + draws.next() }
  }).toSorted((one, other) => one.at - other.at)
  const weights = wishes.reduce((sum, { weight }) => sum + weight, 0)
  const whole = (shares: Quantity): number => Number(shares / 10n ** 8n)
  const step = Math.max(stepMin, whole(lot))
  const least = whole(blockQuantityMin)
  const guaranteedUntil = publishedAt + offerDays * dayMilliseconds
  const sales: BlockSale[] = []
  let left = whole(total)
  for (const { at, weight } of wishes) {
    const wanted = Math.ceil((whole(total) * asked * weight) / weights / step) * step
    const kept = at <= guaranteedUntil ? Math.max(least, whole(total) / 10) : 0
    const after = Math.max(kept, left - wanted)
    // Nobody could buy what is less than a block.
    const rest = after < least ? 0 : after
    if (rest < left) sales.push({ at, shares: quantity(BigInt(left - rest) * 10n ** 8n) })
    left = rest
  }
  return { nonce, sales }
}

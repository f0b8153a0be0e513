import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import {
  blockPrice,
  blockQuantityMax,
  blockQuantityMin,
  isOpenBlock,
  remainingAt,
  type BlockOffer,
} from '@mex/core/blocks/block-offer.ts'
import { blockReserve } from '@mex/core/blocks/block-cost.ts'
import { isRemoval, isSplit, type Split } from '@mex/core/market/corporate-actions.ts'
import { isBusinessDay, marketDay } from '@mex/core/market/calendar.ts'
import { shareMarkets } from '@mex/core/market/instrument.ts'
import { one, type Rate } from '@mex/core/money/money.ts'
import { dayMilliseconds } from '@mex/core/time-zone.ts'
import { signupGrant } from '@mex/core/wallet/wallets.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import type { DrawnFeed } from '#feeds/drawn.ts'
import { openBlockOffers } from './block-offers.ts'
import { openDaySecrets, type DayKeys } from './day-secrets.ts'
import { modelVersion, openSimulatedFeed } from './simulated-feed.ts'

const catalogue = openCatalogue()
const hour = 3_600_000
const from = Date.parse('2026-03-01')
const until = Date.parse('2027-03-01')
const opened = (seed: string): DrawnFeed =>
  openSimulatedFeed({ keys: openDaySecrets(Buffer.from(seed), modelVersion), catalogue, practiceHours: true })

let feed: DrawnFeed
/** All offers of the year. */
let offers: readonly BlockOffer[]
before(() => {
  feed = opened('blocks')
  const found = new Map<number, BlockOffer>()
  for (let at = from; at < until; at += dayMilliseconds)
    for (const offer of feed.blockOffers(at)) found.set(offer.id, offer)
  offers = [...found.values()].filter(({ publishedAt }) => publishedAt >= from)
})

const grant = present(
  signupGrant.find(({ wallet }) => wallet === 'STOCK'),
  'the grant',
).amount

const midOf = (base: string, to: string, at: number): Rate =>
  base === to ? one : present(feed.conversionRate(base, to, at), 'a rate').rate

/** What the least quantity reserves at an instant. */
function costOf(offer: BlockOffer, at: number): bigint {
  const instrument = present(feed.instruments(at).get(offer.instrument), offer.instrument)
  const quote = present(feed.quote(offer.instrument, at), `a quote of ${offer.instrument}`)
  const rates = {
    offer: offer.id,
    conversionRate: midOf(instrument.currency, 'MXN', at),
    dollarRate: midOf('USD', instrument.currency, at),
    feeDate: '2026-11-20',
  }
  return blockReserve(instrument, blockQuantityMin, blockPrice(offer, instrument.ticks, quote.last), rates).reserve
    .total
}

describe('over a year, weekends and holidays included', () => {
  test('each market always has an open block that a newcomer can buy in full', () => {
    const counts = new Set<number>()
    for (let at = from; at < until; at += 5 * hour) {
      const open = feed.blockOffers(at).filter((offer) => isOpenBlock(offer, at))
      counts.add(open.length)
      for (const market of shareMarkets) {
        const buyable = open.filter(
          (offer) =>
            offer.market === market &&
            remainingAt(offer, feed.blockSales(offer, at), at) >= blockQuantityMin &&
            costOf(offer, at) <= grant,
        )
        assert.ok(buyable.length > 0, `${market} at ${new Date(at).toISOString()}`)
      }
    }
    assert.ok(Math.min(...counts) >= 3 && Math.max(...counts) <= 6, [...counts].join())
  })

  test('the terms are those of the rulebook', () => {
    assert.ok(offers.length > 500)
    for (const offer of offers) {
      const { discount, total, lockDays, publishedAt, endsAt, unlocksAt, market } = offer
      assert.ok(discount >= 10n ** 10n && discount <= 5n * 10n ** 10n, `${discount}`)
      assert.ok(total >= 10n * blockQuantityMin && lockDays >= 3 && lockDays <= 10)
      assert.ok(blockQuantityMax(offer) >= blockQuantityMin && blockQuantityMax(offer) * 10n <= total)
      assert.equal(blockQuantityMin % offer.lot, 0n)
      const share = present(feed.instruments(publishedAt).get(offer.instrument), offer.instrument)
      assert.ok(share.tradable && share.market === market)
      const declared = feed.actions(offer.instrument, publishedAt)
      assert.ok(!declared.some((each) => isSplit(each) && each.exAt > publishedAt && each.exAt <= unlocksAt))
      assert.ok(endsAt - publishedAt >= 60 * hour && endsAt - publishedAt <= 84 * hour)
      const calendar = present(catalogue.calendars.get(share.session), 'a calendar')
      assert.ok(isBusinessDay(calendar, marketDay(calendar, unlocksAt)))
      assert.ok(unlocksAt - endsAt > (lockDays - 1) * dayMilliseconds)
    }
    for (const market of shareMarkets) {
      const shares = new Set(offers.filter((offer) => offer.market === market).map(({ instrument }) => instrument))
      assert.ok(shares.size >= 5, `${market}: ${[...shares].join()}`)
    }
  })

  test('no removal is declared before a block can be sold: its price would stand still, and the discount be free of risk', () => {
    for (const { id, instrument, unlocksAt } of offers)
      assert.ok(!feed.actions(instrument, unlocksAt).some(isRemoval), `${id} ${instrument}`)
  })

  test('what is left falls to a tenth before the next offer, and some sell out after it', () => {
    let soldOut = 0
    for (const offer of offers) {
      const sales = feed.blockSales(offer, offer.endsAt)
      assert.ok(sales.every(({ at, shares }) => shares > 0n && at >= offer.publishedAt && at < offer.endsAt))
      const next = offer.publishedAt + 2 * dayMilliseconds
      assert.ok(remainingAt(offer, sales, next) * 10n >= offer.total)
      const last = remainingAt(offer, sales, offer.endsAt)
      assert.ok(last === 0n || last >= blockQuantityMin, `${last}`)
      assert.equal(last % offer.lot, 0n)
      if (last === 0n) soldOut += 1
    }
    assert.ok(soldOut > offers.length / 20 && soldOut < offers.length / 2, `${soldOut} of ${offers.length}`)
  })
})

test('an instant knows of sales, offers and nonces only what has happened', () => {
  const offer = present(offers[40], 'an offer')
  const all = feed.blockSales(offer, offer.endsAt)
  for (const [index, { at }] of all.entries()) {
    assert.equal(feed.blockSales(offer, at - 1).length, index)
    assert.equal(feed.blockSales(offer, at).length, index + 1)
  }
  assert.equal(feed.blockOffer(offer.id, offer.publishedAt - 1), undefined)
  assert.ok(!feed.blockOffers(offer.publishedAt - 1).some(({ id }) => id === offer.id))
  assert.deepEqual(feed.blockOffer(offer.id, offer.publishedAt), offer)
  assert.ok(feed.blockOffers(offer.unlocksAt - 1).some(({ id }) => id === offer.id))
  assert.ok(!feed.blockOffers(offer.unlocksAt).some(({ id }) => id === offer.id))
  assert.equal(feed.blockNonce(offer, offer.endsAt - 1), undefined)
  assert.match(present(feed.blockNonce(offer, offer.endsAt), 'a nonce'), /^[0-9a-f]{64}$/)
  assert.equal(feed.blockOffer(0, until), undefined)
  assert.equal(feed.blockOffer(10 ** 9, until), undefined)
})

test('the schedule of an offer that has ended hashes to what was published with it', () => {
  for (const offer of offers.slice(0, 50)) {
    const lines = feed.blockSales(offer, offer.endsAt).map(({ at, shares }) => `${at}:${shares / 100_000_000n}\n`)
    const text = `${present(feed.blockNonce(offer, offer.endsAt), 'a nonce')}\n${lines.join('')}`
    assert.equal(createHash('sha256').update(text).digest('hex'), offer.scheduleHash)
  }
})

test('the same secrets give the same offers in any order, and others give others', () => {
  const again = opened('blocks')
  for (const offer of offers.toReversed().slice(0, 60)) assert.deepEqual(again.blockOffer(offer.id, until), offer)
  const others = opened('other blocks')
  const same = offers.filter((offer) => {
    const other = others.blockOffer(offer.id, until)
    return other?.instrument === offer.instrument && other.discount === offer.discount && other.total === offer.total
  })
  assert.ok(same.length < 3)
})

test('the secrets until the end of an offer draw it and its schedule, and those until its publication do not', () => {
  const offer = present(offers[100], 'an offer')
  const secrets = openDaySecrets(Buffer.from('blocks'), modelVersion)
  const knownUntil = (end: number): DayKeys => ({
    keyOf(day) {
      assert.ok(day * dayMilliseconds < end, 'a secret of later')
      return secrets.keyOf(day)
    },
  })
  const drawnBy = (end: number): BlockOffer | undefined =>
    openSimulatedFeed({ keys: knownUntil(end), catalogue, practiceHours: true }).blockOffer(offer.id, until)
  assert.deepEqual(drawnBy(offer.endsAt), offer)
  assert.throws(() => drawnBy(offer.publishedAt + dayMilliseconds), /a secret of later/)
})

test('a share with a split that takes effect before the unlock is not offered', () => {
  const offer = present(offers[30], 'an offer')
  const instrumentWith = (exAt: number): string | undefined => {
    const exDate = new Date(exAt).toISOString().slice(0, 10)
    const split: Split = { kind: 'split', declaredAt: offer.publishedAt, exAt, exDate, to: 4n, from: 1n }
    const actions = (key: string, now: number) => [
      ...feed.actions(key, now),
      ...(key === offer.instrument ? [split] : []),
    ]
    const keys = openDaySecrets(Buffer.from('blocks'), modelVersion)
    const drawn = openBlockOffers({ ...feed, catalogue, keys, listings: feed, actions })
    return drawn.blockOffer(offer.id, until)?.instrument
  }
  assert.equal(instrumentWith(offer.unlocksAt + 1), offer.instrument)
  assert.equal(instrumentWith(offer.publishedAt), offer.instrument)
  assert.notEqual(instrumentWith(offer.unlocksAt), offer.instrument)
})

test('what is current does not change by looking at other times', () => {
  const at = from + 90 * dayMilliseconds + 7 * hour
  const first = feed.blockOffers(at)
  for (const other of [at + 40 * dayMilliseconds, at - 40 * dayMilliseconds, from]) feed.blockOffers(other)
  assert.deepEqual(feed.blockOffers(at), first)
  assert.equal(feed.blockOffers(at), feed.blockOffers(at + 1))
  assert.deepEqual(feed.blockOffers(Date.parse('2025-12-01')), [])
})

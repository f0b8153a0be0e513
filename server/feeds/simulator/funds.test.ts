import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { dividendsOfYear, isDividend, isSplit } from '@mex/core/market/corporate-actions.ts'
import { dayMilliseconds } from '@mex/core/time-zone.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import { openDaySecrets } from './day-secrets.ts'
import { logarithm } from './exponential.ts'
import { netYield } from './funds.ts'
import { openModel } from './model.ts'
import { modelVersion, openSimulatedFeed } from './simulated-feed.ts'

const catalogue = openCatalogue()
const secrets = openDaySecrets(Buffer.from('funds'), modelVersion)
const feed = openSimulatedFeed({ keys: secrets, catalogue, practiceHours: true })
const now = Date.parse('2026-11-20T15:00:00Z')
const interest = 0.04

const funds = [...catalogue.fixed.values()].flatMap(({ instrument, origin, basePrice }) =>
  origin.kind === 'fund' ? [{ instrument, origin, basePrice }] : [],
)
const midOf = (key: string, at: number): number => {
  const { bid, ask } = present(feed.quote(key, at), key)
  return Number(bid + ask) / 2e8
}
/** Trading hours of the exchanges, a month apart, in which no dividend of these funds is near. */
const months = Array.from({ length: 12 }, (_, index) => now - (index + 1) * 30 * dayMilliseconds)

describe('funds', () => {
  it('are at least thirty, of every share market, and need no path of their own', () => {
    assert.ok(funds.length >= 30, `${funds.length}`)
    assert.deepEqual(new Set(funds.map(({ instrument }) => instrument.market)), new Set(['US', 'HK', 'MX']))
    const model = openModel(catalogue)
    const shared = new Set(
      openModel({ ...catalogue, fixed: withoutFunds() })
        .paths()
        .map(({ id }) => id),
    )
    for (const { instrument } of funds) {
      const { blend } = present(model.pricedOf(present(catalogue.fixed.get(instrument.key), 'a fund')), 'its price')
      for (const { id } of blend.paths) assert.ok(shared.has(id), instrument.key)
    }
  })

  it('keep to their index: apart by less than the dividends of a payment and the fees', () => {
    let followed = 0
    for (const { instrument, origin, basePrice } of funds) {
      if (origin.follows.kind !== 'index') continue
      const { key } = origin.follows
      const scale = Number(present(catalogue.fixed.get(key), key).basePrice) / Number(basePrice)
      for (const at of months) {
        const split = feed.actions(instrument.key, at).filter((action) => isSplit(action) && action.exAt <= at)
        if (split.length > 0) continue
        const apart = logarithm((midOf(instrument.key, at) * scale) / midOf(key, at))
        const spread = 0.002 + 0.02 / midOf(instrument.key, at)
        assert.ok(Math.abs(apart) <= Math.max(0.035, netYield(origin)) + spread, `${instrument.key} is off by ${apart}`)
        followed += 1
      }
    }
    assert.ok(followed > 100, `${followed}`)
  })

  it('pay what is left of the dividends after the fee, and nothing where the fee is more', () => {
    const paying = { yes: 0, no: 0 }
    for (const { instrument, origin } of funds) {
      const net = netYield(origin)
      const actions = feed.actions(instrument.key, now)
      const paid = Number(dividendsOfYear(actions, now)) / 1e8 / midOf(instrument.key, now)
      if (net <= 0) {
        assert.deepEqual(actions.filter(isDividend), [], instrument.key)
        paying.no += 1
        continue
      }
      // Dividends are whole cents of the price at the declaration.
      assert.ok(paid > net * 0.6 - 0.004 && paid < net * 1.7 + 0.004, `${instrument.key} paid ${paid} of ${net}`)
      paying.yes += 1
    }
    assert.ok(paying.yes > 30 && paying.no > 0, JSON.stringify(paying))
  })

  it('held against the future of their index earn no more than the base rate', () => {
    for (const [fund, product] of [
      ['US:SPY', 'ES'],
      ['US:VOO', 'ES'],
      ['US:QQQ', 'NQ'],
      ['US:DIA', 'YM'],
      ['US:IWM', 'RTY'],
    ] as const)
      for (const from of months) {
        const future = present(
          catalogue
            .futuresListedAt(from)
            .find(
              ({ instrument: { contract } }) =>
                contract?.product === product && contract.lastTrade > from + 60 * dayMilliseconds,
            ),
          product,
        ).instrument.key
        const until = from + 45 * dayMilliseconds
        const actions = feed.actions(fund, until)
        if (actions.some((action) => isSplit(action) && action.exAt > from && action.exAt <= until)) continue
        const dividends = actions.filter((action) => isDividend(action) && action.exAt > from && action.exAt <= until)
        const paid = dividends.reduce((sum, action) => sum + Number(isDividend(action) ? action.amount : 0n) / 1e8, 0)
        const held = logarithm((midOf(fund, until) + paid) / midOf(fund, from))
        const sold = logarithm(midOf(future, until) / midOf(future, from))
        const base = (interest * 45) / 365
        assert.ok(held - sold < base + 0.0005, `${fund} against ${future} from ${from}: ${held - sold} above ${base}`)
        // Nor does the other direction: who sells the fund short pays its dividends.
        assert.ok(held - sold > 0, `${fund} against ${future} from ${from}: ${held - sold}`)
      }
  })

  it('have quotes that are recomputed by their id, and no offer and no results', () => {
    for (const { instrument } of funds) {
      const quote = present(feed.quote(instrument.key, now), instrument.key)
      const { phase: _, ...told } = quote
      const { phase: __, ...again } = present(feed.quoteById(quote.id, now), quote.id)
      assert.deepEqual(again, told)
      assert.ok(quote.bid < quote.ask && quote.bidSize > 0n && quote.askSize > 0n, instrument.key)
      assert.deepEqual(feed.resultsDays(instrument.key, Math.floor(now / dayMilliseconds) + 365, now), [])
    }
    const keys = new Set(funds.map(({ instrument }) => instrument.key))
    for (const at of months) {
      for (const offer of feed.blockOffers(at)) assert.ok(!keys.has(offer.instrument), offer.instrument)
      for (const offer of feed.placings(at)) assert.ok(!keys.has(offer.instrument), offer.instrument)
    }
  })
})

const withoutFunds = () => new Map([...catalogue.fixed].filter(([, { origin }]) => origin.kind !== 'fund'))

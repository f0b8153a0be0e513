import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isCodeChange, isRemoval, type CodeChange, type Removal } from '@mex/core/market/corporate-actions.ts'
import { dayMilliseconds, minuteMilliseconds } from '@mex/core/time-zone.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import type { DrawnFeed } from '#feeds/drawn.ts'
import { openDaySecrets } from './day-secrets.ts'
import { exponential } from './exponential.ts'
import { modelVersion, openSimulatedFeed } from './simulated-feed.ts'

const catalogue = openCatalogue()
const open = (seed: number, practiceHours = true): DrawnFeed =>
  openSimulatedFeed({ keys: openDaySecrets(Buffer.from(`companies ${seed}`), modelVersion), catalogue, practiceHours })
const invented = [...catalogue.fixed.values()].filter(({ invented }) => invented !== undefined)
const keys = invented.map(({ instrument }) => instrument.key)
const now = Date.parse('2029-06-01T15:00Z')
const feeds = Array.from({ length: 4 }, (_, seed) => open(seed))
const found = feeds.flatMap((feed) =>
  keys.flatMap((key) => feed.actions(key, now).map((action) => ({ feed, key, action }))),
)
type Of<Action> = { readonly feed: DrawnFeed; readonly key: string; readonly action: Action }
const removals = found.filter((row): row is Of<Removal> => isRemoval(row.action))
const gone = removals.filter(({ action }) => action.exAt < now)
const changes = found.filter((row): row is Of<CodeChange> => isCodeChange(row.action) && row.action.exAt < now)
const last = (feed: DrawnFeed, key: string, instant: number): number => Number(feed.quote(key, instant)!.last) / 1e8

describe('invented companies', () => {
  it('alone leave the market or get another code, and some do in three years', () => {
    assert.ok(gone.some(({ action }) => action.reason === 'merger'))
    assert.ok(gone.some(({ action }) => action.reason === 'delisting'))
    assert.ok(changes.length > 0)
    for (const feed of feeds)
      for (const key of feed.instruments(now).keys()) {
        // New issues are invented too; they have tests of their own.
        if (keys.includes(key) || !catalogue.fixed.has(key)) continue
        assert.ok(
          feed.actions(key, now).every((action) => !isRemoval(action) && !isCodeChange(action)),
          key,
        )
      }
  })

  it('say so four weeks ahead, and nobody knows before', () => {
    for (const { feed, key, action } of [...gone, ...changes]) {
      assert.ok(action.exAt - action.declaredAt > 23 * dayMilliseconds, key)
      const told = (at: number) =>
        feed.actions(key, at).some(({ kind, exAt }) => kind === action.kind && exAt === action.exAt)
      assert.deepEqual([told(action.declaredAt - 1), told(action.declaredAt)], [false, true], key)
    }
  })

  it('have no other action while they leave', () => {
    for (const { feed, key, action } of gone) {
      const others = feed.actions(key, now).filter(({ kind }) => kind !== 'removal' && kind !== 'code')
      assert.ok(
        others.every(({ exAt }) => exAt < action.declaredAt),
        key,
      )
    }
  })
})

describe('a share that leaves', () => {
  it('costs the present value of its final price from the declaration on, and about as much more or less before', () => {
    for (const { feed, key, action } of gone) {
      const final = Number(action.price) / 1e8
      const { currency } = feed.instruments(action.declaredAt).get(key)!
      const interest = Number(catalogue.currencies.get(currency)!.interest!) / 1e12
      for (let at = action.declaredAt; at < action.exAt; at += 7.3 * dayMilliseconds) {
        const present = final * exponential((-interest * (action.exAt - at)) / (365 * dayMilliseconds))
        // A tick of a cheap Hong Kong share is half a per cent.
        assert.ok(Math.abs(last(feed, key, at) / present - 1) < 0.006, `${key} ${last(feed, key, at)} ${present}`)
      }
      const step = final / last(feed, key, action.declaredAt - minuteMilliseconds)
      const [least, most] = action.reason === 'merger' ? [1.14, 1.42] : [0.59, 0.86]
      assert.ok(step > least && step < most, `${key} ${action.reason} ${step}`)
    }
  })

  it('is listed until then; its page, its last quote and its chart stay', () => {
    for (const { feed, key, action } of gone) {
      const { exAt } = action
      assert.ok(feed.instruments(exAt - 1).has(key) && !feed.removed(exAt - 1).has(key))
      assert.ok(!feed.instruments(exAt).has(key) && feed.removed(exAt).has(key))
      assert.equal(feed.ended(key, exAt - 1), undefined)
      assert.deepEqual(feed.ended(key, exAt), feed.removed(exAt).get(key))
      assert.equal(feed.ended(key, exAt)?.tradable, false)
      const [before, after] = [feed.quote(key, exAt - 1)!, feed.quote(key, exAt + 40 * dayMilliseconds)!]
      assert.deepEqual(after, { ...before, phase: 'closed' })
      assert.deepEqual(feed.bars(key, '1D', now, 30, now), feed.bars(key, '1D', exAt - 1, 30, exAt - 1))
      assert.deepEqual(feed.day(key, now), feed.day(key, exAt - 1))
    }
  })

  it('has bars without gaps and without moves of its own while it waits', () => {
    for (const { feed, key, action } of gone) {
      const bars = feed.bars(key, '1D', action.exAt - 1, 15, action.exAt - 1)
      assert.equal(bars.length, 15)
      for (const { low, high, open: first, close } of bars.slice(1)) {
        assert.ok(low <= first && low <= close && high >= first && high >= close, key)
        assert.ok(Number(high) / Number(low) < 1.011, `${key} ${low} ${high}`)
      }
    }
  })

  it('is the same one with real hours', () => {
    for (const { key, action } of gone.filter(({ feed }) => feed === feeds[0])) {
      const real = open(0, false)
      const same = real.actions(key, now).find(isRemoval)
      assert.deepEqual([same?.reason, same?.exDate], [action.reason, action.exDate])
      assert.ok(!real.instruments(action.exAt + dayMilliseconds).has(key))
    }
  })
})

describe('a new code', () => {
  it('is that of the listing from its first day on, with the same price and chart', () => {
    for (const { feed, key, action } of changes.filter(({ feed, key }) => feed.instruments(now).has(key))) {
      const codeAt = (at: number) => feed.instruments(at).get(key)?.code
      assert.deepEqual([codeAt(action.exAt - 1), codeAt(action.exAt)], [action.from, action.to])
      const closes = feed.bars(key, '1D', action.exAt + 5 * dayMilliseconds, 10, action.exAt + 5 * dayMilliseconds)
      assert.equal(closes.length, 10)
      assert.equal(feed.quote(key, action.exAt)?.key, key)
    }
  })
})

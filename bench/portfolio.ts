import { monitorEventLoopDelay } from 'node:perf_hooks'
import { calls } from '@mex/contract/areas.ts'
import { quantityOf } from '@mex/core/money/money.ts'
import type { Person } from '@mex/world/person.ts'
import { openWorld } from '@mex/world/world.ts'
import type { Measurement } from './measurement.ts'
import { median } from './statistics.ts'

const people = 6
/** A session ends after 7 days without a call, and after 30 days anyway (core/settings.ts). */
const daysBetweenCalls = 2
const days = 28
const rounds = 25
const shares = ['AAPL', 'MSFT', 'NVDA', 'AMZN', 'META', 'TSLA', 'KO', 'JPM', 'XOM', 'WMT'] as const

/** Milliseconds that a curve of three months took. */
async function taken(person: Person, benchmark: 'NONE' | 'SPX' = 'NONE'): Promise<number> {
  const begin = performance.now()
  await person.call(calls.portfolio.curve, { range: '3M', benchmark })
  return performance.now() - begin
}

export const portfolio: Measurement = {
  name: 'portfolio',
  title: 'The curve of a total over three months',
  about: `${people} users hold ${shares.length} positions each since ${days} days. \`POST /wallet/portfolio\` over HTTP, one call at a time: the first of all, which computes the
past quotes of every instrument on worker threads; the first of each other user, whose quotes are in the cache; and the same again. The longest
turn of the event loop is measured during the first. The baseline is \`POST /userCenter/overview\` of the same user.`,
  async run(say) {
    await using world = await openWorld({ jobs: 'due' })
    const all: Person[] = []
    for (let count = 0; count < people; count += 1) all.push(await world.person())
    const order = {
      side: 'buy',
      type: 'market',
      leverage: 1,
      purpose: 'open',
      market: 'US',
      classify: 'UsStock',
    } as const
    for (const person of all)
      for (const code of shares)
        await person.call(calls.trading.createStock, {
          ...order,
          code,
          extendedHours: false,
          quantity: quantityOf('2'),
        })
    await world.step(2)
    say(`${days} days pass`)
    for (let day = 0; day < days; day += daysBetweenCalls) {
      await world.pass(daysBetweenCalls * 86_400)
      for (const person of all) await person.call(calls.account.overview, { wallet: 'OVERVIEW' })
    }
    const [first, ...others] = all
    if (first === undefined) throw new Error('Broken invariant: somebody is measured')
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const cold = await taken(first)
    delay.disable()
    const fresh: number[] = []
    for (const person of others) fresh.push(await taken(person))
    const warm: number[] = []
    const compared: number[] = []
    const overview: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      warm.push(await taken(first))
      compared.push(await taken(first, 'SPX'))
      const begin = performance.now()
      await first.call(calls.account.overview, { wallet: 'OVERVIEW' })
      overview.push(performance.now() - begin)
    }
    const beside = median(overview)
    return [
      {
        name: 'the same curve with an index',
        value: median(compared),
        unit: 'ms',
        target: { atMost: 30 },
        limit: 'as of the curve without one: the quotes of the index are those of all users',
      },
      { name: 'first curve of all', value: cold, unit: 'ms' },
      { name: 'longest turn of the event loop meanwhile', value: delay.max / 1e6, unit: 'ms' },
      { name: 'first curve of another user', value: median(fresh), unit: 'ms' },
      {
        name: 'the same curve again',
        value: median(warm),
        unit: 'ms',
        beside: { name: 'overview', value: beside, ratio: median(warm) / beside },
        target: { atMost: 30 },
        limit: 'statements of the database, one after the other, and the valuation of every position at every instant',
      },
    ]
  },
}

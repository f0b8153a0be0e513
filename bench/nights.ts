import { assert } from '@mex/core/assert.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { openLoad } from './load.ts'
import { openGround } from './measured-server.ts'
import type { Measurement } from './measurement.ts'
import { openPeople, orderRequests } from './people.ts'
import { percentile } from './statistics.ts'

const people = 1000
const positions = 10_000
const connections = 50
const perSecond = 100
const secondsBeside = 10
const minutesMost = 3

/** The charges of a night that a server has still to book, and how long it took to note them. */
export type BegunNight = { readonly noted: number; readonly milliseconds: number }

export const nights: Measurement = {
  name: 'nights',
  title: 'A night of ten thousand positions',
  about: `${people} users hold ${positions.toLocaleString('en')} leveraged positions when a night begins. Noting it copies what each position holds, and the ticks
wait for it; booking it runs in the background while ${perSecond} orders a second arrive. The baseline is the latency of the same orders
before the night.`,
  async run(say) {
    await using ground = await openGround()
    const server = await ground.openServer()
    const tokens = await openPeople(server, people)
    const load = await openLoad(server.port, connections)
    say('opening positions')
    const opening = await orderRequests(server, tokens, 'market')
    let sent = 0
    await load.closedLoop(() => (sent++ < positions ? opening() : undefined), 120)
    while ((await server.ask<number>('waitingOrders')) > 0) await pause(500)
    const resting = await orderRequests(server, tokens, 'resting')
    await load.openLoop(resting, perSecond, 2)
    const before = await load.openLoop(resting, perSecond, secondsBeside)
    say('a night begins')
    const begin = performance.now()
    const { noted, milliseconds } = await server.ask<BegunNight>('beginNight')
    const during: number[] = []
    while ((await server.ask<number>('dueCharges')) > 0) {
      during.push(...(await load.openLoop(resting, perSecond, 1)))
      assert(performance.now() - begin < minutesMost * 60_000, 'a night is booked within minutes')
    }
    const seconds = (performance.now() - begin) / 1000
    load.close()
    const [p99, beside] = [percentile(during, 0.99), percentile(before, 0.99)]
    return [
      { name: 'positions charged', value: noted, unit: 'positions' },
      { name: 'noting the night', value: milliseconds, unit: 'ms' },
      {
        name: 'until every charge is booked',
        value: seconds,
        unit: 's',
        target: { atMost: 60 },
        limit: 'commits of five users each, in turn with the lists of orders',
      },
      {
        name: 'p99 of orders meanwhile',
        value: p99,
        unit: 'ms',
        beside: { name: 'before the night', value: beside, ratio: p99 / beside },
        target: { atMost: 100 },
        limit: 'the list of charges that is under way when an order arrives',
      },
    ]
  },
}

import type { ListTimes } from '#db/lane.ts'
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'

/** Metrics in Prometheus' text format, served at /metrics. */
export function openMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'call_duration_seconds',
    help: 'Time from the arrival of a call to its answer',
    labelNames: ['call', 'code'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  const failures = new Counter({
    name: 'failures_total',
    help: 'Program errors answered with 500',
    labelNames: ['call'] as const,
    registers: [registry],
  })
  const orders = new Counter({
    name: 'orders_total',
    help: 'Answered orders by product, and by outcome: accepted, or the reason of the refusal',
    labelNames: ['product', 'outcome'] as const,
    registers: [registry],
  })
  const list = new Histogram({
    name: 'trading_list_seconds',
    help: 'Time that a list of the trading lane takes, from its first statement to its commit',
    buckets: [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  const listWait = new Histogram({
    name: 'trading_wait_seconds',
    help: 'Time that the oldest command of a list waited in the trading lane',
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const tickBehind = new Histogram({
    name: 'tick_behind_seconds',
    help: 'Time from the instant at which a tick is due until it is handled',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  const tickGaps = new Counter({
    name: 'tick_gaps_total',
    help: 'Intervals of missed ticks, also the one before the start',
    registers: [registry],
  })
  return { registry, duration, failures, orders, list, listWait, tickBehind, tickGaps }
}

export type Metrics = ReturnType<typeof openMetrics>

/** Measures a list of the trading lane. */
export function observeList({ list, listWait }: Metrics, { seconds, waitedSeconds }: ListTimes): void {
  list.observe(seconds)
  listWait.observe(waitedSeconds)
}

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
  return { registry, duration, failures }
}

export type Metrics = ReturnType<typeof openMetrics>

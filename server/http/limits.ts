import type { RateClass } from '@mex/contract/call.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOfAddress } from '#network.ts'

/** Calls per minute (specification, calls A); `burst` limits a single second. */
export type Allowance = { readonly perMinute: number; readonly burst?: number }

export type Allowances = {
  /** With a session: counted per user, across networks. */
  readonly person: Readonly<Record<RateClass, Allowance>>
  /** Without a session: counted per network, and enough for a school class behind one address. */
  readonly network: Readonly<Record<RateClass, Allowance>>
}

export const defaultAllowances: Allowances = {
  person: {
    read: { perMinute: 1200 },
    history: { perMinute: 240 },
    money: { perMinute: 300, burst: 30 },
    authentication: { perMinute: 300 },
    code: { perMinute: 300 },
    upload: { perMinute: 20 },
  },
  network: {
    read: { perMinute: 1200 },
    history: { perMinute: 480 },
    money: { perMinute: 300, burst: 30 },
    authentication: { perMinute: 300 },
    code: { perMinute: 300 },
    upload: { perMinute: 100 },
  },
}

export type Limiter = (request: FastifyRequest, rate: RateClass, userId: number | undefined) => Promise<boolean>

const callerOf = new WeakMap<FastifyRequest, string>()

/** Counts a call; false if the caller is over the rate limit. */
export function openLimiter(app: FastifyInstance, allowances: Allowances): Limiter {
  const window = (max: number, timeWindow: number) =>
    app.createRateLimit({
      max,
      timeWindow,
      keyGenerator: (request: FastifyRequest) => callerOf.get(request) ?? networkOfAddress(request.ip),
    })
  type Check = ReturnType<typeof window>
  const checks = (allowance: Allowance): Check[] => [
    window(allowance.perMinute, 60_000),
    ...(allowance.burst === undefined ? [] : [window(allowance.burst, 1000)]),
  ]
  const table = (rates: Allowances['person']): Record<RateClass, Check[]> => ({
    read: checks(rates.read),
    history: checks(rates.history),
    money: checks(rates.money),
    authentication: checks(rates.authentication),
    code: checks(rates.code),
    upload: checks(rates.upload),
  })
  const tables = { person: table(allowances.person), network: table(allowances.network) }
  return async (request, rate, userId) => {
    callerOf.set(request, userId === undefined ? networkOfAddress(request.ip) : `person ${userId}`)
    for (const check of tables[userId === undefined ? 'network' : 'person'][rate]) {
      const result = await check(request)
      if (!result.isAllowed && result.isExceeded) return false
    }
    return true
  }
}

import { magnitude } from '#money/decimal.ts'
import type { Strategy, Weights } from '#strategies/strategy.ts'
import type { Agency } from './agency.ts'
import { universe } from './agency.ts'
import type { Choice, Closes } from './rules.ts'

const whole = 10_000n

/**
 * The rule of an agency as a strategy: it remembers as many closes as it needs, and wants one instrument with its whole value times the
 * leverage, sold short when it expects a fall. A campaign takes what the rule wanted last when its terms were published.
 */
export const agencyStrategy = ({
  id,
  choice,
  leverage,
}: Pick<Agency, 'id' | 'choice' | 'leverage'>): Strategy<Closes> => ({
  id: `agency ${id}`,
  universe,
  start: () => new Map(),
  decide(closes, { prices }) {
    const state: Closes = new Map(
      universe.flatMap((key) => {
        const close = prices.get(key)
        return close === undefined ? [] : [[key, [...(closes.get(key) ?? []).slice(1 - choice.sessions), close]]]
      }),
    )
    return { state, targets: targetsOf(choice.choose(state), leverage) }
  },
})

function targetsOf(chosen: Choice | undefined, leverage: number): Weights {
  if (chosen === undefined) return new Map()
  const weight = BigInt(leverage) * whole
  return new Map([[chosen.instrument, chosen.side === 'long' ? weight : -weight]])
}

/** What the targets of such a strategy mean for a campaign; undefined for cash. */
export function campaignOf(targets: Weights): (Choice & { readonly leverage: number }) | undefined {
  const [target] = targets
  if (target === undefined) return undefined
  const [instrument, weight] = target
  return { instrument, side: weight > 0n ? 'long' : 'short', leverage: Number(magnitude(weight) / whole) }
}

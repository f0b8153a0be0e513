import { marketOfKey } from '@mex/core/market/instrument.ts'
import { formatMoney } from '@mex/core/money/money.ts'
import { isFullyPaid } from '@mex/core/trading/liquidation.ts'
import { overnightAmount, type OvernightCharge } from '@mex/core/trading/overnight.ts'
import type { Position } from '@mex/core/trading/positions.ts'
import { cutOffsBetween, nightOf } from './overnight.ts'
import type { StoredCharge } from './store-overnight.ts'
import { attempt, type FillFinding } from './verify-findings.ts'
import type { PositionSince, ReplayMarket } from './verify-market.ts'

export const aboutCharge = ({ position, period }: Pick<StoredCharge, 'position' | 'period'>): string =>
  `position ${position}, ${period}`

/**
 * A charge that is due has been booked after this long, unless it has no price yet. Longer than any outage that a running server
 * survives without a gap.
 */
const bookedWithinMilliseconds = 3_600_000

/** The position as it was at an instant; undefined if it was not open. */
function heldAt(history: readonly PositionSince[], position: number, at: number): Position | undefined {
  const held = history.findLast((change) => change.position.id === position && change.from < at)?.position
  return held === undefined || held.state === 'CLOSED' ? undefined : held
}

/** What a booked charge must be by the replayed position and public facts, or why there must be none. */
export function expectedCharge(
  charge: StoredCharge,
  history: readonly PositionSince[],
  market: ReplayMarket,
): OvernightCharge | string {
  const { booked, position, period } = charge
  if (booked === undefined) return 'is not booked'
  const held = heldAt(history, position, charge.cutOff)
  if (held === undefined) return 'the position was not open at the cut-off'
  if (booked.at < charge.cutOff) return 'was booked before the cut-off'
  const night = nightOf(market, charge, held.wallet, booked.at)
  if (night === undefined) return 'has no price'
  const amount = overnightAmount(held, night)
  if (amount !== booked.amount) return `is ${formatMoney(booked.amount)}, should be ${formatMoney(amount)}`
  return { position, period, amount }
}

/** Whether every position was charged for each night once, and for no other night (rulebook §17.1, §17.2). */
export function wrongNights(
  charges: readonly StoredCharge[],
  history: readonly PositionSince[],
  market: ReplayMarket,
  until: number,
): readonly FillFinding[] {
  const findings: FillFinding[] = []
  const stored = Map.groupBy(charges, ({ position }) => position)
  for (const changes of Map.groupBy(history, ({ position }) => position.id).values()) {
    const [opened, last] = [changes[0], changes.at(-1)]
    if (opened === undefined || last === undefined) continue
    const { id, instrument } = opened.position
    attempt(findings, `nights of position ${id}`, () => {
      const end = Math.min(last.position.closedAt ?? until, until)
      const nights =
        isFullyPaid(opened.position) && marketOfKey(instrument) !== 'FX'
          ? []
          : cutOffsBetween(market.calendars, opened.from, end).filter(
              ({ market: name }) => name === marketOfKey(instrument),
            )
      const found = new Map((stored.get(id) ?? []).map((charge) => [charge.period, charge]))
      for (const { period, at, nights: count } of nights) {
        const about = aboutCharge({ position: id, period })
        const charge = found.get(period)
        found.delete(period)
        if (charge === undefined) findings.push({ about, message: 'was not charged' })
        else if (charge.cutOff !== at || charge.nights !== count)
          findings.push({ about, message: 'is of another instant or another number of nights' })
        else if (charge.booked === undefined && isOverdue(charge, last.position, market, until))
          findings.push({ about, message: 'was not booked' })
      }
      // A night that begins just now may already be noted.
      for (const charge of found.values())
        if (charge.cutOff < end) findings.push({ about: aboutCharge(charge), message: 'there is no such night' })
    })
  }
  return findings
}

function isOverdue(charge: StoredCharge, position: Position, market: ReplayMarket, until: number): boolean {
  if (charge.cutOff + bookedWithinMilliseconds > until) return false
  return nightOf(market, charge, position.wallet, until - bookedWithinMilliseconds) !== undefined
}

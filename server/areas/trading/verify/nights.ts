import { present } from '@mex/core/assert.ts'
import { marketOfKey } from '@mex/core/market/instrument.ts'
import { formatMoney, type Money } from '@mex/core/money/money.ts'
import { isFullyPaid } from '@mex/core/trading/liquidation.ts'
import { overnightAmount, type OvernightCharge } from '@mex/core/trading/overnight.ts'
import type { Position } from '@mex/core/trading/positions.ts'
import { cutOffsOf, nightInSharesOf, nightOf, type CutOff } from '#areas/trading/overnight/overnight.ts'
import type { StoredCharge } from '#areas/trading/overnight/store-overnight.ts'
import { attempt, type FillFinding } from './findings.ts'
import type { PauseIndex } from './pauses.ts'
import type { PositionSince, ReplayMarket } from './market.ts'

export const aboutCharge = ({ position, period }: Pick<StoredCharge, 'position' | 'period'>): string =>
  `position ${position}, ${period}`

/** The states in which a position was open between two instants, the newest first. */
function heldBetween(history: readonly PositionSince[], position: number, from: number, to: number): Position[] {
  const states: Position[] = []
  for (let index = history.length - 1; index >= 0; index -= 1) {
    const { position: state, from: since } = present(history[index], 'a change')
    if (state.id !== position || since >= to) continue
    if (state.state !== 'CLOSED') states.push(state)
    if (since <= from) break
  }
  return states
}

/** What a booked charge must be by the replayed position and public facts, or why there must be none. */
export function expectedCharge(
  charge: StoredCharge,
  history: readonly PositionSince[],
  market: ReplayMarket,
): OvernightCharge | string {
  const { booked, position, period } = charge
  if (booked === undefined) return 'is not booked'
  if (booked.at < charge.cutOff) return 'was booked before the cut-off'
  // A quote of just before the cut-off may have been handled after the night was noted.
  const late = charge.cutOff - market.patienceFrom(charge.cutOff)
  const states = heldBetween(history, position, late, charge.cutOff)
  const [held] = states
  if (held === undefined) return 'the position was not open at the cut-off'
  const night = nightOf(market, charge, held.wallet, booked.at)
  if (night === undefined) return 'has no price'
  const amountOf = (of: Position): Money =>
    overnightAmount(of, nightInSharesOf(market, night, { ...charge, actionsUntil: of.actionsUntil }))
  if (!states.some((state) => amountOf(state) === booked.amount))
    return `is ${formatMoney(booked.amount)}, should be ${formatMoney(amountOf(held))}`
  return { position, period, amount: booked.amount }
}

/** Whether every position was charged for each night once, and for no other night (rulebook §17.1, §17.2). */
export function wrongNights(
  charges: readonly StoredCharge[],
  history: readonly PositionSince[],
  market: ReplayMarket,
  pauses: PauseIndex,
): readonly FillFinding[] {
  const findings: FillFinding[] = []
  const stored = Map.groupBy(charges, ({ position }) => position)
  for (const [id, changes] of Map.groupBy(history, ({ position }) => position.id))
    attempt(findings, `nights of position ${id}`, () => {
      const found = new Map((stored.get(id) ?? []).map((charge) => [charge.period, charge]))
      for (const cutOff of nightsOf(changes, market, pauses.until)) {
        const charge = found.get(cutOff.period)
        found.delete(cutOff.period)
        const message = wrongNight(cutOff, charge, changes, market, pauses)
        if (message !== undefined)
          findings.push({ about: aboutCharge({ position: id, period: cutOff.period }), message })
      }
      // A night that begins just now may already be noted.
      for (const charge of found.values())
        if (charge.cutOff < pauses.until && !wasClosedJustBefore(charge, changes, market, pauses))
          findings.push({ about: aboutCharge(charge), message: 'there is no such night' })
    })
  return findings
}

/**
 * Whether a position was closed by a quote of just before the cut-off, which was handled after the night was noted: by then
 * the position was held.
 */
function wasClosedJustBefore(
  { cutOff, period, nights }: StoredCharge,
  changes: readonly PositionSince[],
  { calendars }: ReplayMarket,
  pauses: PauseIndex,
): boolean {
  const { instrument, closedAt = Infinity } = present(changes.at(-1), 'the last change of a position').position
  if (closedAt >= cutOff || cutOff - closedAt > pauses.patienceFrom(closedAt)) return false
  const real = cutOffsOf(calendars, marketOfKey(instrument), cutOff - 1, cutOff)
  return real.some((night) => night.period === period && night.nights === nights)
}

/** The nights through which a position was open, until an instant. */
function nightsOf(
  changes: readonly PositionSince[],
  { calendars, feed }: ReplayMarket,
  until: number,
): readonly CutOff[] {
  const [opened, last] = [changes[0], changes.at(-1)]
  if (opened === undefined || last === undefined) return []
  const { instrument } = opened.position
  const end = Math.min(last.position.closedAt ?? until, until)
  // A share that leaves at the cut-off is not held through the night.
  const isFree = ({ kind, at }: CutOff): boolean =>
    (kind === 'financing' && isFullyPaid(opened.position)) || feed.removed(at).has(instrument)
  return cutOffsOf(calendars, marketOfKey(instrument), opened.from, end).filter((cutOff) => !isFree(cutOff))
}

function wrongNight(
  cutOff: CutOff,
  charge: StoredCharge | undefined,
  changes: readonly PositionSince[],
  market: ReplayMarket,
  pauses: PauseIndex,
): string | undefined {
  const { position, from } = present(changes.at(-1), 'the last change of a position')
  const opened = present(changes[0], 'the opening of a position').from
  // A quote of just before the cut-off may have opened it after the night was noted.
  if (charge === undefined && cutOff.at - opened <= pauses.patienceFrom(opened)) return undefined
  // A list that closes a position books what is due first. A dividend or a split may be booked before the night is noted,
  // when a person's command is the first thing after a silence.
  const isClosed = position.state === 'CLOSED' && position.closeReason !== 'delisting' && from > cutOff.at
  const isDecided = isClosed || pauses.latestRun(position.instrument, cutOff.at) < pauses.until
  if (charge === undefined) return isDecided ? 'was not charged' : undefined
  if (charge.cutOff !== cutOff.at || charge.nights !== cutOff.nights)
    return 'is of another instant or another number of nights'
  const isPriced = (): boolean => nightOf(market, charge, position.wallet, Math.max(from, cutOff.at)) !== undefined
  return charge.booked === undefined && isDecided && isPriced() ? 'was not booked' : undefined
}

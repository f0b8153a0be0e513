import { availableParallelism } from 'node:os'
import { dayMilliseconds } from '@mex/core/time-zone.ts'
import { tradedUntil } from '#areas/desk/actions.ts'
import { haltHistory } from '#areas/desk/store-halts.ts'
import { gapsBetween } from '#areas/market/gaps.ts'
import { clockSpeeds } from '#areas/market/speeds.ts'
import type { Trader } from '#areas/trading/verify/store-verify.ts'
import { readTraders, type CheckedFills } from '#areas/trading/verify/verify.ts'
import { checkBeside } from './check-thread.ts'
import type { Tools } from './command.ts'
import { replayFills } from './replay-fills.ts'

/** Upper bound of the wall-clock time of a check. */
const checkMillisecondsMost = 3_600_000

/** Gaps may end after the market time of a stopped server. */
const gapHorizonMilliseconds = 366 * dayMilliseconds

/** Fewer are replayed before another thread has opened the market. */
const ordersOfTwoThreads = 20_000

const threadsFor = (traders: readonly Trader[]): number =>
  availableParallelism() > 1 && ordersOf(traders) >= ordersOfTwoThreads ? 2 : 1

const ordersOf = (traders: readonly Trader[]): number => traders.reduce((sum, { orders }) => sum + orders, 0)

/** As many parts, in the order of the traders, with about as many orders each. */
export function inParts(traders: readonly Trader[], count: number): readonly (readonly Trader[])[] {
  const most = Math.max(1, ordersOf(traders))
  const parts = Array.from({ length: count }, (): Trader[] => [])
  let before = 0
  for (const trader of traders) {
    parts[Math.min(count - 1, Math.floor((before * count) / most))]?.push(trader)
    before += trader.orders
  }
  return parts
}

/**
 * Replays all trading, that of many people in two threads: half of them in this one, beside the other checks. Nothing of one person depends
 * on another, so the findings are those of one thread, in the same order.
 */
export async function checkFills(
  { db, installation, now, speed }: Pick<Tools, 'db' | 'installation' | 'now' | 'speed'>,
  threads?: number,
): Promise<CheckedFills> {
  const market = await installation.market()
  // Read first: the gaps before it are all recorded by then. A server that has just started records its gap meanwhile.
  const until = (await tradedUntil(db)) ?? -Infinity
  const pauses = {
    until,
    gaps: await gapsBetween(db, 0, now + gapHorizonMilliseconds),
    halts: await haltHistory(db),
    speeds: await clockSpeeds(db),
  }
  const traders = await readTraders(db)
  const [own = [], ...others] = inParts(traders, threads ?? threadsFor(traders))
  const input = (part: readonly Trader[]) => ({
    traders: part,
    pauses,
    now,
    milliseconds: checkMillisecondsMost * speed,
  })
  const found = await Promise.all([
    replayFills(db, market, input(own)),
    ...others.map((part) => checkBeside('fills', installation, input(part))),
  ])
  return {
    checked: found.reduce((sum, { checked }) => sum + checked, 0),
    findings: found.flatMap(({ findings }) => findings),
  }
}

import { confirmMilliseconds } from '@mex/core/blocks/block-offer.ts'
import { isSoldOut } from '@mex/core/trading/tick.ts'
import type { TradingEngine } from '#areas/trading/engine.ts'
import { usersPerCommand } from '#areas/trading/matching/matcher.ts'
import { blockMarket } from '#areas/trading/prices.ts'
import { unconfirmedBlocks, usersToUnlock } from '#areas/trading/store-blocks.ts'
import type { Job } from '#jobs/runner.ts'

/**
 * Ends blocks that the counterparty does not confirm, while no quote comes: a tick ends them too (rulebook §22). It only names the
 * users: the command decides again, so a repeated run or a second process ends nothing twice.
 */
export async function endSoldOut(engine: TradingEngine): Promise<number> {
  const { db, clock, feed, quoteAgeSecondsMax } = engine.dependencies
  const now = clock.now()
  await engine.nights.begin(now)
  const passed = now - (feed.delaySeconds + quoteAgeSecondsMax) * 1000
  const blocks = blockMarket(feed, now)
  let ended = 0
  for (let after = 0; ;) {
    const waiting = await unconfirmedBlocks(db, passed - confirmMilliseconds, after, usersPerCommand)
    const users = [...new Set(waiting.flatMap((order) => (isSoldOut(order, passed, blocks) ? order.user : [])))]
    if (users.length > 0) await engine.lane.send({ kind: 'lapse', userId: undefined, users })
    ended += users.length
    after = waiting.at(-1)?.id ?? after
    if (waiting.length < usersPerCommand) return ended
  }
}

/** Opens the shares of blocks whose lock-up is over: any list does so for the rows that it loads. */
export async function unlockBlocks(engine: TradingEngine): Promise<number> {
  const { db, clock } = engine.dependencies
  const now = clock.now()
  await engine.nights.begin(now)
  let unlocked = 0
  // Each user is asked for once: what is refused waits for the next run.
  for (let after = 0; ;) {
    const users = await usersToUnlock(db, now, after, usersPerUnlock)
    if (users.length === 0) return unlocked
    await engine.lane.send({ kind: 'charge', userId: undefined, users })
    unlocked += users.length
    after = users.at(-1) ?? after
  }
}

/** Users in one command: few, so that orders do not wait long behind them. */
const usersPerUnlock = 5

/** Scheduled jobs of blocks. */
export const jobs = ({ engine }: { readonly engine: TradingEngine }): readonly Job[] => [
  { name: 'blocks', everySeconds: 1, run: async () => (await endSoldOut(engine)) + (await unlockBlocks(engine)) },
]

import { settleDelayMilliseconds } from '@mex/core/trading/expiry.ts'
import { sendMessages } from '#areas/content/messages.ts'
import { isoInstant } from '#clock.ts'
import { inTransaction } from '#db/sql.ts'
import type { TradingEngine } from '#areas/trading/engine.ts'
import { endedContract } from './expiry.ts'
import { usersPerCommand } from '#areas/trading/matching/matcher.ts'
import { contractsEnding, holdersOfEnded, holdersToRemind } from './store-expiry.ts'

/**
 * Settles all positions of contracts whose settlement is due (rulebook §17.5). It only names the users: the command loads
 * their rows again, so a restart, a second process or a repeated run settles nothing twice.
 */
export async function settleEnded(engine: TradingEngine): Promise<number> {
  const { db, clock } = engine.dependencies
  const now = clock.now()
  const holders = await holdersOfEnded(db, now - settleDelayMilliseconds)
  let settled = 0
  for (const [key, rows] of Map.groupBy(holders, ({ instrument }) => instrument)) {
    // A position of another market, before the installation chose this one, has no price. It delays no other.
    if (endedContract(engine.dependencies, key, now) === undefined) continue
    for (let start = 0; start < rows.length; start += usersPerCommand) {
      const users = rows.slice(start, start + usersPerCommand).map(({ user }) => user)
      await engine.lane.send({ kind: 'settle', userId: undefined, users, key })
      settled += users.length
    }
  }
  return settled
}

/** Holders are reminded this many business days before the last trade (rulebook §17.5), the nearest first. */
const reminders = [1, 5] as const

/** Sends the reminders that are due, each once to a user: the key of the message is unique. */
export async function remindHolders(engine: TradingEngine): Promise<void> {
  const { db, clock, describe, wake } = engine.dependencies
  const now = clock.now()
  for (const key of await contractsEnding(db, now)) {
    const instrument = describe(key, now)
    const days = reminders.find((each) => engine.timetable.endsWithin(instrument, now, each))
    if (days === undefined || instrument.contract === undefined) continue
    const onceKey = `contract_ends ${key} ${days}`
    const time = isoInstant(instrument.contract.lastTrade).slice(0, 16).replace('T', ' ')
    const about = { kind: 'contract_ends', values: { code: instrument.code, time } } as const
    await inTransaction(db, async (tx) => {
      const users = await holdersToRemind(tx, key, onceKey)
      await sendMessages(
        tx,
        users.map(({ user, position: id }) => {
          return { user, type: 'EXPIRY', about, at: now, reference: { type: 'position', id }, onceKey }
        }),
      )
    })
    wake()
  }
}

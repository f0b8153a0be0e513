import type { MessageSubject } from '@mex/contract/messages.ts'
import { ratioText, type CorporateAction } from '@mex/core/market/corporate-actions.ts'
import type { Instrument } from '@mex/core/market/instrument.ts'
import { formatPrice } from '@mex/core/money/money.ts'
import { dayMilliseconds, minuteMilliseconds } from '@mex/core/time-zone.ts'
import { sendMessages } from '#areas/content/messages.ts'
import { inTransaction } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import { actionsBetween, type ActionOf } from './corporate-actions.ts'
import type { TradingEngine } from '#areas/trading/engine.ts'
import { heldInstruments, holdersToTell, oldestActionsUntil, usersWithDueAction } from './store-corporate-actions.ts'

/** Users whose actions are booked in one command: few, so that orders do not wait long behind them. */
const usersPerCommand = 5
/** Actions are declared days ahead, so those of the next hour are known; a public source tells them on their day. */
const horizonOf = ({ mode }: Pick<Feed, 'mode'>): number => (mode === 'live' ? 10_000 : 60 * minuteMilliseconds)
/** A fill of just before an action may commit just after it. */
const overlapMilliseconds = minuteMilliseconds

/**
 * Books actions on everybody whom they concern (rulebook §17.3, §17.4). It only names the users: any list books what is
 * due for the rows that it touches, so a restart or a repeated run books nothing twice.
 */
export function openActionBooking(engine: TradingEngine): () => Promise<number> {
  const { dependencies } = engine
  const { db, clock } = dependencies
  let bookedUntil: number | undefined
  let next = -Infinity
  return async () => {
    const now = clock.now()
    if (now < next) return 0
    await engine.nights.begin(now)
    const since = bookedUntil ?? (await oldestActionsUntil(db)) ?? now
    let booked = 0
    for (const due of actionsBetween(dependencies, since - overlapMilliseconds, now, now))
      booked += await bookOne(engine, due)
    bookedUntil = now
    const horizon = now + horizonOf(dependencies.feed)
    const coming = actionsBetween(dependencies, now, horizon, now)
    next = Math.min(horizon, ...coming.map(({ action }) => action.exAt))
    // Once more, for fills that were on their way.
    if (booked > 0) next = Math.min(next, now + overlapMilliseconds)
    return booked
  }
}

async function bookOne({ dependencies: { db }, lane }: TradingEngine, due: ActionOf): Promise<number> {
  let booked = 0
  // Each user is asked for once: what is refused waits for the next run.
  for (let after = 0; ;) {
    const users = await usersWithDueAction(db, due, after, usersPerCommand)
    if (users.length === 0) return booked
    await lane.send({ kind: 'charge', userId: undefined, users })
    booked += users.length
    after = users.at(-1) ?? after
  }
}

/** Longer than any notice. */
const noticeMilliseconds = 60 * dayMilliseconds

/** Tells holders what is declared for their shares, each once: the key of the message is unique. */
export async function announceActions(engine: TradingEngine): Promise<void> {
  const { db, clock, describe, feed, wake } = engine.dependencies
  const now = clock.now()
  const held = await heldInstruments(db)
  const coming = held.flatMap((key) => feed.actions(key, now).map((action) => ({ key, action })))
  for (const { key, action } of coming) {
    if (action.exAt <= now || action.exAt > now + noticeMilliseconds) continue
    const about = declarationOf(action, describe(key, now))
    const onceKey = `${action.kind} ${key} ${action.exDate}`
    await inTransaction(db, async (tx) => {
      const users = await holdersToTell(tx, key, onceKey)
      await sendMessages(
        tx,
        users.map(({ user, position: id }) => {
          return { user, type: 'CORPORATE_ACTION', about, at: now, reference: { type: 'position', id }, onceKey }
        }),
      )
    })
    wake()
  }
}

function declarationOf(action: CorporateAction, { code, currency }: Instrument): MessageSubject {
  const date = action.exDate
  switch (action.kind) {
    case 'dividend':
      return { kind: 'dividend_declared', values: { code, date, amount: `${formatPrice(action.amount)} ${currency}` } }
    case 'split':
      return { kind: 'split_declared', values: { code, date, ratio: ratioText(action) } }
    case 'removal': {
      const values = { code, date, amount: `${formatPrice(action.price)} ${currency}` }
      return { kind: action.reason === 'merger' ? 'merger_declared' : 'delisting_declared', values }
    }
    case 'code':
      return { kind: 'code_declared', values: { code, date, to: action.to } }
  }
}

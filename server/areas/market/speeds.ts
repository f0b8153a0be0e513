import { notesAbout } from '#areas/ledger/store-anchor.ts'
import { parseInstant, type Clock } from '#clock.ts'
import { inTransaction, type Database, type Tx } from '#db/sql.ts'
import { noteAboutMarket } from './notes.ts'

/** How many times as fast as the wall clock the market clock runs, from an instant on. */
export type SpeedSince = { readonly from: number; readonly speed: number }

const memoOf = (speed: number): string => `market clock speed ${speed}`
const memoPattern = /^market clock speed (\S+)$/
const longAfter = parseInstant('9999-01-01T00:00:00Z') ?? 0

/** The speeds of the market clock and when each began, oldest first; before the first it was 1. */
export async function clockSpeeds(tx: Tx): Promise<readonly SpeedSince[]> {
  const notes = await notesAbout(tx, 'market', 0, longAfter)
  return notes.flatMap(({ at, memo }) => {
    const speed = Number(memoPattern.exec(memo)?.[1])
    return speed > 0 ? [{ from: at, speed }] : []
  })
}

/**
 * Records the speed of a starting server in the ledger if it changed: the allowed delay of a tick and the number of
 * skipped ticks depend on it, and are checked long after the speed has changed (`ops verify fills`).
 */
export async function recordSpeed(db: Database, clock: Clock): Promise<void> {
  const { speed } = clock
  const at = clock.now()
  await inTransaction(db, async (tx) => {
    const before = (await clockSpeeds(tx)).at(-1)?.speed ?? 1
    if (before === speed) return
    await noteAboutMarket(tx, { key: `speed:${at}`, at, memo: memoOf(speed) })
  })
}

import type { Database, Tx } from '#db/sql.ts'
import { knownHalts, noteHeldAfter, type Halt, type KnownHalts } from './store-halts.ts'

/** A halt began or ended. */
export type HaltChange = Halt & { readonly halted: boolean }

/** Whether an instrument (by key, 'US:AAPL') may not be traded, alone or with its whole market. */
type Halted = (key: string) => boolean

/** The current halts in memory, because every order and every tick checks them. */
export type Halts = {
  isHalted: Halted
  /** What is halted as far as this server knows now. The answers stay the same when it learns more. */
  now(this: void): Halted
  /** Of how many changes by operators it knows. */
  changes(): number
  /** Reads what other processes have changed, unless more is known already. */
  refresh(tx?: Tx): Promise<void>
  /** Of a server alone. Notes of the halts that it knows that nothing is accepted or filled after an instant. */
  noteHeld(tx: Tx, after: number): Promise<void>
  /** Who is told of every change. */
  onChanged(tell: (change: HaltChange) => void): void
}

const nameOf = ({ market, code }: Halt): string => (code === undefined ? market : `${market}:${code}`)
const marketOf = (key: string): string => key.slice(0, key.indexOf(':'))

/** A page that is told of a change asks again, maybe another server, which reads the halts up to a second or two later. */
const timesToldAmongServers = 3

export type HaltsOptions = {
  /** Whether several servers serve the store: then every change is told again after each of the next readings. */
  readonly isShared?: boolean
}

export async function openHalts(db: Database, { isShared = false }: HaltsOptions = {}): Promise<Halts> {
  let known = new Map<string, KnownHalts['halts'][number]>()
  let changes = -1
  let listener: (change: HaltChange) => void = () => undefined
  /** Changes that are told again, by name. */
  const again = new Map<string, { readonly change: HaltChange; readonly times: number }>()

  function tell({ market, code, halted }: HaltChange, times = isShared ? timesToldAmongServers : 1): void {
    const change = { market, code, halted }
    listener(change)
    if (times > 1) again.set(nameOf(change), { change, times: times - 1 })
    else again.delete(nameOf(change))
  }

  async function refresh(tx: Tx = db): Promise<void> {
    const read = await knownHalts(tx)
    // A list that began later may have read more meanwhile.
    if (read.changes < changes) return
    const found = new Map(read.halts.map((halt) => [nameOf(halt), halt]))
    const before = known
    known = found
    changes = read.changes
    const repeated = [...again.values()]
    for (const [name, halt] of found) if (!before.has(name)) tell({ ...halt, halted: true })
    for (const [name, halt] of before) if (!found.has(name)) tell({ ...halt, halted: false })
    for (const { change, times } of repeated) if (again.get(nameOf(change))?.change === change) tell(change, times)
  }

  function now(): Halted {
    const held = known
    return (key) => held.size > 0 && (held.has(key) || held.has(marketOf(key)))
  }

  await refresh()
  return {
    isHalted: (key) => now()(key),
    now,
    changes: () => changes,
    refresh,
    async noteHeld(tx, after) {
      const ids = [...known.values()].filter(({ isNoted }) => !isNoted).map(({ id }) => id)
      if (ids.length > 0) await noteHeldAfter(tx, after, ids)
    },
    onChanged: (told) => void (listener = told),
  }
}

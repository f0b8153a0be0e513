import type { Database } from '#db/sql.ts'
import { haltsNow, type Halt } from './store-halts.ts'

/** A halt began or ended. */
export type HaltChange = Halt & { readonly halted: boolean }

/** The current halts in memory, because every order and every tick checks them. */
export type Halts = {
  /** Whether an instrument (by key, 'US:AAPL') may not be traded, alone or with its whole market. */
  isHalted(key: string): boolean
  /** Reads what other processes have changed. */
  refresh(): Promise<void>
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
  let known = new Map<string, Halt>()
  let listener: (change: HaltChange) => void = () => undefined
  /** Changes that are told again, by name. */
  const again = new Map<string, { readonly change: HaltChange; readonly times: number }>()

  function tell(change: HaltChange, times = isShared ? timesToldAmongServers : 1): void {
    listener(change)
    if (times > 1) again.set(nameOf(change), { change, times: times - 1 })
    else again.delete(nameOf(change))
  }

  async function refresh(): Promise<void> {
    const found = new Map((await haltsNow(db)).map((halt) => [nameOf(halt), halt]))
    const before = known
    known = found
    const repeated = [...again.values()]
    for (const [name, halt] of found) if (!before.has(name)) tell({ ...halt, halted: true })
    for (const [name, halt] of before) if (!found.has(name)) tell({ ...halt, halted: false })
    for (const { change, times } of repeated) if (again.get(nameOf(change))?.change === change) tell(change, times)
  }

  await refresh()
  return {
    isHalted: (key) => known.size > 0 && (known.has(key) || known.has(marketOf(key))),
    refresh,
    onChanged: (told) => void (listener = told),
  }
}

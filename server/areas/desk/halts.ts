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

export async function openHalts(db: Database): Promise<Halts> {
  let known = new Map<string, Halt>()
  let tell: (change: HaltChange) => void = () => undefined

  async function refresh(): Promise<void> {
    const found = new Map((await haltsNow(db)).map((halt) => [nameOf(halt), halt]))
    const before = known
    known = found
    for (const [name, halt] of found) if (!before.has(name)) tell({ ...halt, halted: true })
    for (const [name, halt] of before) if (!found.has(name)) tell({ ...halt, halted: false })
  }

  await refresh()
  return {
    isHalted: (key) => known.size > 0 && (known.has(key) || known.has(marketOf(key))),
    refresh,
    onChanged: (told) => void (tell = told),
  }
}

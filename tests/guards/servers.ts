import type { Guard } from './guard.ts'

const removals: readonly Omit<Guard, 'rows'>[] = [
  {
    name: 'servers: each list and each tick knows of the halts before it',
    file: 'server/members.ts',
    find: 'if (halts !== undefined && operatorChanges !== halts.changes()) await halts.refresh(tx)',
    replace: '',
    test: 'server/members.test.ts',
    fails: 'each list and each tick knows of the halts that began before it',
  },
  {
    name: 'servers: a program that stands still while it keeps lists and ticks out is ended',
    file: 'server/db/gate.ts',
    find: "    sql`select set_config('idle_in_transaction_session_timeout', ${String(patienceMilliseconds)}, true)`.execute(tx),\n",
    replace: '',
    test: 'server/db/gate.test.ts',
    fails: 'what an operator changes comes after the lists under way',
  },
  {
    name: 'servers: one that was replaced tells its process to end',
    file: 'server/server.ts',
    find: 'if (isWanted) onGivenUp()',
    replace: 'void onGivenUp',
    test: 'server/replaced.test.ts',
    fails: 'a server that another process has replaced says so once',
  },
  {
    name: 'servers: a migration that waits for a table lets orders pass',
    file: 'server/db/migrate.ts',
    find: 'const lockMilliseconds = 2000',
    replace: 'const lockMilliseconds = 15_000',
    test: 'server/db/migrate.test.ts',
    fails: 'a migration that waits for a table lets the others pass',
  },
]

/** Guards of several servers of one store. */
export const servers: readonly Guard[] = removals.map((removal) => ({ rows: [], ...removal }))

import type { Guard } from './guard.ts'

/** What the faults of machines, disks, databases and jobs must not do (tests/chaos, by `npm run chaos`). */
export const faults: readonly Guard[] = [
  {
    name: 'faults: a clock of the machine that is set does not move the market',
    rows: [],
    file: 'server/clock.ts',
    find: 'added += Math.abs(jump) <= setMilliseconds ? jump : sleptOf(jump)',
    replace: 'added += jump',
    test: 'tests/chaos/clock-set.long.ts',
    fails: 'people trade on when the clock is set by',
  },
  {
    name: 'faults: a disk that is nearly full takes no more orders',
    rows: [],
    file: 'server/http/admission.ts',
    find: 'if (call.addsData && admission.isStorageLow())',
    replace: 'if (call.addsData && !admission.isStorageLow)',
    test: 'tests/chaos/disk-full.long.ts',
    fails: 'a disk that is nearly full refuses orders',
  },
  {
    name: 'faults: a database that ends its connections ends no server',
    rows: [],
    file: 'server/db/sql.ts',
    find: "  pool.on('connect', (client) => client.on('error', () => undefined))\n",
    replace: '',
    test: 'tests/chaos/failed-sync.long.ts',
    fails: 'a disk that does not keep what was written costs no acknowledged order',
  },
  {
    name: 'faults: a list waits for a locked row for a bounded time',
    rows: [],
    file: 'server/db/database.ts',
    find: '    `lock_timeout=${lockMilliseconds}`,\n',
    replace: '',
    test: 'tests/chaos/held-database.long.ts',
    fails: 'a person whose row is locked by another program does not stop the others',
  },
  {
    name: 'faults: what was acknowledged has reached the disk',
    rows: [],
    file: 'server/db/embedded.ts',
    find: "  'synchronous_commit=on',\n",
    replace: "  'synchronous_commit=off',\n",
    test: 'tests/chaos/power-loss.long.ts',
    fails: 'what was acknowledged before the power failed is there afterwards',
  },
  {
    name: 'faults: sockets that come back at once are let in one after the other',
    rows: [],
    file: 'server/push/pace.ts',
    find: 'return tokens >= 1',
    replace: 'return true',
    test: 'tests/chaos/reconnects.long.ts',
    fails: 'while two thousand sockets connect again',
  },
]

import type { Guard } from './guard.ts'

const test = 'tests/chaos/stop-server.test.ts'

/** How the server stops. */
export const stopping: readonly Guard[] = [
  {
    name: 'stop: signals within a second are one request',
    rows: [],
    file: 'server/stop-signals.ts',
    find: 'const sameRequestMilliseconds = 1000',
    replace: 'const sameRequestMilliseconds = -1',
    test,
    fails: 'Ctrl+C in a terminal',
  },
  {
    name: 'stop: a later signal ends the process at once',
    rows: [],
    file: 'server/stop-signals.ts',
    find: 'const sameRequestMilliseconds = 1000',
    replace: 'const sameRequestMilliseconds = 1_000_000',
    test,
    fails: 'a second signal more than a second',
  },
  {
    name: 'stop: what lies in the sockets is read first',
    rows: [],
    file: 'server/http/drain.ts',
    find: 'const readingTurns = 100',
    replace: 'const readingTurns = 0',
    test,
    fails: 'an order that has reached the server',
  },
  {
    name: 'stop: requests that never end are cut off',
    rows: [],
    file: 'server/http/drain.ts',
    find: 'const drainMilliseconds = 5000',
    replace: 'const drainMilliseconds = 100_000',
    test,
    fails: 'a request that never arrives whole',
  },
  {
    name: 'stop: the database is started out of reach of our signals',
    rows: [],
    file: 'server/db/embedded.ts',
    find: '      detached: true,\n',
    replace: '',
    test,
    fails: 'a server that is stopped while it opens',
  },
  {
    name: 'stop: signals are heard while the server opens',
    rows: [],
    file: 'server/main.ts',
    find: '  const server = await opening\n',
    replace: "  process.removeAllListeners('SIGINT')\n  const server = await opening\n",
    test,
    fails: 'a server that is stopped while it opens',
  },
]

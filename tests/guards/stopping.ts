import type { Guard } from './guard.ts'

const test = 'tests/chaos/stop-server.test.ts'

/** Stopping the server. */
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
    fails: 'a second signal, more than a second',
  },
  {
    name: 'stop: pending data in the sockets is read first',
    rows: [],
    file: 'server/http/drain.ts',
    find: 'const readingTurns = 100',
    replace: 'const readingTurns = 0',
    test,
    fails: 'an order that reaches the server',
  },
  {
    name: 'stop: incomplete requests are cut off',
    rows: [],
    file: 'server/http/drain.ts',
    find: 'const drainMilliseconds = 5000',
    replace: 'const drainMilliseconds = 100_000',
    test,
    fails: 'an incomplete request',
  },
  {
    name: 'stop: the database is started outside our process group',
    rows: [],
    file: 'server/db/embedded.ts',
    find: '      detached: true,\n',
    replace: '',
    test,
    fails: 'a server stopped during startup',
  },
  {
    name: 'stop: signals are handled during startup',
    rows: [],
    file: 'server/main.ts',
    find: '  const server = await opening\n',
    replace: "  process.removeAllListeners('SIGINT')\n  const server = await opening\n",
    test,
    fails: 'a server stopped during startup',
  },
]

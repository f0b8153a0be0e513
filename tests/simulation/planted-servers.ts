import type { Planted } from './planted-bug.ts'

const database = 'server/db/database.ts'
const engine = 'server/areas/trading/engine.ts'
const gate = 'server/db/gate.ts'
const members = 'server/members.ts'
const nights = 'server/areas/trading/overnight/nights.ts'

/** Bugs of several servers, whose clocks differ. */
export const plantedServers: readonly Planted[] = [
  {
    name: 'a server that accepts while a tick is handled',
    isCommon: true,
    servers: 3,
    file: engine,
    from: '{ enter: gate.pass, onFailure, onList }',
    to: '{ onFailure, onList }',
    found: /there should be a fill/,
  },
  {
    name: 'a server that does not hear of the ticks of another one',
    servers: 3,
    file: gate,
    from: 'if (handled !== undefined) learn(handled)',
    to: 'void handled',
    found: /there should be a fill/,
  },
  {
    name: 'a tick without the orders of the other servers',
    isCommon: true,
    firstSeed: 12,
    servers: 3,
    file: engine,
    from: `await changes.read(now)
        await nights`,
    to: 'await nights',
    found: /there should be (a|no such) fill|lives after its auction|^triggers: /,
  },
  {
    name: 'a tick that is handled twice',
    servers: 3,
    file: engine,
    from: `await nights.beforeTick(now)
        await handle()
      }),`,
    to: `await nights.beforeTick(now)
        await handle()
        await handle()
      }),`,
    found: /there should be no such fill|nothing is posted twice/,
  },
  {
    name: 'a night that a server books by a clock of before it',
    servers: 3,
    file: nights,
    from: 'await gate?.note(tx, at)',
    to: '',
    found: /was booked before the cut-off/,
  },
  {
    name: 'servers with blocks of ids',
    servers: 3,
    file: database,
    from: `select nextval(\${sequence}) as id from generate_series(1, \${count}::int)\`.execute(tx)
    return rows.map(({ id }) => id)`,
    to: `select nextval(\${sequence}) as id from generate_series(1, 1000)\`.execute(tx)
    const block = (this as unknown as { block?: number[] }).block ?? []
    Object.assign(this, { block })
    if (block.length < count) block.push(...rows.map(({ id }) => id))
    return block.splice(0, count)`,
    found: /^ids: order \d+ has an earlier tick/,
  },
  {
    name: 'a server that reads halts by its job alone',
    servers: 3,
    halting: true,
    file: members,
    from: 'if (halts !== undefined && operatorChanges !== halts.changes()) await halts.refresh(tx)',
    to: '',
    found: /although it was halted since/,
  },
]

import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { after, before, test } from 'node:test'
import { connect } from '@mex/server/testing.ts'
import { seedPeople } from '@mex/world/people.ts'
import { openWorld, type World } from '@mex/world/world.ts'
import { commands, operatorOf, type Operator } from './operator.ts'
import { differing, readTables } from './tables.ts'

/**
 * No operator has a say in one person's result (rulebook §0.1 P3, §2.1): every command is tried on a market with people
 * in it, and everything that they own is looked at before and after, down to the last row. A command that is added has
 * to say here what it may touch.
 */

let world: World
let ops: Operator
let folder: string
before(async () => {
  world = await openWorld({ seed: 'no influence' })
  await seedPeople(world)
  await world.verify()
  ops = operatorOf(world)
  folder = await mkdtemp(join(tmpdir(), 'mex-ops-'))
  await writeFile(join(folder, 'passphrase'), 'a passphrase for a test\n')
  await writeFile(join(folder, 'export.json'), '{"journals":[]}')
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** That a command was called: a note without money, and its link of the chain. */
const written = ['journal', 'seal']
const because = ['--reason', 'a test'] as const

type Try = {
  /** Several ways to type it; each is tried. */
  readonly argv: () => readonly (readonly string[])[]
  /** Tables that it may change besides the note. None of them holds anything of value to a person. */
  readonly touches?: readonly string[]
  /** With what it ends; done, unless it is said. */
  readonly code?: number
}

const mostOwned = async (): Promise<number> => {
  const { pool } = connect(world.connectionString, 1)
  const { rows } = await pool.query<{ id: number }>("select max(id) as id from journal where event <> 'NOTE'")
  await pool.end()
  return rows[0]?.id ?? 0
}

let newestJournal = 0
const help = (name: string): string => join(import.meta.dirname, '..', '..', 'data', 'help', name)
const file = (name: string): string => join(folder, name)

const tries: Readonly<Record<string, Try>> = {
  'verify ledger': { argv: () => [['verify', 'ledger']] },
  'verify fills': { argv: () => [['verify', 'fills']] },
  'verify quotes': { argv: () => [['verify', 'quotes']] },
  'verify all': { argv: () => [['verify', 'all', '--json']] },
  'verify export': { argv: () => [['verify', 'export', file('export.json')]] },
  'users show': { argv: () => [['users', 'show', 'alice@example.org']] },
  'sessions list': { argv: () => [['sessions', 'list', 'alice@example.org']] },
  'sessions revoke': {
    argv: () => [['sessions', 'revoke', 'alice@example.org', ...because]],
    touches: ['session_token', 'ended_session'],
  },
  'mail tail': { argv: () => [['mail', 'tail']] },
  'halt list': { argv: () => [['halt', 'list']] },
  halt: {
    argv: () => [
      ['halt', 'US:AAPL', ...because],
      ['halt', 'HK', ...because],
    ],
    touches: ['halt'],
  },
  resume: {
    argv: () => [
      ['resume', 'US:AAPL', ...because],
      ['resume', 'HK', ...because],
    ],
    touches: ['halt'],
  },
  'article publish': {
    argv: () => [['article', 'publish', help('accounts.en.md'), help('accounts.zh.md'), '--tag', 'LEARN', ...because]],
    touches: ['article', 'article_text'],
  },
  'notice publish': {
    argv: () => [['notice', 'publish', help('accounts.en.md'), help('accounts.zh.md'), ...because]],
    touches: ['article', 'article_text'],
  },
  'review list': { argv: () => [['review', 'list']] },
  // Nobody here waits for a review.
  'review approve': { argv: () => [['review', 'approve', '1', ...because]], code: 1 },
  'review refuse': { argv: () => [['review', 'refuse', '1', '--fault', 'INCOMPLETE', ...because]], code: 1 },
  'review money list': { argv: () => [['review', 'money', 'list']] },
  // Nobody's money waits for a review here.
  'review money approve': {
    argv: () => [
      ['review', 'money', 'approve', 'deposit', '1', ...because],
      ['review', 'money', 'approve', 'withdrawal', '1', ...because],
    ],
    code: 1,
  },
  'review money refuse': {
    argv: () => [
      ['review', 'money', 'refuse', 'deposit', '1', '--fault', 'IMAGE_UNREADABLE', ...because],
      ['review', 'money', 'refuse', 'withdrawal', '1', '--fault', 'TARGET_INVALID', ...because],
    ],
    code: 1,
  },
  'chat list': { argv: () => [['chat', 'list']] },
  'chat show': { argv: () => [['chat', 'show', 'alice@example.org']] },
  'chat reply': {
    argv: () => [['chat', 'reply', 'alice@example.org', 'Good morning.', ...because]],
    touches: ['chat_message', 'message', 'outbox'],
  },
  mute: {
    argv: () => [['mute', 'alice@example.org', '--until', '2027-01-01T00:00:00Z', ...because]],
    touches: ['chat_mute'],
  },
  unmute: { argv: () => [['unmute', 'alice@example.org', ...because]], touches: ['chat_mute'] },
  'article list': { argv: () => [['article', 'list']] },
  'article withdraw': { argv: () => [['article', 'withdraw', '1', ...because]], touches: ['article'] },
  'config list': { argv: () => [['config', 'list']] },
  'config set': {
    argv: () => [['config', 'set', 'token.maxPerUser', '3', '--from', '2027-01-01T00:00:00Z', ...because]],
    touches: ['config_version', 'article', 'article_text'],
  },
  // Nothing is wrong with these books, so nothing of them can be reversed.
  'journal reverse': {
    argv: () =>
      Array.from({ length: 5 }, (_, back) => ['journal', 'reverse', String(newestJournal - back), ...because]),
    code: 1,
  },
  backup: { argv: () => [['backup', file('backup'), '--passphrase-file', file('passphrase')]] },
  // There is something here already.
  restore: {
    argv: () => [['restore', file('backup'), '--passphrase-file', file('passphrase'), ...because]],
    code: 1,
  },
}

test('every command is tried', () => {
  assert.deepEqual(
    commands.map(({ name }) => name).toSorted(),
    Object.keys(tries).toSorted(),
    'a new command says here what it may touch',
  )
})

for (const { name } of commands)
  test(`"${name}" changes nothing that belongs to anybody`, async () => {
    newestJournal = await mostOwned()
    const { argv, touches = [], code = 0 } = tries[name] ?? { argv: () => [] }
    assert(argv().length > 0)
    const tables = await readTables(world.connectionString)
    for (const each of argv()) {
      const called = await ops(...each)
      assert.equal(called.code, code, [...called.printed, ...called.complained].join('\n'))
    }
    const changed = differing(tables, await readTables(world.connectionString))
    const strange = changed.filter((table) => !written.includes(table) && !touches.includes(table))
    assert.deepEqual(strange, [])
    assert.equal(await mostOwned(), newestJournal, 'no journal but a note')
  })

test('everybody still has exactly what was theirs, and every cent adds up', async () => {
  await world.step(2)
  await world.verify()
})

/** What may be imported to move money or to decide for somebody: none of it by the operator's side. */
const forbidden = /postings|trading-orders|trading-tick|core\/(transfer|closing|opening|fees|exchange)|trading\/actions/

test("the operator's code reaches nothing that posts, fills, prices or decides for one person", async () => {
  const places = ['server/ops', 'server/areas/desk']
  const root = join(import.meta.dirname, '..', '..')
  const found: string[] = []
  const clocks: string[] = []
  let posts = 0
  for (const place of places)
    for (const entry of await readdir(join(root, place))) {
      if (!entry.endsWith('.ts') || /test/.test(entry)) continue
      const text = await readFile(join(root, place, entry), 'utf8')
      // Verification reads what trading has done; it is the only one that may look.
      for (const [, from = ''] of text.matchAll(/from '([^']+)'/g))
        if (forbidden.test(from) && entry !== 'verify.ts') found.push(`${place}/${entry}: ${from}`)
      if (place === 'server/ops' && /saveMarketClock/.test(text)) clocks.push(entry)
      posts += text.match(/\.post\(/g)?.length ?? 0
      if (/insert into (journal|balance|bill)|update (balance|position|trade_order)/.test(text))
        found.push(`${place}/${entry}: writes books`)
    }
  assert.deepEqual(found, [])
  assert.deepEqual(clocks, [], 'the clock is everybody’s, and the server’s alone')
  assert.equal(posts, 2, 'a note, and the mirror of a journal that the books name as wrong')
})

test('every function that the desk offers to others is known here', async () => {
  const doors = (await import('@mex/server/testing.ts')).deskDoors
  assert.deepEqual(Object.keys(doors).toSorted(), [
    'Declined',
    'appliedMigrations',
    // Of the server's start and end: no command sets the clock.
    'clockStart',
    'haltHistory',
    'haltTrading',
    'haltsNow',
    'marketNow',
    'openHalts',
    'recordInvocation',
    'resumeTrading',
    'reverseJournal',
    'revokeSessions',
    'saveMarketClock',
    'setConfiguration',
    'settable',
    // Until when trading went on: what verify expects and the next start calls a gap.
    'tradedUntil',
    'versionsAhead',
    'versionsInForce',
  ])
})

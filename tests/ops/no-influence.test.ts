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
 * No operator can influence one user's result (rulebook §0.1 P3, §2.1). The test runs every command on a market with
 * users and compares every table before and after. A new command must declare here which tables it may change.
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

/** Every command adds a journal note without postings, and its seal. */
const alwaysChanged = ['journal', 'seal']
const because = ['--reason', 'a test'] as const

type Try = {
  /** The command lines to run. */
  readonly argv: () => readonly (readonly string[])[]
  /** Tables that the command may change besides the note. None of them holds a user's assets. */
  readonly touches?: readonly string[]
  /** The exit code; 0 by default. */
  readonly code?: number
}

const newestPostedJournal = async (): Promise<number> => {
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
  'verify ipo': { argv: () => [['verify', 'ipo']] },
  'verify bonds': { argv: () => [['verify', 'bonds']] },
  'verify robots': { argv: () => [['verify', 'robots']] },
  'verify strategies': { argv: () => [['verify', 'strategies']] },
  'verify follow': { argv: () => [['verify', 'follow']] },
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
    touches: ['halt', 'market_clock'],
  },
  resume: {
    argv: () => [
      ['resume', 'US:AAPL', ...because],
      ['resume', 'HK', ...because],
    ],
    touches: ['halt', 'market_clock'],
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
  // This market has no identity reviews waiting.
  'review approve': { argv: () => [['review', 'approve', '1', ...because]], code: 1 },
  'review refuse': { argv: () => [['review', 'refuse', '1', '--fault', 'INCOMPLETE', ...because]], code: 1 },
  'review money list': { argv: () => [['review', 'money', 'list']] },
  // This market has no deposits or withdrawals waiting.
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
  // This ledger is right, so that no journal can be reversed.
  'journal reverse': {
    argv: () =>
      Array.from({ length: 5 }, (_, back) => ['journal', 'reverse', String(newestJournal - back), ...because]),
    code: 1,
  },
  backup: { argv: () => [['backup', file('backup'), '--passphrase-file', file('passphrase')]] },
  // The database is not empty.
  restore: {
    argv: () => [['restore', file('backup'), '--passphrase-file', file('passphrase'), ...because]],
    code: 1,
  },
}

test('the list above has every command', () => {
  assert.deepEqual(
    commands.map(({ name }) => name).toSorted(),
    Object.keys(tries).toSorted(),
    'add a new command here, with the tables that it may change',
  )
})

for (const { name } of commands)
  test(`"${name}" changes no table but those declared`, async () => {
    newestJournal = await newestPostedJournal()
    const { argv, touches = [], code = 0 } = tries[name] ?? { argv: () => [] }
    assert(argv().length > 0)
    const tables = await readTables(world.connectionString)
    for (const each of argv()) {
      const called = await ops(...each)
      assert.equal(called.code, code, [...called.printed, ...called.complained].join('\n'))
    }
    const changed = differing(tables, await readTables(world.connectionString))
    const undeclared = changed.filter((table) => !alwaysChanged.includes(table) && !touches.includes(table))
    assert.deepEqual(undeclared, [])
    assert.equal(await newestPostedJournal(), newestJournal, 'the command adds notes only')
  })

test('after all commands the market runs on, and the ledger balances', async () => {
  await world.step(2)
  await world.verify()
})

const root = join(import.meta.dirname, '..', '..')

/** The sources of the operator's commands, and of the area that carries them out. */
async function sourcesIn(...places: readonly string[]): Promise<readonly (readonly [path: string, text: string])[]> {
  const entries = await Promise.all(
    places.map(async (place) => (await readdir(join(root, place))).map((entry) => `${place}/${entry}`)),
  )
  const paths = entries.flat().filter((path) => path.endsWith('.ts') && !/test/.test(path))
  return Promise.all(paths.map(async (path) => [path, await readFile(join(root, path), 'utf8')] as const))
}

/** Modules that move money or decide for a user. The operator's code must not import them. */
const forbidden = /postings|core\/(wallet\/transfer|trading\/)|areas\/trading\/(?!(store-)?verify)/

test("the operator's code imports nothing that posts, fills, prices or decides for a user", async () => {
  const found: string[] = []
  let posts = 0
  const sources = await sourcesIn('server/ops', 'server/areas/desk')
  assert(sources.length > 15)
  for (const [path, text] of sources) {
    // Only verification may read what trading has done.
    for (const [, from = ''] of text.matchAll(/from '([^']+)'/g))
      if (forbidden.test(from) && path !== 'server/ops/verify.ts') found.push(`${path}: ${from}`)
    posts += text.match(/\.post\(/g)?.length ?? 0
    if (/insert into (journal|balance|bill)|update (balance|position|trade_order)/.test(text))
      found.push(`${path}: writes to the ledger`)
  }
  assert.deepEqual(found, [])
  assert.equal(posts, 2, 'the operator posts notes and reversals of wrong journals, nothing else')
})

/** What the operator's commands may call of the areas: each was reviewed for what it lets an operator do to one user. */
const reviewed = [
  'Declined',
  'allottedPositions',
  'appliedMigrations',
  'articleTagNames',
  'chatThread',
  'chatThreads',
  'clockSpeeds',
  'dueSubmissions',
  'executedQuotes',
  'findUser',
  'gapsBetween',
  'haltHistory',
  'haltTrading',
  'haltsNow',
  'isArticleTag',
  'linkJournals',
  'loadTradedQuotes',
  'marketNow',
  'mutePerson',
  'mutedUntil',
  'newestMail',
  'openCountries',
  // These two end a review early, and never otherwise than the automatic checks (tests/ops/reviews.test.ts, money.test.ts).
  'openDocumentReviews',
  'openMoneyReviews',
  'operatorReply',
  'pendingReviews',
  'publishFiles',
  'publishedArticles',
  'readTraders',
  'recordInvocation',
  'resumeTrading',
  'reverseJournal',
  'revokeSessions',
  'sessionsOf',
  'setConfiguration',
  'settable',
  'tradedUntil',
  'unmutePerson',
  'verifyBonds',
  'verifyExport',
  'verifyFills',
  'verifyFollow',
  'verifyLedger',
  'verifyOfferings',
  'verifyQuotes',
  'verifyRobots',
  'verifyStrategies',
  'versionsAhead',
  'versionsInForce',
  'withdrawArticle',
]

test("the operator's commands call no function of an area but the reviewed ones", async () => {
  const called = new Set<string>()
  const entry = 'server/ops.ts'
  for (const [path, text] of [...(await sourcesIn('server/ops')), [entry, await readFile(join(root, entry), 'utf8')]]) {
    assert.doesNotMatch(text, /import \* as|import\(/, path)
    for (const [, names = ''] of text.matchAll(/^import \{([^}]*)\} from '#areas\//gm))
      for (const name of names.split(',').map((each) => each.trim())) if (!/^(type .*)?$/.test(name)) called.add(name)
  }
  assert.deepEqual([...called].toSorted(), reviewed)
})

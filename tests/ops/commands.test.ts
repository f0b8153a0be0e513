import assert from 'node:assert/strict'
import { readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import { refusalCode, refusalOfCode } from '@mex/contract/refusals.ts'
import { present } from '@mex/core/assert.ts'
import { connect, openHalts, paintNoise } from '@mex/server/testing.ts'
import { register, signIn } from '@mex/world/people.ts'
import type { Person } from '@mex/world/person.ts'
import { openWorld, type World } from '@mex/world/world.ts'
import { commands, operatorOf, type Operator } from './operator.ts'

let world: World
let ops: Operator
let alice: Person
before(async () => {
  world = await openWorld({ seed: 'operator' })
  ops = operatorOf(world)
  alice = await register(world.url, 'alice')
  await world.step()
})
after(() => world[Symbol.asyncDispose]())

const because = ['--reason', 'a test'] as const
const share = { stockCode: 'AAPL', market: 'US', classify: 'UsStock', direction: 0, orderType: 0, quantity: '1' }
const order = async (): Promise<number> => (await alice.askWire(calls.trading.createStock, share)).envelope.code
const quote = () => alice.call(calls.market.quote, { code: 'AAPL', market: 'US' })
const read = async <Row extends object>(statement: string): Promise<Row[]> => {
  const { pool } = connect(world.connectionString, 1)
  const { rows } = await pool.query<Row>(statement)
  await pool.end()
  return rows
}
/** Uploads a picture; returns the refusal, or undefined when the picture was accepted. */
async function uploadBy(person: Person): Promise<string | undefined> {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(await paintNoise())]), 'picture.jpg')
  const headers = { authorization: person.token ?? '' }
  const answer = await person.fetch(calls.files.upload.path, { method: 'POST', headers, body })
  return refusalOfCode(((await answer.json()) as { readonly code: number }).code)
}
/** One step of the server, in which it picks up the operator's change. */
const serverStep = () => world.step()

describe('the command line', () => {
  test('lists all commands without arguments, and exits with 2 for an unknown command', async () => {
    const [nothing, help, wrong] = [await ops(), await ops('--help'), await ops('ruin', 'alice')]
    assert.deepEqual([nothing.code, help.code, wrong.code], [0, 0, 2])
    for (const { name } of commands) assert(nothing.printed[0]?.includes(`\n  ${name}`), name)
  })

  for (const command of commands)
    test(`"${command.name} --help" shows usage, options and valid examples`, async () => {
      const { code, printed } = await ops(...command.name.split(' '), '--help')
      const text = printed.join('\n')
      assert.equal(code, 0)
      assert(text.includes(command.about) && text.includes('--json'))
      assert(command.examples.length > 0)
      for (const example of command.examples) {
        assert(example.startsWith(command.name) && text.includes(example))
        assert.equal(example.includes('--reason'), command.changes, 'examples give a reason exactly when needed')
      }
    })

  const wrong: readonly (readonly [string, readonly string[]])[] = [
    ['a missing argument', ['users', 'show']],
    ['an extra argument', ['users', 'show', 'alice', 'bob']],
    ['an unknown option', ['mail', 'tail', '--all']],
    ['an invalid number', ['mail', 'tail', '--lines', 'many']],
    ['a missing reason', ['halt', 'US:AAPL']],
    ['an empty reason', ['halt', 'US:AAPL', '--reason', ' ']],
    ['a missing time', ['config', 'set', 'token.idleDays', '3', ...because]],
    ['a file that does not exist', ['verify', 'export', '/nowhere/export.json']],
    ['an invalid id', ['journal', 'reverse', 'last', ...because]],
    ['an empty text', ['chat', 'reply', 'alice@example.org', ' ', ...because]],
    ['a missing text', ['chat', 'reply', 'alice@example.org', ...because]],
    ['a text of 501 characters', ['chat', 'reply', 'alice@example.org', 'x'.repeat(501), ...because]],
    ['a missing end time', ['mute', 'alice@example.org', ...because]],
    ['an invalid time', ['config', 'set', 'token.idleDays', '3', '--from', 'tomorrow', ...because]],
    ['an invalid end time', ['mute', 'alice@example.org', '--until', 'tomorrow', ...because]],
    ['a value that looks like an option', ['config', 'set', 'token.idleDays', '-1', ...because]],
    ['a missing passphrase', ['backup', '/tmp/never-written']],
  ]
  for (const [name, argv] of wrong)
    test(`exits with 2 and an explanation for ${name}`, async () => {
      const called = await ops(...argv)
      assert.equal(called.code, 2)
      assert.match(called.complained.join('\n'), /^\S.*\.(.*\n)+npm run ops -- [a-z ]+ --help shows the usage\.$/)
    })

  const declined: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['an unknown user', ['users', 'show', 'nobody'], /There is no user nobody/],
    ['an unlisted instrument', ['halt', 'US:NOPE', ...because], /neither a market/],
    ['resuming an instrument that is not halted', ['resume', 'US:MSFT', ...because], /is not halted/],
    ['an unknown setting', ['config', 'set', 'x', '1', '--from', '2027-01-01T00:00Z', ...because], /no setting/],
    ['a past time', ['config', 'set', 'token.idleDays', '3', '--from', '2020-01-01T00:00Z', ...because], /the future/],
    [
      'a value outside the allowed range',
      ['config', 'set', 'token.idleDays', '0', '--from', '2027-01-01T00:00Z', ...because],
      /no value/,
    ],
    ['a chat reply to an unknown user', ['chat', 'reply', 'nobody', 'Hello', ...because], /There is no user nobody/],
    ['the chat of an unknown user', ['chat', 'show', 'nobody'], /There is no user nobody/],
    [
      'a mute that ends in the past',
      ['mute', 'alice@example.org', '--until', '2020-01-01T00:00Z', ...because],
      /in the future/,
    ],
    ['unmuting a user who is not muted', ['unmute', 'alice@example.org', ...because], /is not muted/],
    ['reversing a correct journal', ['journal', 'reverse', '1', ...because], /is correct/],
  ]
  for (const [name, argv, sentence] of declined)
    test(`exits with 1 and the reason for ${name}`, async () => {
      const called = await ops(...argv)
      assert.equal(called.code, 1)
      assert.match(called.complained.join('\n'), sentence)
    })
})

/** The server's saved market time and wall time, and the database's current time. */
async function savedClock(): Promise<{ readonly market: number; readonly wall: number; readonly now: number }> {
  const milliseconds = (instant: string): string => `extract(epoch from ${instant})::double precision * 1000`
  const [saved] = await read<{ market: number; wall: number; now: number }>(`
    select ${milliseconds('market_at')} as market, ${milliseconds('wall_at')} as wall,
      ${milliseconds('clock_timestamp()')} as now from market_clock`)
  return present(saved, 'the saved clock')
}

test('every command is recorded in the hash chain with its author, time, arguments and reason', async () => {
  await serverStep()
  const before = await savedClock()
  await ops('users', 'show', 'alice@example.org', '--as', 'Ana')
  await ops('halt', 'US:NVDA', '--reason', 'prices look wrong')
  const passed = (await savedClock()).now - before.wall
  const rows = await read<{ memo: string; at: number; event_key: string; sealed: boolean }>(`
    select memo, at, event_key, exists (select from seal where journal_id = journal.id) as sealed
    from journal where ref_type = 'operator' order by id desc limit 2`)
  const [halt, show] = rows.map(({ memo }) => JSON.parse(memo) as Record<string, unknown>)
  assert.deepEqual(show, {
    command: 'users show',
    given: ['users', 'show', 'alice@example.org', '--as', 'Ana'],
    author: 'keeper (Ana)',
    reason: null,
  })
  assert.deepEqual([halt?.['command'], halt?.['author'], halt?.['reason']], ['halt', 'keeper', 'prices look wrong'])
  for (const { at, sealed } of rows) {
    assert(sealed, "an operator's journal is sealed at once")
    // This world's clock stands still. The operator's clock runs on from the saved time, as in production.
    assert(at >= before.market && at <= before.market + passed, `${at} is not in ${before.market} + ${passed}`)
  }
  await world.verify()
})

// Runs before any halt: the operator's clock runs on while this world's stands still, so fills would seem to fall in a halt.
test('verify reports a changed journal and exits with 1', async () => {
  const all = await ops('verify', 'all')
  assert.equal(all.code, 0, all.printed.join('\n'))
  await read("alter table journal disable trigger user; update journal set memo = 'other' where event = 'E01'")
  const found = await ops('verify', 'ledger', '--json')
  assert.equal(found.code, 1)
  assert.equal(found.json()['right'], false)
  assert.match(JSON.stringify(found.json()), /journal \d+ was changed/)
  await read("update journal set memo = '' where event = 'E01'; alter table journal enable trigger user")
  assert.equal((await ops('verify', 'ledger')).code, 0)
})

describe('halts', () => {
  test('a halted instrument refuses orders, and quotes and push show the halt, until it is resumed', async () => {
    await using listener = await alice.listen('system')
    assert.deepEqual([(await quote()).halted, await order()], [false, 200])
    assert.equal((await ops('halt', 'US:AAPL', ...because)).code, 0)
    await serverStep()
    assert.deepEqual([(await quote()).halted, await order()], [true, refusalCode('trading_halted')])
    const pushed = await listener.next('halt', ({ data }) => data.code === 'AAPL')
    assert.deepEqual(pushed.data, { market: 'US', code: 'AAPL', halted: true })
    assert.equal((await ops('halt', 'US:AAPL', ...because)).code, 1, 'a second halt is refused')
    assert.equal((await ops('resume', 'US:AAPL', ...because)).code, 0)
    await serverStep()
    assert.deepEqual([(await quote()).halted, await order()], [false, 200])
    await listener.next('halt', ({ data }) => data.code === 'AAPL' && !data.halted)
  })

  test('a halted market refuses orders and fills none, and other markets trade', async () => {
    await world.step(3)
    const before = (await alice.call(calls.trading.positions, { pageNum: 1, pageSize: 50 })).total
    assert.equal(await order(), 200)
    await ops('halt', 'US', ...because)
    const { dependencies } = world.server
    await dependencies.halts.refresh()
    await world.step(3)
    assert.equal((await alice.call(calls.trading.positions, { pageNum: 1, pageSize: 50 })).total, before)
    assert.equal(await order(), refusalCode('trading_halted'))
    const euro = { stockCode: 'EURUSD', direction: 0, orderType: 0, quantity: '0.01', leverage: 10 }
    assert.equal((await alice.askWire(calls.trading.createForex, euro)).envelope.code, 200)
    const list = await ops('halt', 'list', '--json')
    assert.equal((list.json()['halts'] as { market: string }[]).at(-1)?.market, 'US')
    await ops('resume', 'US', ...because)
    await world.step(3)
    assert((await alice.call(calls.trading.positions, { pageNum: 1, pageSize: 50 })).total > before)
    await world.verify()
  })

  test('a restarted server loads the halts before its first order', async () => {
    await ops('halt', 'US:MSFT', ...because)
    const halts = await openHalts(world.server.dependencies.store.db)
    assert.deepEqual([halts.isHalted('US:MSFT'), halts.isHalted('US:AAPL')], [true, false])
    await ops('resume', 'US:MSFT', ...because)
  })
})

test('revoked sessions and their sockets end on the running server, and the user can sign in again', async () => {
  const bob = await register(world.url, 'bob')
  await using listener = await bob.listen('user')
  const list = async () => (await ops('sessions', 'list', 'bob@example.org', '--json')).json()['sessions'] as unknown[]
  const open = (await list()).length
  assert(open >= 1)
  const revoked = await ops('sessions', 'revoke', 'bob@example.org', '--json', ...because)
  assert.equal(revoked.json()['ended'], open, 'all listed sessions end')
  assert.deepEqual(await list(), [])
  const [{ left } = { left: -1 }] = await read<{ left: number }>(
    `select count(*)::int as left from session_token join app_user on user_id = app_user.id
     where email = 'bob@example.org' and revoked_at is null`,
  )
  assert.equal(left, 0, 'the registration token is revoked too')
  await serverStep()
  assert.equal((await bob.ask(calls.account.me, {})).status, 401)
  const count = listener.frames.length
  const again = await signIn(world.url, 'bob')
  await again.askWire(calls.wallet.transfer, { fromWalletType: 1, toWalletType: 8, amount: '10' })
  await world.step(2)
  assert.equal(listener.frames.length, count, 'the old socket receives no more private messages')
})

test('users show prints the status in words, and the clock of each time', async () => {
  const shown = (await ops('users', 'show', 'alice@example.org')).printed.join('\n')
  assert.match(shown, /^account +open\n[^]*^verification +not requested\nblock trading +not requested$/m)
  assert.match(shown, /^opened \(market clock\) +20.+\nlast seen \(real clock\) +20.+\nopen sessions +1$/m)
})

describe('configuration', () => {
  const set = (...argv: readonly string[]) => ops('config', 'set', ...argv, ...because)
  const valueOf = async (key: string): Promise<string | undefined> => {
    const { settings } = (await ops('config', 'list', '--json')).json() as {
      settings: { key: string; value: string }[]
    }
    return settings.find((each) => each.key === key)?.value
  }
  const sessionsOf = async (name: string): Promise<number> => {
    for (let count = 0; count < 4; count += 1) await signIn(world.url, name)
    return ((await ops('sessions', 'list', `${name}@example.org`, '--json')).json()['sessions'] as unknown[]).length
  }

  test('a version takes effect at its time on the server and appears in the public list', async () => {
    await register(world.url, 'carol')
    assert((await sessionsOf('carol')) > 2)
    const from = new Date(world.clock.now() + 3_600_000).toISOString().replace(/\.\d+Z$/, 'Z')
    assert.equal((await set('token.maxPerUser', '2', '--from', from)).code, 0)
    await serverStep()
    assert.equal(await valueOf('token.maxPerUser'), '10')
    assert((await sessionsOf('carol')) > 2, 'the new value is not yet in force')
    await world.pass(3601)
    assert.equal(await valueOf('token.maxPerUser'), '2')
    assert.equal(await sessionsOf('carol'), 2)
    const versions = await alice.call(calls.audit.configuration, {})
    const version = versions.find(({ key }) => key === 'token.maxPerUser')
    assert.deepEqual(
      [version?.value, version?.author, version?.reason, version?.hash.length],
      [2, 'keeper', 'a test', 64],
    )
    // Restores the value for the other tests of this process.
    const back = new Date(world.clock.now() + 60_000).toISOString().replace(/\.\d+Z$/, 'Z')
    await set('token.maxPerUser', '10', '--from', back)
    await world.pass(61)
    assert.equal(await valueOf('token.maxPerUser'), '10')
  })

  test('config list shows at least 12 settings, including those of sign-in, sessions and codes', async () => {
    const { settings } = (await ops('config', 'list', '--json')).json() as {
      settings: { key: string; value: string; version: string }[]
    }
    assert(settings.length >= 12)
    for (const each of ['auth.maxFailures', 'token.idleDays', 'code.ttlMin'])
      assert(
        settings.some(({ key }) => key === each),
        each,
      )
  })
})

describe('articles and notices', () => {
  const file = (name: string): string => join(import.meta.dirname, '..', '..', 'data', 'help', name)
  const both = [file('accounts.en.md'), file('accounts.zh.md')] as const
  const notices = async () => {
    // The operator's clock runs on while this world's stands still.
    await world.pass(60)
    return alice.call(calls.content.articles, { type: 'notice', pageNum: 1, pageSize: 20 })
  }

  test('a published notice is shown to users until the operator withdraws it', async () => {
    const { total } = await notices()
    const published = await ops('notice', 'publish', ...both, ...because, '--json')
    const id = Number(published.json()['id'])
    assert.equal((await notices()).total, total + 1)
    assert.match((await alice.call(calls.content.article, { id })).content, /<strong>Funding account<\/strong>/)
    const listed = (await ops('article', 'list', '--json')).json()['articles'] as { id: number; type: string }[]
    assert(listed.some((each) => each.id === id && each.type === 'notice'))
    assert.equal((await ops('article', 'withdraw', String(id), ...because)).code, 0)
    assert.equal((await notices()).total, total)
    assert.equal((await alice.askWire(calls.content.article, { id })).envelope.code, refusalCode('not_found'))
    assert.equal((await ops('article', 'withdraw', String(id), ...because)).code, 1)
  })

  test('article publish refuses a malformed file, an unknown tag, a missing file and a file above 32 KB', async () => {
    const readme = join(import.meta.dirname, '..', '..', 'README.md')
    assert.equal((await ops('article', 'publish', readme, readme, ...because)).code, 1)
    assert.equal((await ops('article', 'publish', ...both, '--tag', 'GOSSIP', ...because)).code, 2)
    assert.equal((await ops('article', 'publish', '/nowhere.md', both[1], ...because)).code, 2)
    const long = join(world.folder, 'long.md')
    await writeFile(long, (await readFile(both[0], 'utf8')).padEnd(32 * 1024 + 1, 'x'))
    const { code, complained } = await ops('article', 'publish', long, both[1], ...because)
    assert.deepEqual([code, /long\.md has 33 KB: .* at most 32\./.test(complained.join('\n'))], [1, true])
    await truncate(long, 32 * 1024)
    assert.equal((await ops('article', 'publish', long, both[1], ...because)).code, 0)
  })

  test('article list has a header line and shows which articles are withdrawn', async () => {
    const { printed } = await ops('article', 'list')
    assert.match(printed[0] ?? '', /^id +kind +tag +published +status +title$/)
    assert(printed.some((line) => / notice .* withdrawn /.test(line)) && printed.some((line) => / shown /.test(line)))
  })

  test('config set publishes a notice at once, with the reason escaped', async () => {
    const from = new Date(world.clock.now() + 86_400_000).toISOString().replace(/\.\d+Z$/, 'Z')
    assert.equal((await ops('config', 'set', 'code.maxTries', '4', '--from', from, '--reason', 'a <test>')).code, 0)
    const { rows } = await notices()
    assert.match(rows[0]?.summary ?? '', /^code\.maxTries = 4/)
    const { content } = await alice.call(calls.content.article, { id: rows[0]?.id ?? 0 })
    assert.match(content, /a &lt;test&gt;/)
  })
})

describe('the chat', () => {
  type Thread = { userId: number; isWaiting: boolean; text?: string }
  const threads = async () => (await ops('chat', 'list', '--json')).json()['threads'] as Thread[]
  const untilText = () => new Date(world.clock.now() + 3_600_000).toISOString().replace(/\.\d+Z$/, 'Z')

  test('a chat question waits until the operator replies; the reply arrives on the open page and as a message', async () => {
    const gina = await register(world.url, 'gina')
    const { id } = await gina.call(calls.account.me, {})
    await using page = await gina.listen('chat')
    await page.tell({ op: 'chat', text: 'Is anybody there?' })
    // No call accepts a control character, but the output must not trust stored texts either.
    await read(`update chat_message set text = E'Is anybody \\x1B[31mthere?' where user_id = ${id} and text like 'Is%'`)
    assert.equal((await threads()).find(({ userId }) => userId === id)?.isWaiting, true)
    assert.equal((await ops('chat', 'reply', 'gina@example.org', ' Good morning. ', ...because)).code, 0)
    await serverStep()
    await page.next('chat', ({ data }) => data.text === 'Good morning.' && data.from === 'operator')
    const thread = (await threads()).find(({ userId }) => userId === id)
    assert.deepEqual([thread?.isWaiting, thread?.text], [false, 'Good morning.'])
    const messages = await read<{ kind: string }>(`select kind from message where user_id = ${id} and type = 'SERVICE'`)
    assert.deepEqual(messages, [{ kind: 'operator_replied' }])
    const { printed } = await ops('chat', 'show', 'gina@example.org')
    const shown = printed.join('\n')
    assert.match(shown, /user\n {2}Is anybody {2}\[31mthere\?\n[^]*operator\n {2}Good morning\./)
    assert(!shown.includes('\u001B'), 'control characters do not reach the terminal')
  })

  test('a refused reply is not stored', async () => {
    const before = await read('select id from chat_message')
    await ops('chat', 'reply', 'alice@example.org', '', ...because)
    await ops('chat', 'reply', 'alice@example.org', 'x'.repeat(501), ...because)
    assert.deepEqual(await read('select id from chat_message'), before)
    assert.equal((await ops('chat', 'reply', 'alice@example.org', 'x'.repeat(500), ...because)).code, 0)
  })

  test('a muted user cannot chat or upload but can trade, until unmuted; the mute is in the journal', async () => {
    const henry = await register(world.url, 'henry')
    await using page = await henry.listen('chat')
    assert.equal((await ops('mute', 'henry@example.org', '--until', untilText(), ...because)).code, 0)
    await assert.rejects(page.tell({ op: 'chat', text: 'Hello' }), new RegExp(String(refusalCode('chat_muted'))))
    assert.match((await ops('chat', 'show', 'henry@example.org')).printed.join('\n'), /has no messages\nmuted until /)
    assert.equal(await uploadBy(henry), 'upload_failed')
    assert.equal(await uploadBy(await register(world.url, 'hanna')), undefined)
    const noted = await read(
      `select 1 from journal where ref_type = 'operator' and memo like '%"command":"mute"%henry@example.org%'`,
    )
    assert.equal(noted.length, 1)
    assert.equal((await henry.askWire(calls.trading.createStock, share)).envelope.code, 200)
    assert.equal((await ops('unmute', 'henry@example.org', ...because)).code, 0)
    await page.tell({ op: 'chat', text: 'Hello' })
    assert.equal(await uploadBy(henry), undefined)
    assert.equal((await ops('unmute', 'henry@example.org', ...because)).code, 1)
  })

  test('the help of chat reply says that operators give no investment advice', async () => {
    assert.match((await ops('chat', 'reply', '--help')).printed.join('\n'), /no advice on what to buy, sell or hold/)
  })
})

import assert from 'node:assert/strict'
import { request as rawRequest } from 'node:http'
import { connect as connectSocket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import { pushPath } from '@mex/contract/push.ts'
import { present } from '@mex/core/assert.ts'
import { moneyOf } from '@mex/core/money/money.ts'
import { openAuthenticator } from '@mex/server/testing.ts'
import type { Person } from '@mex/world/person.ts'
import { openWorld, type World } from '@mex/world/world.ts'
import { openReading, type Line } from './reading.ts'
import { liveThrough, openMailbox, passwords, type Mailbox, type WholePerson } from './whole-person.ts'

/** The security log: events over HTTP and the socket, the fields of a line, and what a line never contains. */

let world: World
let mailbox: Mailbox
let whole: WholePerson
let ann: Person
const reading = openReading()
before(async () => {
  mailbox = await openMailbox()
  world = await openWorld({
    seed: 'logs',
    log: reading.log,
    settings: { SMTP_URL: mailbox.url, PUBLIC_HOST: 'localhost' },
  })
  whole = await liveThrough(world, mailbox)
  ann = whole.person
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await mailbox[Symbol.asyncDispose]()
})

/** The security lines written while `work` runs. */
async function written(work: () => Promise<unknown>): Promise<Line[]> {
  const from = reading.lines().length
  await work()
  return reading.lines().slice(from)
}
const short = (lines: readonly Line[]) => lines.map(({ security, outcome, user }) => [security, outcome, user ?? null])

const ignore = <T>(asked: Promise<T>): Promise<T | undefined> => asked.catch(() => undefined)
const signIn = (password: string, username = whole.email) =>
  ignore(world.stranger().call(calls.account.login, { username, password }))

test('opening and setting up an account is logged, with the id of the user', () => {
  const logged = new Set(reading.lines().map(({ security, outcome }) => `${String(security)} ${String(outcome)}`))
  for (const expected of ['code_sent', 'account_opened', 'sign_in', 'passkey_added', 'pay_password_set'])
    assert(logged.has(`${expected} accepted`), expected)
  const opened = reading.lines().find(({ security }) => security === 'account_opened')
  assert.equal(opened?.['user'], whole.id)
})

test('a line has a UTC time, event, outcome, user, network, call and request, and no other field', async () => {
  const [line] = await written(() => signIn(passwords.wrong))
  const { time, network, call, request } = present(line, 'a line')
  assert.match(String(time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.deepEqual([network, call], ['127.0.0.1', '/loginByUsername'])
  assert.match(String(request), /^[\w-]{36}$/)
  const fields = new Set(reading.lines().flatMap((each) => Object.keys(each)))
  const known = ['level', 'time', 'security', 'outcome', 'user', 'network', 'call', 'request', 'unwritten', 'msg']
  assert.deepEqual(
    [...fields].filter((field) => !known.includes(field)),
    [],
  )
})

test('a line has the request id that the answer carries', async () => {
  let answered: string | null = null
  const lines = await written(async () => {
    answered = (await ann.ask(calls.account.revokeSession, { id: 987_654 })).headers.get('x-request-id')
  })
  assert.equal(lines[0]?.['request'], answered)
})

describe('logs signing in and out', () => {
  test('with the right password, a wrong one, an unknown user name, and a locked account', async () => {
    assert.deepEqual(short(await written(() => signIn(passwords.login))), [['sign_in', 'accepted', whole.id]])
    assert.deepEqual(short(await written(() => signIn(passwords.wrong))), [['sign_in', 'wrong_credentials', whole.id]])
    assert.deepEqual(short(await written(() => signIn(passwords.wrong, 'nobody@example.org'))), [
      ['sign_in', 'wrong_credentials', null],
    ])
    const lines = await written(async () => {
      for (let tries = 0; tries < 6; tries += 1) await signIn(passwords.wrong, 'whole-person')
    })
    assert.deepEqual(short(lines).at(-1), ['sign_in', 'too_many_attempts', whole.id])
    // The lock is on the account, whichever name is used. The next tests sign in after it expires.
    world.clock.advance(16 * 60_000)
  })

  test('by passkey, including adding and removing the passkey', async () => {
    const { security } = calls
    const wrong = () => ignore(ann.call(security.passkeyCreationOptions, { password: passwords.wrong }))
    assert.deepEqual(short(await written(wrong)), [['identity_asked', 'wrong_password', whole.id]])
    const authenticator = openAuthenticator({ origin: 'https://localhost' })
    const lines = await written(async () => {
      const { options } = await ann.call(security.passkeyCreationOptions, { password: passwords.login })
      const credential = authenticator.create(options)
      const { id } = await ann.call(security.addPasskey, { name: 'Phone', credential })
      const stranger = world.stranger()
      const asked = await stranger.call(security.passkeyRequestOptions, {})
      const used = authenticator.use(asked.options)
      await stranger.call(security.loginByPasskey, { credential: used })
      await ignore(stranger.call(security.loginByPasskey, { credential: used }))
      await ann.call(security.removePasskey, { id })
    })
    assert.deepEqual(short(lines), [
      ['identity_asked', 'accepted', whole.id],
      ['passkey_added', 'accepted', whole.id],
      ['sign_in', 'accepted', whole.id],
      ['sign_in', 'passkey_invalid', null],
      ['passkey_removed', 'accepted', whole.id],
    ])
    assert.deepEqual(
      new Set(lines.filter(({ security: event }) => event === 'sign_in').map(({ call }) => call)),
      new Set(['/passkey/login']),
    )
  })

  test('when a user revokes a session, and when a user signs out', async () => {
    const lines = await written(async () => {
      const other = world.stranger()
      other.token = (await other.call(calls.account.login, { username: whole.email, password: passwords.login })).token
      const open = await ann.call(calls.account.sessions, {})
      await ann.call(calls.account.revokeSession, {
        id: present(
          open.find(({ isCurrent }) => !isCurrent),
          'the other session',
        ).id,
      })
      const third = world.stranger()
      third.token = (await third.call(calls.account.login, { username: whole.email, password: passwords.login })).token
      await third.call(calls.account.logout, {})
    })
    assert.deepEqual(short(lines), [
      ['sign_in', 'accepted', whole.id],
      ['session_ended', 'accepted', whole.id],
      ['sign_in', 'accepted', whole.id],
      ['sign_out', 'accepted', whole.id],
    ])
  })
})

test('logs password changes, password resets and wrong passwords', async () => {
  const { security } = calls
  const change = (oldPassword: string, newPassword: string) =>
    ann.call(security.changePassword, { oldPassword, newPassword, confirmPassword: newPassword })
  const pay = (oldPayPassword: string) =>
    ann.call(security.changePayPassword, {
      oldPayPassword,
      payPassword: passwords.pay,
      confirmPayPassword: passwords.pay,
    })
  const lines = await written(async () => {
    await ignore(change(passwords.wrong, passwords.changed))
    await change(passwords.login, passwords.changed)
    await ignore(pay(passwords.wrong))
    const { email } = whole
    world.clock.advance(61_000)
    await ann.call(calls.account.sendEmailCode, { email, purpose: 'resetPassword' })
    await world.server.jobs.runAll(world.clock.now())
    const reset = { email, newPassword: passwords.reset, confirmPassword: passwords.reset }
    await ignore(ann.call(security.resetPassword, { ...reset, emailCode: '000000' }))
    await ann.call(security.resetPassword, { ...reset, emailCode: mailbox.codeFor(email) })
    await ignore(ann.call(calls.records.requestExport, { password: passwords.wrong }))
  })
  assert.deepEqual(short(lines), [
    ['password_changed', 'wrong_password', whole.id],
    ['password_changed', 'accepted', whole.id],
    ['pay_password_changed', 'pay_password_wrong', whole.id],
    ['code_sent', 'accepted', whole.id],
    ['password_reset', 'code_incorrect', whole.id],
    ['password_reset', 'accepted', whole.id],
    ['own_data_asked', 'wrong_password', whole.id],
  ])
})

describe('logs refused access', () => {
  const me = calls.account.me
  test('without a token, or with an unknown token, a registration token, or a token of a closed account', async () => {
    const bearer = (token: string | undefined): Person => {
      const person = world.stranger()
      person.token = token
      return person
    }
    const guest = await world.person()
    const closed = (await guest.call(me, {})).id
    const { pool } = world.server.dependencies.store
    const email = 'second@example.org'
    await guest.call(calls.account.sendEmailCode, { email, purpose: 'register' })
    await world.server.jobs.runAll(world.clock.now())
    const { login: password } = passwords
    const details = {
      email,
      emailCode: mailbox.codeFor(email),
      password,
      passwordConfirm: password,
      agree: true as const,
    }
    const registered = await world.stranger().call(calls.account.register, details)
    const lines = await written(async () => {
      await bearer(undefined).ask(me, {})
      await bearer('no-such-token').ask(me, {})
      await bearer('no-such-token').ask(calls.market.clock, {})
      await bearer(registered.token).ask(me, {})
      await pool.query("update app_user set state = 'CLOSED' where id = $1", [closed])
      const fresh = openSameToken(guest)
      world.clock.advance(61_000)
      await fresh.ask(me, {})
    })
    assert.deepEqual(short(lines), [
      ['access_refused', 'no_token', null],
      ['access_refused', 'unknown_token', null],
      ['access_refused', 'unknown_token', null],
      ['access_refused', 'token_of_registration', registered.id],
      ['access_refused', 'closed_account', closed],
    ])
  })

  test("to another user's session, position or picture, as not found", async () => {
    const bob = await world.person()
    const { id } = await bob.call(me, {})
    const [session] = await ann.call(calls.account.sessions, {})
    const lines = await written(async () => {
      await bob.ask(calls.account.revokeSession, { id: present(session, 'one').id })
      await bob.ask(calls.trading.close, { id: 1, part: 'full', type: 'market' })
      await bob.fetch('/file/AAAAAAAAAAAAAAAAAAAAAA', { headers: { authorization: present(bob.token, 'a token') } })
      await bob.fetch('/file/AAAAAAAAAAAAAAAAAAAAAA')
    })
    assert.deepEqual(short(lines), [
      ['session_ended', 'not_found', id],
      ['access_refused', 'position_not_found', id],
      ['access_refused', 'no_such_picture', id],
      ['access_refused', 'no_token', null],
    ])
  })

  test('on the socket: a foreign origin, a private channel without a token, and an unknown token', async () => {
    const lines = await written(async () => {
      await new Promise<void>((done) => {
        const headers = {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
          'sec-websocket-version': '13',
          origin: 'https://elsewhere.example.org',
        }
        rawRequest(new URL(pushPath, world.url), { headers }, () => done())
          .on('error', () => done())
          .end()
      })
      const stranger = world.stranger()
      await assert.rejects(stranger.listen('user'))
      stranger.token = 'no-such-token'
      await assert.rejects(stranger.listen())
    })
    assert.deepEqual(short(lines), [
      ['access_refused', 'foreign_page', null],
      ['access_refused', 'no_token', null],
      ['access_refused', 'unknown_token', null],
    ])
    assert.deepEqual(new Set(lines.map(({ call }) => call)), new Set([pushPath]))
  })
})

/** Another client with the same session. */
function openSameToken({ token }: Person): Person {
  const person = world.stranger()
  person.token = token
  return person
}

describe('logs attacks', () => {
  test('with malformed, oversized or unparsable requests, and with unknown paths', async () => {
    const json = { 'content-type': 'application/json' }
    const lines = await written(async () => {
      await ann.askWire(calls.trading.positions, { pageNum: { $ne: null }, pageSize: 10 })
      await ann.fetch('/loginByUsername', { method: 'POST', headers: json, body: '{' })
      await ann.fetch('/guest', { method: 'POST', headers: json, body: JSON.stringify({ lang: 'x'.repeat(300_000) }) })
      await ann.fetch('/.git/config')
      await new Promise<void>((done) => {
        const { hostname, port } = new URL(world.url)
        const socket = connectSocket(Number(port), hostname, () => void socket.write('NONSENSE\r\n\r\n'))
        socket
          .on('close', () => done())
          .on('error', () => undefined)
          .resume()
      })
    })
    assert.deepEqual(
      lines.map(({ security, outcome, call }) => [security, outcome, call]),
      [
        ['input_refused', 'invalid_parameter', calls.trading.positions.path],
        ['input_refused', 'unreadable', calls.account.login.path],
        ['input_refused', 'too_large', calls.account.guest.path],
        ['input_refused', 'no_such_address', '/'],
        ['input_refused', 'unreadable', '/'],
      ],
    )
  })

  test('with an upload that is not a supported picture', async () => {
    const form = new FormData()
    form.append('file', new Blob(['<svg onload="alert(1)"/>']), 'picture.png')
    const headers = { authorization: present(ann.token, 'a token') }
    const lines = await written(() => ann.fetch(calls.files.upload.path, { method: 'POST', headers, body: form }))
    assert.deepEqual(short(lines), [['upload_refused', 'upload_failed', whole.id]])
  })

  test('with proxy headers from a client that is not a trusted proxy', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.7' }
    const lines = await written(() => ann.fetch('/healthz', { headers }))
    assert.deepEqual(
      lines.map(({ outcome, network }) => [outcome, network]),
      [['forwarded_by_a_stranger', '127.0.0.1']],
    )
  })
})

test('does not log reads, orders, transfers or refusals for lack of funds', async () => {
  const lines = await written(async () => {
    await ann.call(calls.account.me, {})
    await ann.ask(calls.wallet.transfer, { from: 'BALANCE', to: 'HK_STOCK', amount: moneyOf('99000000') })
    await ann.askWire(calls.trading.createStock, {
      stockCode: 'AAPL',
      market: 'US',
      classify: 'UsStock',
      direction: 0,
      orderType: 0,
      quantity: '1',
    })
  })
  assert.deepEqual(short(lines), [])
})

test('the log contains no password, token, code, number, name or address of the user', () => {
  const text = reading.text()
  const { texts } = whole.secrets
  for (const [what, secret] of Object.entries(texts)) assert(!text.includes(secret), what)
  for (const own of [whole.email, 'whole-person', 'nobody@example.org', 'Example Street'])
    assert(!text.includes(own), own)
  const numbers = new Set(text.match(/\b\d{6}\b/g) ?? [])
  for (const code of whole.secrets.codes) assert(!numbers.has(code), 'a code')
  assert(reading.lines().length > 40, 'the log is not empty')
})

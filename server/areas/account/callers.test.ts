import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { get, post, type Call, type Caller } from '@mex/contract/call.ts'
import { request } from '@mex/contract/request.ts'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { openRateFeed, start } from '#areas/testing.ts'
import type { Context } from '#context.ts'
import { sql } from '#db/sql.ts'
import { openTestHttp } from '#http/testing.ts'
import { hour, openAccountTest, password, type AccountTest } from './testing.ts'

/** Authorisation over HTTP: anonymous clients, guests, users who complete their registration, and signed-in users. */

const shape = { about: 'Says who is calling.', input: request({}), output: z.string() }
const open = get('/open', { who: 'anyone', ...shape })
const registering = get('/registering', { who: 'onboarding', ...shape })
const personal = post('/personal', { who: 'user', ...shape })
const byCaller: Readonly<Record<Caller, Call>> = { anyone: open, onboarding: registering, user: personal }

/** Answers the signed-in user and the user in registration that the handler receives. */
const whoIs = (_: unknown, context: Context): Promise<string> =>
  Promise.resolve(`${context.person?.userId ?? 'nobody'} ${context.registering?.userId ?? 'nobody'}`)

let here: AccountTest
let http: FastifyInstance
let now = start
before(async () => {
  here = await openAccountTest()
  const opened = await openTestHttp({
    calls: Object.values(byCaller).map((call) => ({ call, handler: whoIs as never })),
    parts: { db: here.db, feed: openRateFeed() },
    clock: { now: () => now, wall: () => now },
    authenticate: (token) => here.dependencies.sessions.authenticate(token, now),
  })
  http = opened.http
})
after(async () => {
  await http.close()
  await here[Symbol.asyncDispose]()
})

/** The code and the answer of a call with a token. */
async function ask(who: Caller, token: string | undefined): Promise<readonly [number, string | null]> {
  const { method, path: url } = byCaller[who]
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const reply = await http.inject({ method, url, headers })
  const { code, data } = reply.json<{ code: number; data: string | null }>()
  assert.equal(reply.statusCode, code)
  return [code, data]
}

async function askEvery(token: string | undefined) {
  return [await ask('anyone', token), await ask('onboarding', token), await ask('user', token)]
}

const refusedBoth = (code: number) => [
  [code, null],
  [code, null],
]

test('a client without a valid token may make only the calls for anyone', async () => {
  for (const token of [undefined, '', 'no-such-token', 'x'.repeat(43)])
    assert.deepEqual(await askEvery(token), [[200, 'nobody nobody'], ...refusedBoth(401)])
})

test('a session of a user or a guest may make every call', async () => {
  const input = await here.registration()
  await here.call.register(input, here.anyone())
  const signedIn = await here.call.login({ username: input.email, password }, here.anyone())
  const guest = await here.call.guest({}, here.anyone())
  for (const { id, token } of [signedIn, guest]) {
    const answer = [200, `${id} nobody`]
    assert.deepEqual(await askEvery(token), [answer, answer, answer])
  }
})

test('a registration token may only complete the registration', async () => {
  const { id, token } = await here.call.register(await here.registration(), here.anyone())
  assert.deepEqual(await askEvery(token), [
    [200, `nobody ${id}`],
    [200, `${id} ${id}`],
    [403, null],
  ])
})

test('a registration token expires after 24 hours', async () => {
  const { id, token } = await here.call.register(await here.registration(), here.anyone())
  now = start + 24 * hour - 1
  assert.deepEqual(await ask('onboarding', token), [200, `${id} ${id}`])
  now = start + 24 * hour
  const [open, ...closed] = await askEvery(token)
  now = start
  assert.deepEqual([open, closed], [[200, 'nobody nobody'], refusedBoth(401)])
})

test('a token of a closed account is ignored by calls for anyone and refused by all others', async () => {
  const { id, token } = await here.call.register(await here.registration(), here.anyone())
  await sql`update app_user set state = 'CLOSED' where id = ${id}`.execute(here.db)
  assert.deepEqual(await askEvery(token), [[200, 'nobody nobody'], ...refusedBoth(403)])
})

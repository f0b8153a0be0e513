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

/** Who may make which call, at the wire: strangers, guests, people who have just registered, people who have signed in. */

const shape = { about: 'Says who is calling.', input: request({}), output: z.string() }
const open = get('/open', { who: 'anyone', ...shape })
const registering = get('/registering', { who: 'onboarding', ...shape })
const personal = post('/personal', { who: 'user', ...shape })
const byCaller: Readonly<Record<Caller, Call>> = { anyone: open, onboarding: registering, user: personal }

/** Which of the two a handler learns: who has signed in, and whose registration is under way. */
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

/** Code and answer of a call with a token. */
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

test('strangers and unknown tokens reach what is for anyone alone', async () => {
  for (const token of [undefined, '', 'no-such-token', 'x'.repeat(43)])
    assert.deepEqual(await askEvery(token), [[200, 'nobody nobody'], ...refusedBoth(401)])
})

test('a session reaches everything, also of a guest', async () => {
  const input = await here.registration()
  await here.call.register(input, here.anyone())
  const signedIn = await here.call.login({ username: input.email, password }, here.anyone())
  const guest = await here.call.guest({}, here.anyone())
  for (const { id, token } of [signedIn, guest]) {
    const answer = [200, `${id} nobody`]
    assert.deepEqual(await askEvery(token), [answer, answer, answer])
  }
})

test('the token of a registration finishes it and is turned away from everything else', async () => {
  const { id, token } = await here.call.register(await here.registration(), here.anyone())
  assert.deepEqual(await askEvery(token), [
    [200, `nobody ${id}`],
    [200, `${id} ${id}`],
    [403, null],
  ])
})

test('the token of a registration lives for 24 hours', async () => {
  const { id, token } = await here.call.register(await here.registration(), here.anyone())
  now = start + 24 * hour - 1
  assert.deepEqual(await ask('onboarding', token), [200, `${id} ${id}`])
  now = start + 24 * hour
  const [open, ...closed] = await askEvery(token)
  now = start
  assert.deepEqual([open, closed], [[200, 'nobody nobody'], refusedBoth(401)])
})

test('an account that is closed is nobody where anyone may call, and turned away elsewhere', async () => {
  const { id, token } = await here.call.register(await here.registration(), here.anyone())
  await sql`update app_user set state = 'CLOSED' where id = ${id}`.execute(here.db)
  assert.deepEqual(await askEvery(token), [[200, 'nobody nobody'], ...refusedBoth(403)])
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import { register, seedPassword as password } from '@mex/world/people.ts'
import { openWorld, type World } from '@mex/world/world.ts'
import { operatorOf, type Operator } from './operator.ts'

/** Texts of users do not control the terminal of the operator. */

let world: World
let ops: Operator
before(async () => {
  world = await openWorld({ seed: 'terminal' })
  ops = operatorOf(world)
})
after(() => world[Symbol.asyncDispose]())

/** A header can carry the control characters above U+007F: these clear the screen and set the title of the window. */
const agent = 'Browser \u009B2J\u009D0;all is well\u009C'
const control = /[\u0080-\u009F]/

test('the user agent of a session is listed without its control characters, and escaped as JSON', async () => {
  const alice = await register(world.url, 'alice')
  const body = JSON.stringify({ username: 'alice@example.org', password })
  const headers = { 'content-type': 'application/json', 'user-agent': agent }
  await alice.fetch(calls.account.login.path, { method: 'POST', headers, body })
  const { printed } = await ops('sessions', 'list', 'alice@example.org')
  const text = printed.join('\n')
  assert.match(text, /Browser  2J 0;all is well/)
  assert.doesNotMatch(text, control)
  const json = await ops('sessions', 'list', 'alice@example.org', '--json')
  assert.doesNotMatch(json.printed.join('\n'), control)
  const { sessions } = json.json() as { readonly sessions: readonly { readonly agent: string }[] }
  assert(sessions.some((session) => session.agent === agent))
})

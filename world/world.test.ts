import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '@mex/contract/calls.ts'
import { openWorld } from './world.ts'
test('opens', async () => {
  await using world = await openWorld()
  const alice = await world.person()
  const me = await alice.call(calls.account.me, {})
  assert.equal(me.isGuest, true)
  await world.step(2)
  await world.verify()
})

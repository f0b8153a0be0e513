import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import { sql } from '@mex/server/testing.ts'
import { openWorld } from './world.ts'

test('a world starts at the given instant, and step and pass advance its clock', async () => {
  const start = Date.UTC(2026, 2, 3, 15)
  await using world = await openWorld({ start })
  const alice = await world.person()
  const clock = () => alice.call(calls.market.clock, {})
  assert.equal((await clock()).now, start)
  await world.step(3)
  const after = (await clock()).now
  assert(after > start && after < start + 60_000)
  await world.pass(3600)
  assert.equal((await clock()).now, Math.floor((world.clock.now() - 0) / 1000) * 1000)
  assert(world.clock.now() >= after + 3_600_000)
  await world.verify()
})

test('a world reports a wrong balance as a finding', async () => {
  await using world = await openWorld()
  await world.person()
  const { db } = world.server.dependencies.store
  await sql`update balance set amount = 1 where wallet = 1 and account = 'U.AVAIL'`.execute(db)
  const findings = await world.findings()
  assert(
    findings.some((finding) => finding.startsWith('I2: U.AVAIL')),
    findings.join('\n'),
  )
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import { identityFaults } from '@mex/core/kyc/identity-documents.ts'
import { paintNoise, sql } from '@mex/server/testing.ts'
import { register } from '@mex/world/people.ts'
import type { Envelope, Person } from '@mex/world/person.ts'
import { openWorld, type World } from '@mex/world/world.ts'
import { operatorOf, type Operator } from './operator.ts'

/** The operator reviews identity papers (rulebook §6.1) while the server runs. */

let world: World
let ops: Operator

before(async () => {
  world = await openWorld({ seed: 'paper reviews' })
  ops = operatorOf(world)
})
after(() => world[Symbol.asyncDispose]())

const db = () => world.server.dependencies.store.db

async function upload(person: Person, picture: Buffer): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(picture)]), 'picture.jpg')
  const headers = { authorization: person.token ?? '' }
  const response = await person.fetch(calls.files.upload.path, { method: 'POST', headers, body })
  const { data } = (await response.json()) as Envelope
  return (data as { readonly url: string }).url
}

const submit = async (name: string, width?: number): Promise<number> => {
  const person = await register(world.url, name)
  const frontImage = await upload(person, await paintNoise(width))
  const backImage = await upload(person, await paintNoise(width))
  await person.call(calls.kyc.submit, {
    firstName: 'Erin',
    lastName: 'Practice',
    country: 'MX',
    documentType: 'identity_card',
    documentNumber: `SIM${name.toUpperCase()}`,
    frontImage,
    backImage,
  })
  const { id } = await person.call(calls.account.me, {})
  const { rows } = await sql<{ id: number }>`select id from verification where user_id = ${id}`.execute(db())
  return rows[0]?.id ?? 0
}
async function statusOf(id: number): Promise<number | undefined> {
  const { rows } = await sql<{ status: number }>`select status from verification where id = ${id}`.execute(db())
  return rows[0]?.status
}

test('lists waiting reviews, and decides each once, never against the automatic checks', async () => {
  const [good, bad] = [await submit('erin'), await submit('frank', 250)]
  const listed = (await ops('review', 'list', '--json')).json() as { waiting: { id: number }[] }
  assert.deepEqual(new Set(listed.waiting.map(({ id }) => id)), new Set([good, bad]))
  const decide = (way: string, id: number, ...fault: string[]) =>
    ops('review', way, String(id), ...fault.flatMap((each) => ['--fault', each]), '--reason', 'a test')
  for (const fault of identityFaults) {
    const { code, complained } = await decide('refuse', good, fault)
    assert.deepEqual([code, /the automatic checks decide otherwise/.test(complained.join('\n'))], [1, true], fault)
  }
  assert.equal((await decide('approve', bad)).code, 1)
  assert.equal((await decide('refuse', bad, 'COUNTRY')).code, 1)
  assert.equal((await decide('refuse', bad, 'GUT_FEELING')).code, 2)
  assert.deepEqual([await statusOf(good), await statusOf(bad)], [1, 1])
  assert.equal((await decide('approve', good)).code, 0)
  assert.equal((await decide('refuse', bad, 'IMAGE_UNREADABLE')).code, 0)
  assert.deepEqual([await statusOf(good), await statusOf(bad)], [3, 2])
  assert.equal((await decide('refuse', good, 'COUNTRY')).code, 1)
  assert.equal(await statusOf(good), 3)
})

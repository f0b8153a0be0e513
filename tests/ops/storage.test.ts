import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import { paintNoise, until } from '@mex/server/testing.ts'
import type { Envelope, Person } from '@mex/world/person.ts'
import { openWorld, type World } from '@mex/world/world.ts'
import { operatorOf } from './operator.ts'

/** A nearly full disk, simulated by requiring more free space than any disk has. */

let world: World
let person: Person
let position: number
const share = { stockCode: 'AAPL', market: 'US', classify: 'UsStock', direction: 0, orderType: 0, quantity: '2' }
const setting = 'storage.freeMegabytesMin'

async function requireFreeSpace(megabytes: string): Promise<void> {
  const from = new Date(world.clock.now() + 60_000).toISOString().replace(/\.\d+Z$/, 'Z')
  const { code } = await operatorOf(world)('config', 'set', setting, megabytes, '--from', from, '--reason', 'a test')
  assert.equal(code, 0)
  await world.pass(61)
}

const positions = async () => (await person.call(calls.trading.positions, { pageNum: 1, pageSize: 50 })).rows

/** Waits until the server has measured its disk again. The order is of a share that does not exist: it spends nothing meanwhile. */
const untilOrders = (what: 'refused' | 'taken'): Promise<Envelope> =>
  until(`orders are ${what}`, async () => {
    const { envelope } = await person.askWire(calls.trading.createStock, { ...share, stockCode: 'NONE' })
    return (envelope.code === 1008) === (what === 'refused') && envelope
  })

before(async () => {
  world = await openWorld({ seed: 'storage' })
  person = await world.person()
  await person.call(calls.account.me, {})
  await person.askWire(calls.trading.createStock, share)
  await world.step(3)
  position = (await positions())[0]?.id ?? assert.fail('a position')
  await requireFreeSpace('900000000')
})
after(async () => {
  await requireFreeSpace('1')
  await world[Symbol.asyncDispose]()
})

test('low storage refuses calls that add data with storage_low; reading, closing and password resets still work', async () => {
  const order = await untilOrders('refused')
  assert.match(order.msg, /^The server is almost out of storage space/)
  assert.deepEqual(order.data, { reason: 'storage_low' })
  const guest = await world.stranger('zh-CN').ask(calls.account.guest, {})
  assert.deepEqual([guest.status, guest.envelope.code], [200, 1008])
  assert.match(guest.envelope.msg, /^服务器存储空间即将用尽/)
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(await paintNoise())]), 'picture.jpg')
  const headers = { authorization: person.token ?? '' }
  const picture = await person.fetch(calls.files.upload.path, { method: 'POST', headers, body })
  assert.equal(((await picture.json()) as Envelope).code, 1008)
  await using page = await person.listen('chat')
  await assert.rejects(page.tell({ op: 'chat', text: 'Hello' }), /1008/)

  assert.equal((await positions()).length, 1)
  const closed = await person.askWire(calls.trading.close, { id: position, type: 'full', orderType: 0 })
  assert.equal(closed.envelope.code, 200, closed.envelope.msg)
  const code = await person.askWire(calls.account.sendEmailCode, { email: 'ann@example.org', type: 'resetPassword' })
  assert.equal(code.envelope.code, 200, 'a reset code can be requested')
})

test('calls succeed again once there is space, also with the idempotency key that was refused', async () => {
  const key = crypto.randomUUID()
  assert.equal((await person.askWire(calls.trading.createStock, share, { key })).envelope.code, 1008)
  await requireFreeSpace('1')
  await untilOrders('taken')
  assert.equal((await person.askWire(calls.trading.createStock, share, { key })).envelope.code, 200)
  assert.equal((await world.stranger().ask(calls.account.guest, {})).envelope.code, 200)
})

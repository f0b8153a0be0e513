import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import { paintNoise } from '@mex/server/testing.ts'
import { everything } from './limits-testing.ts'
import { newKey, type Envelope, type Person } from './person.ts'
import { openWorld, type World } from './world.ts'

/** Limits and quotas of one network behind a proxy: an IPv4 address or an IPv6 /64. */

const guestsMax = 5
const uploadBytesMax = 400_000

let world: World
before(async () => {
  world = await openWorld({
    seed: 'networks',
    settings: { TRUST_PROXY: '127.0.0.1' },
    quotaLimits: { guests: () => guestsMax, upload_bytes: () => uploadBytesMax },
    allowances: { person: everything, network: { ...everything, read: { perMinute: 3 } } },
  })
})
after(() => world[Symbol.asyncDispose]())

let networks = 0
/** Random addresses of one /64 that no other test uses. */
function prefix(): () => string {
  networks += 1
  const start = `2001:db8:0:${networks.toString(16)}`
  return () => `${start}:${(randomBytes(8).toString('hex').match(/.{4}/g) ?? []).join(':')}`
}
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const openGuest = (address: string, key = newKey()) =>
  world.stranger().ask(calls.account.guest, {}, { ...from(address), key })

async function upload(person: Person, address: string, picture: Uint8Array): Promise<Envelope> {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(picture)]), 'picture.jpg')
  const headers = { authorization: person.token ?? '', 'x-forwarded-for': address }
  const response = await person.fetch(calls.files.upload.path, { method: 'POST', headers, body })
  return (await response.json()) as Envelope
}

async function guestAt(address: string): Promise<Person> {
  const person = world.stranger()
  person.token = (await person.call(calls.account.guest, {}, from(address))).token
  return person
}

test('addresses of one IPv6 /64 share one rate limit; the next /64 has its own', async () => {
  const [ours, theirs] = [prefix(), prefix()]
  const codes: number[] = []
  for (let count = 0; count < 5; count += 1)
    codes.push((await world.stranger().ask(calls.market.clock, {}, from(ours()))).envelope.code)
  assert.deepEqual(codes, [200, 200, 200, 1005, 1005])
  assert.equal((await world.stranger().ask(calls.market.clock, {}, from(theirs()))).envelope.code, 200)
})

test('addresses of one IPv6 /64 share the limit of password attempts', async () => {
  const ours = prefix()
  const codes: number[] = []
  for (let count = 0; count < 7; count += 1) {
    const input = { username: 'nobody-there', password: `wrong-${count}` }
    codes.push((await world.stranger().ask(calls.account.login, input, from(ours()))).envelope.code)
  }
  assert.deepEqual(codes, [1100, 1100, 1100, 1100, 1100, 1101, 1101])
})

test('refuses guest accounts above the daily quota of a network; another network is not affected', async () => {
  const [ours, theirs] = [prefix(), prefix()]
  const key = newKey()
  const address = ours()
  const first = await openGuest(address, key)
  for (let count = 1; count < guestsMax; count += 1) assert.equal((await openGuest(ours())).envelope.code, 200)
  const { status, envelope } = await openGuest(ours())
  assert.deepEqual(
    [status, envelope],
    [
      200,
      {
        code: 1005,
        msg: 'Your network has opened 5 guest accounts today, which is the limit. Register with your email, or try again tomorrow',
        data: { reason: 'network_guests', n: '5' },
      },
    ],
  )
  const chinese = await world.stranger('zh-CN').ask(calls.account.guest, {}, from(ours()))
  assert.match(chinese.envelope.msg, /^您所在的网络今天已开通 5 个游客账户/)
  const again = await openGuest(ours(), key)
  const idOf = ({ envelope: { data } }: typeof again) => (data as { readonly id: number }).id
  assert.equal(idOf(again), idOf(first), 'a repeated key gets the stored answer')
  assert.equal((await openGuest(theirs())).envelope.code, 200)
})

test('concurrent requests cannot exceed the guest quota', async () => {
  const ours = prefix()
  const replies = await Promise.all(Array.from({ length: 15 }, () => openGuest(ours())))
  assert.equal(replies.filter(({ envelope }) => envelope.code === 200).length, guestsMax)
})

test('users of one network share its upload quota; a repeated picture and another network are accepted', async () => {
  const [ours, theirs] = [prefix(), prefix()]
  const [ann, bob] = [await guestAt(ours()), await guestAt(ours())]
  const pictures: Uint8Array[] = []
  let bytes = 0
  let last: Envelope
  do {
    const picture = await paintNoise()
    pictures.push(picture)
    last = await upload(pictures.length % 2 === 0 ? ann : bob, ours(), picture)
    bytes += (last.data as { readonly size?: number }).size ?? 0
  } while (last.code === 200 && pictures.length < 200)
  assert.deepEqual([last.code, (last.data as { reason: string }).reason], [1005, 'network_uploads'])
  assert.match(last.msg, /^Your network has uploaded \d+ MB of pictures today/)
  assert.ok(bytes > 0 && bytes <= uploadBytesMax, `${bytes} bytes`)
  assert.equal((await upload(bob, ours(), pictures[0] ?? new Uint8Array())).code, 200)
  assert.equal((await upload(ann, theirs(), await paintNoise())).code, 200)
})

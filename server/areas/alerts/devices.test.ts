import assert from 'node:assert/strict'
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Language } from '@mex/contract/language.ts'
import { present } from '@mex/core/assert.ts'
import { settings } from '@mex/core/settings.ts'
import { issueToken } from '#areas/account/sessions.ts'
import { addUser, personal, refusedWith, start } from '#areas/testing.ts'
import type { PersonContext } from '#context.ts'
import { sql, type Database } from '#db/sql.ts'
import { openTestDatabase, type TestDatabase } from '#db/testing.ts'
import { systemRandomness } from '#randomness.ts'
import { deviceHandlers, openAlertDevices } from './devices.ts'
import { ownData } from './own-data.ts'
import { openPushService } from './push-service.ts'
import { deleteEndedDevices } from './store-devices.ts'
import { above, feed, openServer, priceAt, quoteAt, traditional } from './testing.ts'

let own: TestDatabase
let db: Database
/** A push service of a browser's maker, on this machine. It answers with `status`. */
const received: { readonly path: string; readonly headers: IncomingMessage['headers']; readonly body: Buffer }[] = []
let status = 201
const maker = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) })
    response.writeHead(status, status === 307 ? { location: '/elsewhere' } : {}).end()
  })
})
before(async () => {
  own = await openTestDatabase()
  db = own.db
  await new Promise<void>((listening) => maker.listen(0, '127.0.0.1', listening))
})
after(async () => {
  maker.close()
  await own[Symbol.asyncDispose]()
})

const secret = Buffer.alloc(32, 7)
const contact = 'operator@example.org'
const isThisMachine = ({ hostname }: URL): boolean => hostname === '127.0.0.1'
const ours = openPushService({ secret, contact, isKnownHost: isThisMachine })

function openDevices(allowed: 'on' | 'off' = 'on') {
  const service = allowed === 'on' ? ours : undefined
  const errors: string[] = []
  const devices = openAlertDevices({
    db,
    service,
    traditional,
    wall: () => start,
    onError: (error) => void errors.push(error instanceof Error ? error.message : String(error)),
  })
  return { ...devices, call: deviceHandlers({ service }), errors }
}

async function person(language: Language = 'en'): Promise<PersonContext> {
  const userId = await addUser(db)
  const { sessionId } = await issueToken(db, {
    userId,
    scope: 'session',
    agent: 'a phone',
    now: start,
    randomness: systemRandomness,
    idempotencyKeyHash: undefined,
  })
  return personal(userId, { db, feed, language }, { sessionId })
}

/** A browser: its keys, and how it reads what is sent to it (RFC 8291). */
function openBrowser(path = `/browser/${randomBytes(6).toString('hex')}`) {
  const keys = createECDH('prime256v1')
  const publicKey = keys.generateKeys()
  const auth = randomBytes(16)
  const device = {
    endpoint: `http://127.0.0.1:${(maker.address() as AddressInfo).port}${path}`,
    publicKey: publicKey.toString('base64url'),
    secret: auth.toString('base64url'),
  }
  function read(body: Buffer): { readonly title: string; readonly text: string } {
    const [salt, sender, rest] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)]
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender])
    const shared = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32))
    const derive = (use: string, length: number): Buffer =>
      Buffer.from(hkdfSync('sha256', shared, salt, `Content-Encoding: ${use}\0`, length))
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
    decipher.setAuthTag(rest.subarray(-16))
    const plain = Buffer.concat([decipher.update(rest.subarray(0, -16)), decipher.final()])
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString()) as { title: string; text: string }
  }
  const messages = () => received.filter((one) => one.path === path)
  return { device, read: () => messages().map(({ body }) => read(body)), messages }
}

const subject = { kind: 'alert_gone', values: { code: 'AAPL' } } as const

test('an alert that fires tells the browsers of its person alone, encrypted, marked as practice, in their language', async () => {
  const devices = openDevices()
  const { call, tick } = openServer(db, devices)
  const [context, stranger] = [await person('zh-CN'), await person()]
  const [phone, laptop, foreign] = [openBrowser(), openBrowser(), openBrowser()]
  for (const { device } of [phone, laptop]) await devices.call.addDevice(device, context)
  await devices.call.addDevice(foreign.device, stranger)
  await call.create(above, context)
  await tick(quoteAt(priceAt(3n)))
  for (let tries = 0; tries < 200 && phone.messages().length + laptop.messages().length < 2; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 10))
  for (const { read } of [phone, laptop]) {
    const [only, ...others] = read()
    assert.deepEqual(others, [])
    assert.equal(only?.title, '模拟 · 价格提醒')
    assert.match(only?.text ?? '', /^AAPL 现价 [\d.]+，已达到您设定的水平/)
  }
  assert.deepEqual(foreign.messages(), [])
  assert.deepEqual(devices.errors, [])
})

test('a message names the server by its key and the operator by mail address, and may wait an hour', async () => {
  const devices = openDevices()
  const context = await person()
  const { device, messages } = openBrowser()
  await devices.call.addDevice(device, context)
  await devices.tell([{ user: context.person.userId, about: subject }])
  const [{ headers }] = messages() as [(typeof received)[number]]
  const [, token = '', key] = /^vapid t=(.*), k=(.*)$/.exec(headers.authorization ?? '') ?? []
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
  assert.deepEqual(
    [claims['aud'], claims['sub'], key],
    [new URL(device.endpoint).origin, `mailto:${contact}`, ours.publicKey],
  )
  assert.deepEqual([headers['ttl'], headers['content-encoding']], ['3600', 'aes128gcm'])
})

test('a browser is told no more after its session has ended or was idle, or it has said that it is gone', async () => {
  const devices = openDevices()
  const tell = (context: PersonContext) => devices.tell([{ user: context.person.userId, about: subject }])
  const isOn = async (context: PersonContext, endpoint: string) =>
    (await devices.call.device({ endpoint }, context)).isOn
  for (const end of [
    sql`revoked_at = now()`,
    sql`expires_at = created_at`,
    sql`last_seen_at = created_at - interval '400 days'`,
  ]) {
    const context = await person()
    const { device, messages } = openBrowser()
    await devices.call.addDevice(device, context)
    assert(await isOn(context, device.endpoint))
    await sql`update session_token set ${end} where id = ${context.person.sessionId}`.execute(db)
    await tell(context)
    assert.deepEqual(messages(), [])
    await deleteEndedDevices(db, start)
    assert(!(await isOn(context, device.endpoint)))
  }
  const context = await person()
  const { device, messages } = openBrowser()
  await devices.call.addDevice(device, context)
  for (const answer of [500, 429, 307, 410]) {
    status = answer
    await tell(context)
    assert.equal(await isOn(context, device.endpoint), answer !== 410, String(answer))
  }
  status = 201
  assert.equal(messages().length, 4)
  assert(!received.some(({ path }) => path === '/elsewhere'), 'no redirect is followed')
  assert.deepEqual(
    devices.errors.map((error) => error.replace(/:\d+/, '')),
    [500, 429, 307].map((answer) => `the push service 127.0.0.1 answered ${answer}`),
  )
})

test('alertDevices.addDevice refuses: device_unknown, for every address but those of the makers of browsers', async () => {
  const context = await person()
  const { device } = openBrowser()
  const real = deviceHandlers({ service: openPushService({ secret, contact }) })
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://db5p.notify.windows.com/w/?token=abc',
  ])
    await real.addDevice({ ...device, endpoint }, context)
  for (const endpoint of [
    device.endpoint,
    'http://fcm.googleapis.com/abc',
    'https://fcm.googleapis.com:8443/abc',
    'https://somebody@fcm.googleapis.com/abc',
    'https://fcm.googleapis.com.example.org/abc',
    'https://examplenotify.windows.com/abc',
    'https://127.0.0.1/abc',
    'https://[::1]/abc',
    'https://169.254.169.254/latest/meta-data',
    'https://',
  ])
    assert.equal(
      (await refusedWith('device_unknown', real.addDevice({ ...device, endpoint }, context))).field,
      'endpoint',
      endpoint,
    )
  await refusedWith('device_unknown', openDevices('off').call.addDevice(device, context))
  const { call } = openDevices()
  const wrong = { ...device, publicKey: 'A'.repeat(87) }
  assert.equal((await refusedWith('invalid_parameter', call.addDevice(wrong, context))).field, 'publicKey')
})

test('failures with one reason are reported once for each tick', async () => {
  const devices = openDevices()
  const context = await person()
  for (const { device } of [openBrowser(), openBrowser(), openBrowser()]) await devices.call.addDevice(device, context)
  status = 503
  await devices.tell([{ user: context.person.userId, about: subject }])
  status = 201
  assert.equal(devices.errors.length, 1)
})

test('without the consent of the operator there is no key, and nothing is sent', async () => {
  const devices = openDevices()
  const context = await person()
  const { device, messages } = openBrowser()
  await devices.call.addDevice(device, context)
  const off = openDevices('off')
  assert.deepEqual(await off.call.device({ endpoint: device.endpoint }, context), { publicKey: undefined, isOn: false })
  await off.tell([{ user: context.person.userId, about: subject }])
  assert.deepEqual(messages(), [])
})

test('a person has at most five browsers, and a browser one person', async () => {
  const { call } = openDevices()
  const [context, next] = [await person(), await person()]
  const browsers = Array.from({ length: settings.alerts.devicesMax + 1 }, () => openBrowser().device)
  for (const device of browsers) await call.addDevice(device, context)
  const isOn = async ({ endpoint }: (typeof browsers)[number], who = context) =>
    (await call.device({ endpoint }, who)).isOn
  assert.deepEqual(await Promise.all(browsers.map((device) => isOn(device))), [false, true, true, true, true, true])
  const last = present(browsers.at(-1), 'a browser')
  await call.removeDevice(last, next)
  assert(await isOn(last), 'nobody removes the browser of another')
  await call.addDevice(last, next)
  assert.deepEqual([await isOn(last), await isOn(last, next)], [false, true])
  await call.removeDevice(last, next)
  await call.removeDevice(last, next)
  assert(!(await isOn(last, next)))
})

test('the copy of the own data names the services without secrets, and erasing deletes the browsers', async () => {
  const { call } = openDevices()
  const context = await person()
  const { device } = openBrowser()
  await call.addDevice(device, context)
  const { userId } = context.person
  const { rows } = await present(ownData.copy?.['alertDevices'], 'the copy')(userId).execute(db)
  assert.doesNotMatch(JSON.stringify(rows), new RegExp(`${device.secret}|browser/`))
  assert.match(JSON.stringify(rows), /"service":"127\.0\.0\.1:\d+","language":"en"/)
  for (const erase of ownData.erase([userId], 'now')) await erase.execute(db)
  assert(!(await call.device({ endpoint: device.endpoint }, context)).isOn)
})

import assert from 'node:assert/strict'
import { request as openRequest } from 'node:http'
import { after, before, test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import { refusalCode } from '@mex/contract/refusals.ts'
import type { Envelope, Person } from './person.ts'
import { openWorld, type World } from './world.ts'

/** Pictures over HTTP, as a browser uploads and downloads them. */

let world: World
let alice: Person
let bob: Person
before(async () => {
  world = await openWorld({ seed: 'files' })
  alice = await world.person()
  bob = await world.person()
})
after(() => world[Symbol.asyncDispose]())

/** The smallest PNG: one grey pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'base64',
)

const tokenHeader = ({ token }: Person): Record<string, string> => (token === undefined ? {} : { authorization: token })

async function post(person: Person, path: string, body: NonNullable<RequestInit['body']>, type?: string) {
  const headers = { ...tokenHeader(person), ...(type === undefined ? {} : { 'content-type': type }) }
  const response = await person.fetch(path, { method: 'POST', headers, body })
  return { status: response.status, envelope: (await response.json()) as Envelope }
}

function formOf(content: string | Buffer<ArrayBuffer>, name = 'front.png', field = 'file'): FormData {
  const form = new FormData()
  form.append(field, new Blob([content], { type: 'image/png' }), name)
  return form
}

const uploadPath = calls.files.upload.path
const textPath = calls.files.uploadText.path
const upload = (person: Person, content: string | Buffer<ArrayBuffer>) => post(person, uploadPath, formOf(content))
const urlOf = ({ envelope }: { envelope: Envelope }): string => (envelope.data as { url: string }).url

async function show(person: Person, path: string): Promise<Response> {
  return person.fetch(path, { headers: tokenHeader(person) })
}

test('serves an uploaded picture to its owner as a JPEG, with headers against any other use', async () => {
  const reply = await upload(alice, pixel)
  assert.equal(reply.envelope.code, 200, reply.envelope.msg)
  const { name, size } = reply.envelope.data as { name: string; size: number }
  const response = await show(alice, urlOf(reply))
  assert.equal(response.status, 200)
  const picture = Buffer.from(await response.arrayBuffer())
  assert.deepEqual([name, size, picture.subarray(0, 3).toString('hex')], ['front.png', picture.length, 'ffd8ff'])
  const headers = Object.fromEntries(response.headers)
  assert.equal(headers['content-type'], 'image/jpeg')
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.match(headers['cache-control'] ?? '', /no-store/)
  assert.equal(headers['content-disposition'], 'inline; filename="picture.jpg"')
  for (const directive of ["default-src 'none'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
    assert(headers['content-security-policy']?.includes(directive), directive)
  assert.equal(headers['cross-origin-resource-policy'], 'same-origin')
})

test('a picture of another user answers exactly like a missing one', async () => {
  const path = urlOf(await upload(alice, pixel))
  const [others, none] = [await show(bob, path), await show(bob, `/file/${'x'.repeat(22)}`)]
  assert.deepEqual([others.status, await others.json()], [none.status, await none.json()])
  assert.equal(others.status, 404)
  const kept = (response: Response) =>
    [...response.headers].filter(([name]) => !['date', 'x-request-id'].includes(name)).map(String)
  assert.deepEqual(kept(others), kept(none))
  const anonymous = await show(world.stranger(), path)
  assert.deepEqual([anonymous.status, ((await anonymous.json()) as Envelope).code], [401, 401])
})

test('answers 404 to a malformed file id, also with NUL bytes', async () => {
  for (const id of ['%00', `${'x'.repeat(21)}%00`, 'x', 'x'.repeat(23), '%F0%9F%98%80'])
    assert.equal((await show(alice, `/file/${id}`)).status, 404, id)
})

test('refuses a picture to a registration token with 403', async () => {
  const person = world.stranger()
  const email = 'pictures@example.org'
  const { devCode = '' } = await person.call(calls.account.sendEmailCode, { email, purpose: 'register' })
  const password = 'practice-makes-4'
  const input = { email, emailCode: devCode, password, passwordConfirm: password, agree: true } as const
  person.token = (await person.call(calls.account.register, input)).token
  assert.equal((await show(person, `/file/${'x'.repeat(22)}`)).status, 403)
})

test('uploadText accepts JSON, a URL-encoded form and multipart, and returns the address as its message', async () => {
  const file = `data:image/png;base64,${pixel.toString('base64')}`
  const path = urlOf(await upload(alice, pixel))
  const parts = new FormData()
  parts.append('file', file)
  parts.append('fileName', 'terms.png')
  parts.append('type', 'image/png')
  const replies = [
    await post(alice, textPath, JSON.stringify({ file, fileName: 'terms.png', type: 'png' }), 'application/json'),
    await post(alice, textPath, new URLSearchParams({ file, fileName: 'terms.png' })),
    await post(alice, textPath, parts),
  ]
  for (const { status, envelope } of replies)
    assert.deepEqual([status, envelope], [200, { code: 200, msg: path, data: null }])
  assert.equal(await alice.call(calls.files.uploadText, { file }), path)
})

const tooLarge = refusalCode('file_too_large')
const failed = refusalCode('upload_failed')
const megabyte = 1024 * 1024

test('refuses a file above 5 MB as too large, and a larger JSON body with 413', async () => {
  for (const bytes of [5 * megabyte + 1, 6 * megabyte, 40 * megabyte]) {
    const { status, envelope } = await upload(alice, Buffer.concat([pixel, Buffer.alloc(bytes)]))
    assert.deepEqual([status, envelope.code, envelope.msg], [200, tooLarge, 'The size cannot exceed 5M'], String(bytes))
  }
  const file = `data:image/png;base64,${Buffer.alloc(5 * megabyte + 1).toString('base64')}`
  assert.equal((await post(alice, textPath, JSON.stringify({ file }), 'application/json')).envelope.code, tooLarge)
  const whole = JSON.stringify({ file: 'x'.repeat(12 * megabyte) })
  assert.equal((await post(alice, textPath, whole, 'application/json')).status, 413)
})

const multipart = 'multipart/form-data; boundary=x'
const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
const broken: readonly (readonly [string, string | FormData | URLSearchParams, string?])[] = [
  ['an empty form', '--x--\r\n', multipart],
  ['no boundary', head, 'multipart/form-data'],
  ['a form that ends in its file', `${head}abc`, multipart],
  ['a form that ends in its head', '--x\r\ncontent-disposition: form-', multipart],
  ['a part with a forbidden name', head.replace('"file"', '"__proto__"'), multipart],
  ['a file that is a text', `--x\r\ncontent-disposition: form-data; name="file"\r\n\r\nabc\r\n--x--\r\n`, multipart],
  ['a file in another field', formOf(pixel, 'a.png', 'picture')],
  ['an empty file', formOf('')],
  ['an HTML page', formOf('<script>alert(1)</script>', 'a.html')],
  ['an SVG drawing', formOf('<svg xmlns="http://www.w3.org/2000/svg"/>', 'a.svg')],
  ['a GIF', formOf('GIF89a\u0001\u0000\u0001\u0000')],
  ['JSON that looks like a file', JSON.stringify({ file: { bytes: [1], name: 'a' } }), 'application/json'],
  ['a form without parts', new URLSearchParams({ file: 'abc' })],
  ['twelve files', twelveFiles()],
]

function twelveFiles(): FormData {
  const form = new FormData()
  for (let each = 0; each < 12; each += 1) form.append('file', new Blob([pixel]), 'a.png')
  return form
}

for (const [name, body, type] of broken)
  test(`refuses ${name} as a failed upload`, async () => {
    const { status, envelope } = await post(alice, uploadPath, body, type)
    assert.deepEqual([status, envelope.code], [200, failed], JSON.stringify(envelope))
  })

test('an aborted upload counts as no server failure, and the next upload succeeds', async () => {
  const { port } = new URL(world.url)
  await new Promise<void>((done) => {
    const headers = { ...tokenHeader(alice), 'content-type': multipart, 'content-length': 100_000 }
    const broken = openRequest({ port, path: uploadPath, method: 'POST', headers })
    broken.on('error', () => done())
    broken.write(head, () => setTimeout(() => broken.destroy(new Error('gone')), 50))
  })
  assert.equal((await upload(alice, pixel)).envelope.code, 200)
  assert.doesNotMatch(await (await alice.fetch('/metrics')).text(), /^failures_total\{/m)
})

import assert from 'node:assert/strict'
import { createDecipheriv, hkdfSync } from 'node:crypto'
import { after, before, test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import { settings } from '@mex/core/settings.ts'
import { isRefusal } from '@mex/core/refusal.ts'
import sharp from 'sharp'
import { systemRandomness } from '#randomness.ts'
import { addUser, anonymous, unrestricted, personal, refusedWith, start } from '#areas/testing.ts'
import { inTransaction, sql, type Database } from '#db/sql.ts'
import { openTestDatabase, type TestDatabase } from '#db/testing.ts'
import { attachImages, hour, imageSizes, openFiles, releaseImages, type Files, type Use } from './actions.ts'
import { handlers } from './handlers.ts'
import { openEncryption } from '#encryption.ts'
import { removeUnusedFiles } from './jobs.ts'
import { paintPicture } from '#areas/picture-testing.ts'

let own: TestDatabase
let db: Database
let files: Files
const secret = Buffer.alloc(32, 5)
before(async () => {
  own = await openTestDatabase()
  db = own.db
  files = openFiles({ db, secret, randomness: systemRandomness, ...unrestricted })
})
after(() => own[Symbol.asyncDispose]())

const day = 24 * hour
const network = '192.0.2.7'
const idOf = (path: string): string => path.replace('/file/', '')

let colours = 0
/** A unique picture. */
const anyPicture = (): Promise<Buffer> =>
  paintPicture({ colour: `#${((colours += 1) * 1657).toString(16).padStart(6, '0')}`, width: 320, height: 200 })

async function uploaded(userId: number | undefined, now = start, bytes?: Buffer): Promise<string> {
  const outcome = await files.upload({ bytes: bytes ?? (await anyPicture()), name: 'a.jpg' }, { userId, network }, now)
  assert(!isRefusal(outcome), 'the upload was accepted')
  return outcome.path
}

const card = (id: number, now = start): Use => ({ record: { type: 'card', id }, now })
const attach = (userId: number, path: string, use: Use) =>
  inTransaction(db, (tx) => attachImages(tx, userId, [{ field: 'frontImage', path }], use))

async function countFiles(userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from file where user_id = ${userId}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

test('a picture is shown to its owner only, and a missing one is answered like that of another user', async () => {
  const [alice, bob] = [await addUser(db), await addUser(db)]
  const id = idOf(await uploaded(alice))
  const shown = await files.imageOf(alice, id)
  assert(shown !== undefined)
  assert.equal((await sharp(shown).metadata()).format, 'jpeg')
  assert.equal(await files.imageOf(bob, id), undefined)
  assert.equal(await files.imageOf(alice, 'A'.repeat(22)), undefined)
})

test('the same picture of the same user has the same path, also in eight concurrent uploads', async () => {
  const [alice, bob] = [await addUser(db), await addUser(db)]
  const bytes = await anyPicture()
  const paths = await Promise.all(Array.from({ length: 8 }, () => uploaded(alice, start, bytes)))
  assert.equal(new Set(paths).size, 1)
  assert.equal(await countFiles(alice), 1)
  assert.equal(await uploaded(alice, start + hour, bytes), paths[0])
  assert.notEqual(await uploaded(bob, start, bytes), paths[0])
  assert.match(paths[0] ?? '', /^\/file\/[A-Za-z0-9_-]{22}$/)
})

test('the database contains neither readable pictures nor their plain digests', async () => {
  const alice = await addUser(db)
  const bytes = await anyPicture()
  const path = await uploaded(alice, start, bytes)
  const picture = await files.imageOf(alice, idOf(path))
  assert(picture !== undefined)
  const { rows } = await sql<{ row: string; sealed: Buffer }>`
    select file::text as row, sealed from file where user_id = ${alice}`.execute(db)
  const [stored] = rows
  assert(stored !== undefined)
  assert.equal(stored.sealed.includes(picture.subarray(0, 20)), false)
  assert.equal(stored.sealed.includes(Buffer.from('JFIF')), false)
  const plain = Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('hex')
  assert.equal(stored.row.includes(plain), false)
  const attacker = openFiles({ db, secret: Buffer.alloc(32, 6), randomness: systemRandomness, ...unrestricted })
  await assert.rejects(attacker.imageOf(alice, idOf(path)))
})

test('encrypted data decrypts only with its label and key, and only unchanged', () => {
  const encryption = openEncryption(secret, 'pictures', systemRandomness)
  const encrypted = encryption.encrypt(Buffer.from('a picture'), 'one')
  assert.equal(encryption.decrypt(encrypted, 'one').toString(), 'a picture')
  assert.throws(() => encryption.decrypt(encrypted, 'two'))
  assert.throws(() => openEncryption(secret, 'numbers', systemRandomness).decrypt(encrypted, 'one'))
  for (const at of [0, 15, encrypted.length - 1]) {
    const changed = Buffer.from(encrypted)
    changed[at] = (changed[at] ?? 0) ^ 1
    assert.throws(() => encryption.decrypt(changed, 'one'), `byte ${at}`)
  }
  assert.throws(() => encryption.decrypt(encrypted.subarray(0, 20), 'one'))
  // AES-256-GCM with a tag of 128 bits, decrypted by node:crypto directly.
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'pictures seal', 32))
  const opener = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, 12))
  opener.setAAD(Buffer.from('one')).setAuthTag(encrypted.subarray(12, 28))
  assert.equal(Buffer.concat([opener.update(encrypted.subarray(28)), opener.final()]).toString(), 'a picture')
  assert.notDeepEqual(encryption.encrypt(Buffer.from('a picture'), 'one'), encrypted)
  assert.deepEqual(encryption.digest('a', 'b'), encryption.digest('a', 'b'))
  assert.notDeepEqual(encryption.digest('a', 'b'), encryption.digest('ab'))
})

test('a picture above the limit is refused with the limit', async () => {
  const alice = await addUser(db)
  const bytes = Buffer.concat([await anyPicture(), Buffer.alloc(5 * 1024 * 1024)])
  const outcome = await files.upload({ bytes, name: '' }, { userId: alice, network }, start)
  assert.deepEqual(outcome, { refused: 'file_too_large', field: 'file', values: { n: '5' } })
})

/** Inserts the rows of uploads, without generating a hundred pictures. */
async function fill(owner: { userId?: number; network?: Buffer }, count: number, at = start): Promise<void> {
  await sql`
    insert into file (id, user_id, network, digest, sealed, size, width, height, uploaded_at, needed_at)
    select gen_random_uuid()::text, ${owner.userId ?? null}::bigint, ${owner.network ?? null}::bytea, '\\x00', '\\x00', 1, 1, 1,
      to_timestamp(${at / 1000}), to_timestamp(${at / 1000}) from generate_series(1, ${count}::int)`.execute(db)
}

test('a user may upload a hundred pictures per day, also concurrently; an earlier one is still found', async () => {
  const [alice, bob] = [await addUser(db), await addUser(db)]
  const first = await anyPicture()
  const path = await uploaded(alice, start, first)
  await fill({ userId: alice }, settings.upload.perDayMax - 2)
  const sends = [await anyPicture(), await anyPicture()].map((bytes) =>
    files.upload({ bytes, name: '' }, { userId: alice, network }, start),
  )
  const refused = (await Promise.all(sends)).filter(isRefusal)
  assert.deepEqual(refused, [{ refused: 'too_many_requests' }])
  assert.equal(await uploaded(alice, start, first), path)
  await uploaded(bob)
  await uploaded(alice, start + day + 1)
})

test('the daily limit uses the wall clock when the market clock runs faster', async () => {
  const speed = 3600
  const fast = openFiles({ db, secret, randomness: systemRandomness, ...unrestricted, speed })
  const alice = await addUser(db)
  await fill({ userId: alice }, settings.upload.perDayMax)
  const send = async (now: number) =>
    fast.upload({ bytes: await anyPicture(), name: '' }, { userId: alice, network }, now)
  assert.deepEqual(await send(start + day * speed - 1), { refused: 'too_many_requests' })
  assert(!isRefusal(await send(start + day * speed)))
})

test('an upload of a muted user is refused, also of an earlier picture', async () => {
  const [alice, bob] = [await addUser(db), await addUser(db)]
  const bytes = await anyPicture()
  const path = await uploaded(alice, start, bytes)
  const strict = openFiles({
    db,
    secret,
    randomness: systemRandomness,
    ...unrestricted,
    isMuted: async (_, userId) => userId === alice,
  })
  const send = (userId: number | undefined) => strict.upload({ bytes, name: '' }, { userId, network }, start)
  assert.deepEqual(await send(alice), { refused: 'upload_failed', field: 'file' })
  assert(!isRefusal(await send(bob)))
  assert(!isRefusal(await send(undefined)), 'an anonymous uploader cannot be muted')
  assert.notEqual(await strict.imageOf(alice, idOf(path)), undefined, 'the stored picture stays')
})

test('a network may upload a hundred pictures per hour before sign-in', async () => {
  const digest = openEncryption(secret, 'pictures', systemRandomness).digest('network', network)
  await fill({ network: digest }, settings.upload.perNetworkAndHourMax)
  const bytes = await anyPicture()
  const sender = { userId: undefined, network }
  assert.deepEqual(await files.upload({ bytes, name: '' }, sender, start), { refused: 'too_many_requests' })
  assert.equal(isRefusal(await files.upload({ bytes, name: '' }, { ...sender, network: '192.0.2.8' }, start)), false)
  assert.equal(isRefusal(await files.upload({ bytes, name: '' }, sender, start + hour + 1)), false)
})

test('a record accepts only recent, existing pictures of its user', async () => {
  const [alice, bob] = [await addUser(db), await addUser(db)]
  const path = await uploaded(alice)
  const missing = { refused: 'missing_field', field: 'frontImage' }
  assert.deepEqual(await attach(bob, path, card(1)), missing)
  assert.deepEqual(await attach(alice, `/file/${'A'.repeat(22)}`, card(1)), missing)
  assert.deepEqual(await attach(alice, path, card(1, start + day)), missing)
  assert.equal(await attach(alice, path, card(1)), undefined)
  // Once attached, another record of the same user may use it at any later time.
  assert.equal(await attach(alice, path, card(2, start + 20 * day)), undefined)
  const nothing = [{ field: 'backImage', path: undefined }]
  assert.equal(await inTransaction(db, (tx) => attachImages(tx, alice, nothing, card(3))), undefined)
})

test('a new account may attach pictures that its network uploaded before', async () => {
  const [alice, bob] = [await addUser(db), await addUser(db)]
  const path = await uploaded(undefined, start + 3 * hour)
  assert.equal(await files.imageOf(alice, idOf(path)), undefined)
  const images = [{ field: 'licenseImage', path }]
  const take = (userId: number, from: string) =>
    inTransaction(db, (tx) => files.attachImages(tx, { userId, network: from }, images, card(9, start + 3 * hour)))
  assert.deepEqual(await take(bob, '198.51.100.1'), { refused: 'missing_field', field: 'licenseImage' })
  assert.equal(await take(alice, network), undefined)
  assert((await files.imageOf(alice, idOf(path))) !== undefined)
  assert.equal(await files.imageOf(bob, idOf(path)), undefined)
})

test('an unused picture is removed after a day, an attached one after its release', async () => {
  const alice = await addUser(db)
  const [unneeded, needed] = [await uploaded(alice), await uploaded(alice)]
  assert.equal(await attach(alice, needed, card(21)), undefined)
  await removeUnusedFiles(db, start + day - 1)
  assert((await files.imageBytes(db, unneeded)) !== undefined)
  await removeUnusedFiles(db, start + day)
  assert.equal(await files.imageBytes(db, unneeded), undefined)
  await removeUnusedFiles(db, start + 300 * day)
  assert((await files.imageBytes(db, needed)) !== undefined)
  assert.deepEqual(
    await imageSizes(db, [needed, unneeded]),
    new Map([[needed, { id: idOf(needed), width: 320, height: 200 }]]),
  )
  await releaseImages(db, { type: 'card', id: 21 }, start + 330 * day)
  await removeUnusedFiles(db, start + 330 * day - 1)
  assert((await files.imageBytes(db, needed)) !== undefined)
  await removeUnusedFiles(db, start + 330 * day)
  assert.equal(await files.imageBytes(db, needed), undefined)
})

test('a picture attached during the removal of old ones is kept, or the attachment is refused', async () => {
  const alice = await addUser(db)
  for (let round = 0; round < 20; round += 1) {
    const path = await uploaded(alice)
    const now = start + day - 1
    const [why] = await Promise.all([attach(alice, path, card(100 + round, now)), removeUnusedFiles(db, now + 1)])
    assert.equal((await files.imageBytes(db, path)) === undefined, why !== undefined)
  }
})

test('the calls accept a file of a form, and a data URL', async () => {
  const alice = await addUser(db)
  const call = handlers(files)
  const context = personal(alice, { db })
  const bytes = await anyPicture()
  const answer = await call.upload({ file: { bytes, name: 'front.jpg' } }, context)
  assert.deepEqual([answer.name, answer.size > 0], ['front.jpg', true])
  const file = `data:image/jpeg;base64,${bytes.toString('base64')}`
  assert.equal(await call.uploadText({ file, name: 'front.jpg' }, context), answer.path)
  for (const wrong of ['', 'data:', file.slice(5), 'data:image/jpeg,plain', `${file}ü`, 'data:image/jpeg;base64,'])
    await refusedWith('upload_failed', call.uploadText({ file: wrong }, context))
  const bomb = 'data:image/png;base64,' + 'A'.repeat(7_100_000)
  await refusedWith('file_too_large', call.uploadText({ file: bomb }, context))
  await refusedWith('upload_failed', call.upload({ file: { bytes: Buffer.alloc(0), name: '' } }, anonymous({ db })))
  assert.equal(calls.files.uploadText.answersIn, 'msg')
})

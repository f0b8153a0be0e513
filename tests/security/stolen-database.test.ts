import assert from 'node:assert/strict'
import { chmod, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import { present } from '@mex/core/assert.ts'
import { connect, type Connection } from '@mex/server/testing.ts'
import { newKey } from '@mex/world/person.ts'
import { openWorld, type World } from '@mex/world/world.ts'
import { operatorOf } from '#ops/operator.ts'
import { liveThrough, openMailbox, type Mailbox, type Secrets, type WholePerson } from './whole-person.ts'

/**
 * A stolen database, data folder or backup reveals no password, token, code, number, name or picture. The test creates a
 * user with every kind of personal data and searches every value of every table for it.
 */

let mailbox: Mailbox
let world: World
let whole: WholePerson
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mex-stolen-'))
  await chmod(folder, 0o755)
  mailbox = await openMailbox()
  world = await openWorld({ seed: 'stolen', settings: { SMTP_URL: mailbox.url, PUBLIC_HOST: 'localhost' } })
  whole = await liveThrough(world, mailbox)
  await world.pass(1)
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await mailbox[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** The parts of the Base64 encoding that do not depend on neighbouring bytes, for each of the three alignments. */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replaceAll('=', '')
    const inner = text.slice(before === 0 ? 0 : before + 1, -1)
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

/** The encodings in which a text could be stored. */
function formsOf(text: string): readonly Buffer[] {
  const bytes = Buffer.from(text)
  const hex = bytes.toString('hex')
  const utf16 = Buffer.from(text, 'utf16le')
  return [
    bytes,
    utf16,
    Buffer.from(hex),
    Buffer.from(hex.toUpperCase()),
    ...base64Forms(bytes).map((form) => Buffer.from(form)),
  ]
}

/** Signatures of picture files. */
const pictureMarks: readonly Buffer[] = [
  ...['ffd8ffe0', 'ffd8ffe1', 'ffd8ffdb', 'ffd8ffc0', '89504e470d0a1a0a'].map((hex) => Buffer.from(hex, 'hex')),
  ...['JFIF\0', 'Exif\0', 'WEBPVP8'].map((text) => Buffer.from(text)),
]

/** The byte sequences to search for, by the name that a finding reports. */
function needlesOf({ texts, pictures }: Secrets): readonly (readonly [string, readonly Buffer[]])[] {
  const tokens = Object.entries(texts).filter(([what]) => what.startsWith('token'))
  return [
    ...Object.entries(texts).map(([what, text]) => [what, formsOf(text)] as const),
    // The random bytes that a token encodes, raw and in hexadecimal.
    ...tokens.map(([what, text]) => {
      const bytes = Buffer.from(text, 'base64url')
      return [`the bytes of ${what}`, [bytes, Buffer.from(bytes.toString('hex'))]] as const
    }),
    ...pictures.flatMap((picture, index) => {
      const middle = picture.subarray(Math.floor(picture.length / 2)).subarray(0, 24)
      const forms = [middle, Buffer.from(middle.toString('hex')), Buffer.from(base64Forms(middle)[0] ?? '')]
      return [[`picture ${index}`, forms] as const]
    }),
    ['the mark of a picture', [...pictureMarks, ...pictureMarks.map((mark) => Buffer.from(mark.toString('hex')))]],
  ]
}

/** Six digits are too short to search for in random bytes: a code counts only as a separate word. */
const hasCode = (text: string, codes: readonly string[]): boolean =>
  (text.match(/(?<![0-9a-z.])\d{6}(?![0-9a-z.])/gi) ?? []).some((word) => codes.includes(word))

function findingsIn(bytes: Buffer, secrets: Secrets): string[] {
  return needlesOf(secrets)
    .filter(([, forms]) => forms.some((form) => bytes.includes(form)))
    .map(([what]) => what)
}

type Column = { readonly table: string; readonly name: string; readonly type: string }
/** A single connection, so that the search sees its own uncommitted changes. */
type Reader = { query: Connection['pool']['query'] }

async function withReader<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
  const { pool } = connect(world.connectionString, 1)
  const reader = await pool.connect()
  try {
    return await work(reader)
  } finally {
    reader.release()
    await pool.end()
  }
}

/** Every column of every table in the public schema. */
const columnsOf = async (reader: Reader): Promise<Column[]> =>
  (
    await reader.query<Column>(
      `select table_name as table, column_name as name, udt_name as type from information_schema.columns
       where table_schema = 'public' order by 1, ordinal_position`,
    )
  ).rows

/** The secrets found in the tables, each as table, column and name of the secret. */
async function searchTables(reader: Reader, secrets: Secrets): Promise<string[]> {
  const found = new Set<string>()
  for (const { table, name, type } of await columnsOf(reader)) {
    const bytes = type === 'bytea' ? `"${name}"` : `convert_to("${name}"::text, 'UTF8')`
    const { rows } = await reader.query<{ value: Buffer }>(
      `select distinct ${bytes} as value from "${table}" where "${name}" is not null`,
    )
    for (const { value } of rows) {
      for (const what of findingsIn(value, secrets)) found.add(`${table}.${name}: ${what}`)
      // Numeric columns are full of six-digit numbers.
      if (/^(text|varchar|bytea|jsonb?|_text)$/.test(type) && hasCode(value.toString('latin1'), secrets.codes))
        found.add(`${table}.${name}: a code`)
    }
  }
  return [...found]
}

const count = async (statement: string): Promise<number> => {
  const { rows } = await world.server.dependencies.store.pool.query<{ count: number }>(statement)
  return present(rows[0], 'a count').count
}

test('the test user has every kind of personal data', async () => {
  for (const [what, least] of [
    ['individual_details', 1],
    ['verification', 1],
    ['card', 2],
    ['file', 4],
    ['file_use', 4],
    ['chat_message', 1],
    ['deposit', 1],
    ['email_code', 2],
    ['session_token', 2],
    ['passkey', 1],
  ] as const)
    assert((await count(`select count(*) as count from ${what}`)) >= least, what)
  assert.equal(await count('select count(*) as count from app_user where pay_password_hash is not null'), 1)
  // Queued mail would contain codes.
  assert.equal(await count('select count(*) as count from mail'), 0)
})

test('no table contains a secret', () =>
  withReader(async (reader) => {
    assert((await columnsOf(reader)).length > 200, 'the search covers every table')
    assert.deepEqual(await searchTables(reader, whole.secrets), [])
  }))

test('repeating a request with its idempotency key returns the encrypted stored answer', async () => {
  const card = {
    type: 2,
    currency: 'SUSD',
    network: 'SIMCHAIN',
    address: whole.secrets.texts['the address of the coin account'],
  }
  const key = newKey()
  const first = await whole.person.askWire(calls.funding.addCard, card, { key })
  assert.equal(first.envelope.code, 200, first.envelope.msg)
  assert.deepEqual((await whole.person.askWire(calls.funding.addCard, card, { key })).envelope, first.envelope)
})

test('no file of the data folder contains a secret', async () => {
  const entries = await readdir(world.folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  assert(files.length > 0)
  for (const file of files) assert.deepEqual(findingsIn(await readFile(file), whole.secrets), [], file)
})

describe('a backup', () => {
  test('contains no readable secret of a user or the server, no email address and no table name', async () => {
    const file = join(folder, 'stolen.mex')
    await writeFile(join(folder, 'passphrase'), 'a long passphrase of the keeper\n')
    const called = await operatorOf(world)('backup', file, '--passphrase-file', join(folder, 'passphrase'))
    assert.equal(called.code, 0, called.complained.join())
    const bytes = await readFile(file)
    assert(bytes.length > 20_000, 'the backup is complete')
    assert.deepEqual(findingsIn(bytes, whole.secrets), [])
    for (const name of await readdir(join(world.folder, 'secrets'))) {
      const secret = await readFile(join(world.folder, 'secrets', name))
      for (const form of [secret, Buffer.from(secret.toString('hex')), Buffer.from(secret.toString('base64'))])
        assert(!bytes.includes(form), name)
    }
    for (const text of [whole.email, 'app_user', 'Example Street']) assert(!bytes.includes(text), text)
    // A new salt and nonce make the bytes differ each time, so that comparing two backups reveals nothing.
    const again = join(folder, 'again.mex')
    await operatorOf(world)('backup', again, '--passphrase-file', join(folder, 'passphrase'))
    const second = await readFile(again)
    assert.notDeepEqual(second.subarray(0, 5000), bytes.subarray(0, 5000))
  })
})

/** Planted secrets, and the finding that each must cause. */
const planted: readonly (readonly [string, string, (whole: WholePerson) => unknown, string])[] = [
  [
    'a social-security number in plain text',
    'update app_user set nick_name = $1 where id = $2',
    ({ secrets }) => `my number is ${secrets.texts['the social-security number'] ?? ''}`,
    'app_user.nick_name: the social-security number',
  ],
  [
    'a password in Base64',
    'update app_user set nick_name = $1 where id = $2',
    ({ secrets }) => Buffer.from(`x${secrets.texts['login'] ?? ''}`).toString('base64'),
    'app_user.nick_name: login',
  ],
  [
    'a document number in hexadecimal',
    'update app_user set nick_name = $1 where id = $2',
    ({ secrets }) => Buffer.from(secrets.texts['the number of the document'] ?? '').toString('hex'),
    'app_user.nick_name: the number of the document',
  ],
  [
    'a token stored in place of its hash',
    'update session_token set hash = $1 where id = (select max(id) from session_token where user_id = $2)',
    ({ secrets }) => Buffer.from(secrets.texts['token 1'] ?? '', 'base64url'),
    'session_token.hash: the bytes of token 1',
  ],
  [
    'a code',
    'update app_user set nick_name = $1 where id = $2',
    ({ secrets }) => `your code: ${secrets.codes[0] ?? ''}`,
    'app_user.nick_name: a code',
  ],
  [
    'a full card number',
    "update card set details = convert_to(jsonb_build_object('cardNumber', $1::text)::text, 'UTF8') where user_id = $2 and kind = 1",
    ({ secrets }) => secrets.texts['the number of the card'],
    'card.details: the number of the card',
  ],
  [
    'an unencrypted picture',
    'update file set sealed = $1 where id = (select min(id) from file where user_id = $2)',
    ({ secrets }) => secrets.pictures[0],
    'file.sealed: the mark of a picture',
  ],
  [
    'a picture in hexadecimal',
    "update app_user set nick_name = encode($1, 'hex') where id = $2",
    ({ secrets }) => secrets.pictures[1],
    'app_user.nick_name: picture 1',
  ],
]

describe('the search finds', () => {
  for (const [what, statement, secret, finding] of planted)
    test(what, () =>
      withReader(async (reader) => {
        await reader.query('begin')
        const { rowCount } = await reader.query(statement, [secret(whole), whole.id])
        assert.equal(rowCount, 1)
        assert.deepEqual(
          (await searchTables(reader, whole.secrets)).filter((found) => found === finding),
          [finding],
        )
        await reader.query('rollback')
      }),
    )
})

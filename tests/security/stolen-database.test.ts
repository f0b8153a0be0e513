import assert from 'node:assert/strict'
import { chmod, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { calls } from '@mex/contract/calls.ts'
import { present } from '@mex/core/assert.ts'
import { connect, type Connection } from '@mex/server/testing.ts'
import { newKey } from '@mex/world/person.ts'
import { openWorld, type World } from '@mex/world/world.ts'
import { operatorOf } from '#ops/operator.ts'
import { liveThrough, openMailbox, type Mailbox, type Secrets, type WholePerson } from './whole-person.ts'

/**
 * Whoever steals the database, or a backup, has no password, token, code, number, name of papers or picture: somebody
 * has everything that the product keeps of a person, and then every value of every table is searched for it.
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

/** Base 64 without what depends on where in a text it begins: its three beginnings, each without its ends. */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replaceAll('=', '')
    const inner = text.slice(before === 0 ? 0 : before + 1, -1)
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

/** How a text could have been written down. */
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

/** What files of pictures begin with, or have near their beginning. */
const pictureMarks: readonly Buffer[] = [
  ...['ffd8ffe0', 'ffd8ffe1', 'ffd8ffdb', 'ffd8ffc0', '89504e470d0a1a0a'].map((hex) => Buffer.from(hex, 'hex')),
  ...['JFIF\0', 'Exif\0', 'WEBPVP8'].map((text) => Buffer.from(text)),
]

/** What is looked for, each under the name by which a finding tells it. */
function needlesOf({ texts, pictures }: Secrets): readonly (readonly [string, readonly Buffer[]])[] {
  const tokens = Object.entries(texts).filter(([what]) => what.startsWith('token'))
  return [
    ...Object.entries(texts).map(([what, text]) => [what, formsOf(text)] as const),
    // The random bytes that a token stands for, as they are and in hexadecimal.
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

/** A code is too short to be looked for among random bytes: it is found as a word of its own. */
const hasCode = (text: string, codes: readonly string[]): boolean =>
  (text.match(/(?<![0-9a-z.])\d{6}(?![0-9a-z.])/gi) ?? []).some((word) => codes.includes(word))

function findingsIn(bytes: Buffer, secrets: Secrets): string[] {
  return needlesOf(secrets)
    .filter(([, forms]) => forms.some((form) => bytes.includes(form)))
    .map(([what]) => what)
}

type Column = { readonly table: string; readonly name: string; readonly type: string }
/** One connection: what it has changed and not committed is there for it alone. */
type Reader = { query: Connection['pool']['query'] }

async function reading<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
  const { pool } = connect(world.connectionString, 1)
  const reader = await pool.connect()
  try {
    return await work(reader)
  } finally {
    reader.release()
    await pool.end()
  }
}

/** Every column of every table of ours. */
const columnsOf = async (reader: Reader): Promise<Column[]> =>
  (
    await reader.query<Column>(
      `select table_name as table, column_name as name, udt_name as type from information_schema.columns
       where table_schema = 'public' order by 1, ordinal_position`,
    )
  ).rows

/** What a thief finds in the tables, each as table, column and what it is. */
async function searchTables(reader: Reader, secrets: Secrets): Promise<string[]> {
  const found = new Set<string>()
  for (const { table, name, type } of await columnsOf(reader)) {
    const bytes = type === 'bytea' ? `"${name}"` : `convert_to("${name}"::text, 'UTF8')`
    const { rows } = await reader.query<{ value: Buffer }>(
      `select distinct ${bytes} as value from "${table}" where "${name}" is not null`,
    )
    for (const { value } of rows) {
      for (const what of findingsIn(value, secrets)) found.add(`${table}.${name}: ${what}`)
      // Numbers of six digits are everywhere among numbers.
      if (/^(text|varchar|bytea|jsonb?|_text)$/.test(type) && hasCode(value.toString('latin1'), secrets.codes))
        found.add(`${table}.${name}: a code`)
    }
  }
  return [...found]
}

const count = async (statement: string): Promise<number> => {
  const { rows } = await world.server.parts.store.pool.query<{ count: number }>(statement)
  return present(rows[0], 'a count').count
}

test('the person has everything', async () => {
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
  // Mail waits in the database until the mail server has it.
  assert.equal(await count('select count(*) as count from mail'), 0)
})

test('no table has a secret in it', () =>
  reading(async (reader) => {
    assert((await columnsOf(reader)).length > 200, 'every table is looked at')
    assert.deepEqual(await searchTables(reader, whole.secrets), [])
  }))

test('an answer that is kept sealed is given again to whoever repeats the request', async () => {
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

test('the data folder has none of them either', async () => {
  const entries = await readdir(world.folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  assert(files.length > 0)
  for (const file of files) assert.deepEqual(findingsIn(await readFile(file), whole.secrets), [], file)
})

describe('a backup', () => {
  test('has no secret in it that can be read, of a person or of the server, nor what it is a backup of', async () => {
    const file = join(folder, 'stolen.mex')
    await writeFile(join(folder, 'passphrase'), 'a long passphrase of the keeper\n')
    const called = await operatorOf(world)('backup', file, '--passphrase-file', join(folder, 'passphrase'))
    assert.equal(called.code, 0, called.complained.join())
    const bytes = await readFile(file)
    assert(bytes.length > 20_000, 'everything is in it')
    assert.deepEqual(findingsIn(bytes, whole.secrets), [])
    for (const name of await readdir(join(world.folder, 'secrets'))) {
      const secret = await readFile(join(world.folder, 'secrets', name))
      for (const form of [secret, Buffer.from(secret.toString('hex')), Buffer.from(secret.toString('base64'))])
        assert(!bytes.includes(form), name)
    }
    for (const text of [whole.email, 'app_user', 'Example Street']) assert(!bytes.includes(text), text)
    // The same values under the same passphrase are other bytes each time: nothing is learned from two of them.
    const again = join(folder, 'again.mex')
    await operatorOf(world)('backup', again, '--passphrase-file', join(folder, 'passphrase'))
    const second = await readFile(again)
    assert.notDeepEqual(second.subarray(0, 5000), bytes.subarray(0, 5000))
  })
})

/** Secrets as a careless program would have left them, and where they must be found. */
const planted: readonly (readonly [string, string, (whole: WholePerson) => unknown, string])[] = [
  [
    'the social-security number in plain',
    'update app_user set nick_name = $1 where id = $2',
    ({ secrets }) => `my number is ${secrets.texts['the social-security number'] ?? ''}`,
    'app_user.nick_name: the social-security number',
  ],
  [
    'the password in base 64',
    'update app_user set nick_name = $1 where id = $2',
    ({ secrets }) => Buffer.from(`x${secrets.texts['login'] ?? ''}`).toString('base64'),
    'app_user.nick_name: login',
  ],
  [
    'the number of the document in hexadecimal',
    'update app_user set nick_name = $1 where id = $2',
    ({ secrets }) => Buffer.from(secrets.texts['the number of the document'] ?? '').toString('hex'),
    'app_user.nick_name: the number of the document',
  ],
  [
    'the token itself in place of its hash',
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
    'all of the card',
    "update card set details = convert_to(jsonb_build_object('cardNumber', $1::text)::text, 'UTF8') where user_id = $2 and kind = 1",
    ({ secrets }) => secrets.texts['the number of the card'],
    'card.details: the number of the card',
  ],
  [
    'a picture as it was sent',
    'update file set sealed = $1 where id = (select min(id) from file where user_id = $2)',
    ({ secrets }) => secrets.pictures[0],
    'file.sealed: the mark of a picture',
  ],
  [
    'a picture as text',
    "update app_user set nick_name = encode($1, 'hex') where id = $2",
    ({ secrets }) => secrets.pictures[1],
    'app_user.nick_name: picture 1',
  ],
]

describe('the search finds', () => {
  for (const [what, statement, secret, finding] of planted)
    test(what, () =>
      reading(async (reader) => {
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

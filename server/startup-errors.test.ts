import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile, mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { startupErrorText } from './startup-errors.ts'
import { systemRandomness } from './randomness.ts'
import { openSecrets } from './secrets.ts'

const listening = (port: number, host: string): Promise<ReturnType<typeof createServer>> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject).listen(port, host, () => resolve(server))
  })

/** The error of a promise that must reject. */
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => assert.fail('it did not fail'),
    (error: unknown) => error,
  )

const textOf = async (work: Promise<unknown>): Promise<string> => startupErrorText(await failureOf(work)) ?? ''

test('explains a port in use and an address of another machine, with what to do', async () => {
  const taken = await listening(0, '127.0.0.1')
  const address = taken.address()
  assert(address !== null && typeof address !== 'string')
  assert.match(await textOf(listening(address.port, '127.0.0.1')), /another program uses this port.*PORT=/)
  taken.close()
  assert.match(await textOf(listening(0, '192.0.2.1')), /HOST has to be an address of this machine/)
})

test('names an unreachable database by its address, without its password', async () => {
  const sentence = await textOf(new pg.Client('postgres://work:hunter-2@127.0.0.1:1/practice').connect())
  assert.match(sentence, /database at 127\.0\.0\.1:1 does not answer.*DATABASE_URL/)
  assert(!sentence.includes('hunter-2'))
})

test('explains a wrong password and a missing database', async () => {
  const right = new URL(process.env['TEST_DATABASE_URL'] ?? '')
  const connecting = (change: (url: URL) => void): Promise<unknown> => {
    const url = new URL(right)
    change(url)
    return new pg.Client(url.href).connect()
  }
  assert.match(await textOf(connecting((url) => (url.password = 'hunter-2'))), /role or its password/)
  assert.match(await textOf(connecting((url) => (url.pathname = '/nowhere'))), /no such database/)
})

test('names a path that cannot be used as a file or folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mex-broken-'))
  try {
    const file = join(folder, 'file')
    await writeFile(file, '')
    assert.equal(
      await textOf(mkdir(join(file, 'data'))),
      `${join(file, 'data')}: a folder is needed there, and a file is in its place.`,
    )
    assert.match(await textOf(readFile(folder)), /a file is needed there/)
    assert.match(await textOf(writeFile(join(folder, 'nowhere', 'file'), '')), /there is no such folder/)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('fails on an unreadable secret instead of replacing it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mex-broken-'))
  try {
    await mkdir(join(folder, 'secrets', 'pepper'), { recursive: true })
    // A failure of the rename would show that the server tried to replace the secret.
    assert.match(String(await failureOf(openSecrets(folder, systemRandomness))), /EISDIR.*, read '/)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('has no text for a program error', () => {
  for (const error of [new Error('Broken invariant'), new TypeError('x is undefined'), 'text', undefined])
    assert.equal(startupErrorText(error), undefined)
})

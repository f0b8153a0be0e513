import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import { present } from '@mex/core/assert.ts'
import { connect } from '@mex/server/testing.ts'
import { seedPassword, seedPeople } from '@mex/world/people.ts'
import { openWorld, type World } from '@mex/world/world.ts'
import { operatorOf } from './operator.ts'

/** The export of a user's journals: its hash chain is checked by itself, and against the ledger. */

type Link = { readonly sequence: number; readonly previous: string; readonly hash: string; readonly text: string }

let world: World
let folder: string
let journals: readonly Link[]
before(async () => {
  world = await openWorld({ seed: 'export' })
  const { alice } = await seedPeople(world)
  await world.verify()
  const { id } = await alice.call(calls.records.requestExport, { password: seedPassword })
  const { content } = await alice.call(calls.records.exportFile, { id, after: 0 })
  journals = (JSON.parse(content) as { journals: readonly Link[] }).journals
  folder = await mkdtemp(join(tmpdir(), 'mex-export-'))
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

type Links = readonly Link[]
const withLink = (index: number, change: Partial<Links[number]>): Links =>
  journals.map((link, place) => (place === index ? { ...link, ...change } : link))

async function written(name: string, content: unknown): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, JSON.stringify(content))
  return file
}

/** Runs tools/check-export.ts, which needs nothing but the exported files. */
function check(...files: readonly string[]): Promise<{ code: number; output: string }> {
  const tool = join(import.meta.dirname, '..', '..', 'tools', 'check-export.ts')
  return new Promise((resolve) => {
    execFile(process.execPath, [tool, ...files], (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    )
  })
}

test('an export passes the check by itself and against the ledger', async () => {
  assert(journals.length > 12)
  const file = await written('right.json', { name: 'alice', journals })
  assert.deepEqual((await check(file)).code, 0)
  const called = await operatorOf(world)('verify', 'export', file)
  assert.deepEqual([called.code, called.printed], [0, [`export (${journals.length} journals): everything is right`]])
})

test('an export is checked against published anchors, and a wrong anchor fails', async () => {
  const middle = present(journals[5], 'a link')
  const file = await written('anchored.json', { journals })
  const anchor = (hash: string) => ({ date: '2026-11-20', seal: { sequence: middle.sequence, hash } })
  const right = await check(file, await written('anchor.json', { code: 200, msg: '', data: anchor(middle.hash) }))
  assert.equal(right.code, 0)
  assert.match(right.output, /6 of your journals are older/)
  const other = await check(file, await written('other.json', anchor('00'.repeat(32))))
  assert.deepEqual([other.code, /has another hash/.test(other.output)], [1, true])
  const answer = await (await fetch(new URL('/audit/anchor', world.url))).json()
  assert.equal((await check(file, await written('today.json', answer))).code, 0)
})

const changed: readonly (readonly [string, () => Links, boolean])[] = [
  [
    'a changed text',
    () => withLink(3, { text: present(journals[3], 'a link').text.replace('U.AVAIL', 'U.ORDER') }),
    true,
  ],
  ['a changed hash', () => withLink(3, { hash: 'ab'.repeat(32) }), true],
  ['a changed sequence number', () => withLink(3, { sequence: 999_999 }), false],
]
for (const [what, links, showsAlone] of changed)
  test(`verify export finds ${what}`, async () => {
    const file = await written('changed.json', { journals: links() })
    if (showsAlone) assert.equal((await check(file)).code, 1)
    assert.equal((await operatorOf(world)('verify', 'export', file)).code, 1)
  })

test('verify export and check-export reject a file that is not an export', async () => {
  for (const content of [{}, 'text', null, { journals: 'none' }, { journals: [{ sequence: 1 }] }]) {
    const file = await written('none.json', content)
    assert.equal((await operatorOf(world)('verify', 'export', file)).code, 1)
    const { code, output } = await check(file)
    assert.deepEqual([code, output.trim().split('\n').length], [2, 1], output)
    assert.match(output, /is not an export/)
  }
})

test('check-export names the file that is missing, is not JSON or is not an anchor', async () => {
  const right = await written('right.json', { journals })
  const text = join(folder, 'page.html')
  await writeFile(text, '<html>')
  const empty = await written('empty.json', { code: 404, msg: 'Not found', data: null })
  for (const [files, sentence] of [
    [['/nowhere/my-data.json'], /^\/nowhere\/my-data\.json cannot be read\.\n$/],
    [[text], /page\.html is no JSON/],
    [[right, empty], /empty\.json is not an anchor/],
  ] as const) {
    const { code, output } = await check(...files)
    assert.equal(code, 2)
    assert.match(output, sentence)
  }
})

test('verify export reports a journal that is not in the ledger, and one that was changed in the ledger', async () => {
  const link = present(journals[0], 'a link')
  const text = link.text.replace(/"key":"[^"]+"/, '"key":"E01:0:nobody"')
  const { createHash } = await import('node:crypto')
  const hash = createHash('sha256').update(Buffer.from(link.previous, 'hex')).update(text).digest('hex')
  const strange = await written('strange.json', { journals: [{ ...link, text, hash }] })
  assert.match((await operatorOf(world)('verify', 'export', strange)).printed.join(), /is not in the ledger/)
  // As the owner of the tables: the server's own role cannot change a journal.
  const { pool } = connect(world.connectionString, 1)
  await pool.query("alter table journal disable trigger user; update journal set memo = 'other' where event = 'E01'")
  await pool.end()
  const file = await written('right.json', { journals })
  assert.match((await operatorOf(world)('verify', 'export', file)).printed.join(), /was changed/)
})

import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { guards } from './guards.ts'
import { root, withoutGuard } from './tree.ts'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

test('no two guards have one name', () => {
  assert.equal(new Set(guards.map(({ name }) => name)).size, guards.length)
})

for (const guard of guards)
  test(`the guard can be taken away, and its test is there: ${guard.name}`, () => {
    assert(withoutGuard(read(guard.file), guard) !== undefined, `its text stands in ${guard.file} not exactly once`)
    assert(existsSync(join(root, guard.test)), guard.test)
    const security = read('docs/security.md')
    for (const row of guard.rows) assert(security.includes(`| ${row} |`), row)
  })

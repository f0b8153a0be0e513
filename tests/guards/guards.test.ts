import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { guards } from './guards.ts'
import { root, withoutGuard } from './tree.ts'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

test('guard names are unique', () => {
  assert.equal(new Set(guards.map(({ name }) => name)).size, guards.length)
})

test('every row of docs/security.md that names a test has a guard', () => {
  const tested = Array.from(
    read('docs/security.md').matchAll(/^\| (\d+\.\d+\.\d+) \|.*\.(?:test|e2e)\.ts/gm),
    ([, number = '']) => number,
  )
  assert(tested.length > 100)
  const covered = new Set(guards.flatMap(({ rows }) => rows))
  assert.deepEqual(
    tested.filter((number) => !covered.has(number)),
    [],
  )
})

/** The titles of a test file, each up to its first inserted value. */
const titlesOf = (text: string): readonly string[] =>
  Array.from(
    text.matchAll(/\b(?:test|it)(?:\.\w+)?\(\s*(?:'((?:[^'\\]|\\.)*)'|"([^"]*)"|`([^`$]*))/g),
    ([, single, double, template]) => (single ?? double ?? template ?? '').replaceAll(String.raw`\'`, "'"),
  )

for (const guard of guards)
  test(`its text occurs once, and its test and rows exist: ${guard.name}`, () => {
    assert(withoutGuard(read(guard.file), guard) !== undefined, `its text does not occur exactly once in ${guard.file}`)
    assert(existsSync(join(root, guard.test)), guard.test)
    const tests = read(guard.test)
    const isTitle = titlesOf(tests).some((title) => title.includes(guard.fails) || guard.fails.includes(title))
    // A title that is a row of a table is a text of the file.
    assert(isTitle || tests.includes(guard.fails), `${guard.test} has no test with the title "${guard.fails}"`)
    const security = read('docs/security.md')
    for (const row of guard.rows) assert(security.includes(`| ${row} |`), row)
  })

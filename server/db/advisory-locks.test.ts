import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { advisoryLocks } from './advisory-locks.ts'

test('every advisory lock has a number of its own, which only the table says', () => {
  const numbers = Object.values<number>(advisoryLocks)
  assert.equal(new Set(numbers).size, numbers.length)
  const server = join(import.meta.dirname, '..')
  const said = globSync('**/*.ts', { cwd: server }).filter((file) =>
    /advisory_[a-z_]*\(\d/.test(readFileSync(join(server, file), 'utf8')),
  )
  assert.deepEqual(said, [])
})

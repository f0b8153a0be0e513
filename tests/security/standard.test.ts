import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

/** The requirements table of docs/security.md is complete, and every file and link in it exists. */

const root = join(import.meta.dirname, '..', '..')
const text = readFileSync(join(root, 'docs', 'security.md'), 'utf8')
const rows = Array.from(
  text.matchAll(/^\| (?<number>\d+\.\d+\.\d+) \| (?<level>[12]) \| (?<what>[^|]+) \| (?<proof>.+) \|$/gm),
  ({ groups }) => ({ number: '', level: '', what: '', proof: '', ...groups }),
)

/** The number of ASVS 5.0.0 requirements at levels 1 and 2, by chapter. */
const chapters = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]

test('the table lists every requirement of levels 1 and 2 once', () => {
  assert.equal(new Set(rows.map(({ number }) => number)).size, rows.length)
  assert.deepEqual(
    chapters.map((_, index) => rows.filter(({ number }) => number.startsWith(`${index + 1}.`)).length),
    chapters,
  )
  assert.deepEqual([rows.filter(({ level }) => level === '1').length, rows.length], [70, 253])
})

test('the section "What is not met" lists exactly the rows marked "Not met"', () => {
  const [, listed = ''] = /## What is not met\n([\s\S]*?)\n## /.exec(text) ?? []
  const numbers = Array.from(listed.matchAll(/\b\d+\.\d+\.\d+\b/g), ([number]) => number)
  const unmet = rows.filter(({ proof }) => proof.includes('Not met')).map(({ number }) => number)
  assert.deepEqual(numbers.toSorted(), unmet.toSorted())
  assert.match(listed, new RegExp(`\\b${rows.length}\\b`))
})

for (const { number, proof } of rows)
  test(`${number} names an existing test or gives a reason`, () => {
    const files = Array.from(proof.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:test|e2e)\.tsx?)`/g), ([, file = '']) => file)
    for (const file of files) assert(existsSync(join(root, file)), `${file} exists`)
    const isExplained = /Does not apply: \S|Operator: \S|Not met: \S|\[[^\]]+\]\([^)]+\)/.test(proof)
    assert(files.length > 0 || isExplained, proof)
    for (const [, link = ''] of proof.matchAll(/\]\(([^)]+)\)/g)) {
      const [file = '', heading] = link.split('#')
      const page = readFileSync(join(root, 'docs', file), 'utf8')
      const headings = Array.from(page.matchAll(/^#+ (.+)$/gm), ([, title = '']) =>
        title
          .toLowerCase()
          .replaceAll(/[^a-z0-9 -]/g, '')
          .replaceAll(' ', '-'),
      )
      assert(heading === undefined || headings.includes(heading), `${link} exists`)
    }
  })

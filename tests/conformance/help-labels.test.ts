import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { leaves, webModule } from './reached.ts'

const folder = new URL('../../data/help/', import.meta.url)
const read = (file: string): string => readFileSync(new URL(file, folder), 'utf8')

/** Quoted texts that are no label of the page: words that are explained, and titles of other articles. */
const notLabels = new Set(['模拟', '未交收', '追加保证金与强制平仓'])

/** The Chinese help quotes what it names on the page; the English help sets it without quotes or in bold, as emphasis. */
const quoted = (text: string): string[] => [...text.matchAll(/“([^”]*)”|「([^」]*)」/g)].map(([, a, b]) => a ?? b ?? '')

test('every label that the Chinese help quotes is a text of the page', async () => {
  const shown = new Set(leaves((await webModule('web/text/zh-CN.ts'))?.['zhCN']).values())
  const files = readdirSync(folder).filter((file) => file.endsWith('.zh.md') || file.endsWith('.json'))
  const labels = files.flatMap((file) => quoted(read(file)).map((label) => `${file}: ${label}`))
  assert.ok(labels.length > 20, `${labels.length} labels`)
  const stale = labels.filter((line) => {
    const label = line.slice(line.indexOf(': ') + 2)
    return !notLabels.has(label) && !shown.has(label)
  })
  assert.deepEqual(stale, [])
})

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { leaves, webModule } from './reached.ts'

const folder = new URL('../../data/help/', import.meta.url)
const read = (file: string): string => readFileSync(new URL(file, folder), 'utf8')

/** Quoted texts that are no label of the page: words that are explained, and titles of other articles. */
const notLabels = new Set(['模拟', '未交收', '追加保证金与强制平仓'])

/** The Chinese help puts the labels of the page in quotes. The English help writes them in bold or plain, so they cannot be told from other words. */
const quoted = (text: string): string[] => [...text.matchAll(/“([^”]*)”|「([^」]*)」/g)].map(([, a, b]) => a ?? b ?? '')

test('every label that the Chinese help quotes is a text of the page', async () => {
  const shown = new Set(leaves((await webModule('web/text/zh-CN.ts'))?.['zhCN']).values())
  const files = readdirSync(folder).filter((file) => file.endsWith('.zh.md') || file.endsWith('.json'))
  const labels = files.flatMap((file) => quoted(read(file)).map((label) => ({ file, label })))
  assert.ok(labels.length > 20, `${labels.length} labels`)
  const stale = labels.filter(({ label }) => !notLabels.has(label) && !shown.has(label))
  assert.deepEqual(stale, [])
})

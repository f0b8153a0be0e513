import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

import { readMarkedText, readRuns } from './marked-text.ts'

test('parses a document into its blocks', () => {
  const text = [
    '# Title\n',
    'First line',
    'and second.\n',
    '## Heading\n',
    '- one',
    '  goes on',
    '- two\n',
    '| what | why |',
    '|---|---|',
    '| a | b |',
  ].join('\n')
  assert.deepEqual(readMarkedText(text), [
    { kind: 'paragraph', text: 'First line and second.' },
    { kind: 'heading', text: 'Heading' },
    { kind: 'list', items: ['one goes on', 'two'] },
    { kind: 'table', head: ['what', 'why'], rows: [['a', 'b']] },
  ])
})

test('joins lines of Chinese without a space', () => {
  assert.deepEqual(readMarkedText('不能兑换成金钱、\n商品。'), [{ kind: 'paragraph', text: '不能兑换成金钱、商品。' }])
})

test('parses bold words as separate runs', () => {
  assert.deepEqual(readRuns('All **money** is simulated'), [
    { text: 'All ', isBold: false },
    { text: 'money', isBold: true },
    { text: ' is simulated', isBold: false },
  ])
  assert.deepEqual(readRuns('**All**'), [{ text: 'All', isBold: true }])
  assert.deepEqual(readRuns('2 * 3 ** 4'), [{ text: '2 * 3 ** 4', isBold: false }])
})

test('every legal document uses only supported marks', () => {
  const folder = new URL('../../data/legal/', import.meta.url)
  const files = readdirSync(folder).filter((file) => file.endsWith('.md'))
  assert.equal(files.length, 6)
  for (const file of files) {
    const blocks = readMarkedText(readFileSync(new URL(file, folder), 'utf8'))
    assert.ok(blocks.length > 3, file)
    const texts = blocks.flatMap((block) =>
      block.kind === 'list'
        ? block.items
        : block.kind === 'table'
          ? [...block.head, ...block.rows.flat()]
          : [block.text],
    )
    for (const text of texts) {
      const shown = readRuns(text)
        .map((run) => run.text)
        .join('')
      assert.doesNotMatch(shown, /\*\*|^#|\]\(|^\s*[-*>] |`|\|/, `${file}: ${text}`)
    }
  }
})

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

import compileMessage from 'icu-minify/compile'
import { Converter } from 'opencc-js/cn2t'

import { withGlossary } from '@mex/contract/traditional-chinese.ts'

import { en } from './en.ts'
import { chineseOffer, languageOf } from './language.ts'
import { toTraditional } from './traditional-chinese.ts'
import { zhCN } from './zh-CN.ts'

type Leaf = readonly [path: string, text: string]

function leaves(tree: unknown, path = ''): Leaf[] {
  if (typeof tree === 'string') return [[path, tree]]
  return Object.entries(tree as object).flatMap(([key, value]) => leaves(value, path === '' ? key : `${path}.${key}`))
}

/** The arguments of a parsed message: its parts are texts or [name, kind, …], and kinds such as plural hold messages. */
function argumentsIn(message: unknown): string[] {
  if (!Array.isArray(message)) return []
  return message.flatMap((part: unknown) => {
    if (!Array.isArray(part)) return []
    const [name, ...rest] = part as [string, ...unknown[]]
    const inner = rest.filter((each) => typeof each === 'object' && each !== null && !Array.isArray(each))
    return [name, ...inner.flatMap((each) => Object.values(each as object).flatMap(argumentsIn))]
  })
}

const spec = JSON.parse(readFileSync(new URL('../../docs/spec/texts.json', import.meta.url), 'utf8')) as {
  text: string
  kind: string
}[]
const zhTW = toTraditional(zhCN, withGlossary(Converter({ from: 'cn', to: 'twp' })))

test('has every text of the spec word for word in English, and a translation', () => {
  const texts = leaves(en.spec)
  const translations = new Map(leaves(zhCN.spec))
  assert.equal(texts.length, spec.length)
  const left = [...texts]
  for (const { text, kind } of spec) {
    const at = left.findIndex(([, own]) => own === text)
    assert.notEqual(at, -1, `${kind}: ${text}`)
    const [[path] = ['']] = left.splice(at, 1)
    assert.ok((translations.get(path) ?? '') !== '', `${path} has a translation`)
  }
})

test('both catalogues have the same keys and no empty text', () => {
  const keys = (tree: unknown) => leaves(tree).map(([path]) => path)
  assert.deepEqual(keys(zhCN).toSorted(), keys(en).toSorted())
  assert.deepEqual(keys(zhTW).toSorted(), keys(en).toSorted())
  for (const [path, text] of [...leaves(en), ...leaves(zhCN), ...leaves(zhTW)]) assert.notEqual(text.trim(), '', path)
})

test('every text parses as a message and has the same arguments in each language', () => {
  const argumentsOf = (text: string) => [...new Set(argumentsIn(compileMessage(text)))].toSorted()
  const translations = new Map(leaves(zhCN))
  const traditional = new Map(leaves(zhTW))
  for (const [path, text] of leaves(en)) {
    for (const other of [text, translations.get(path) ?? '', traditional.get(path) ?? '']) {
      assert.deepEqual(argumentsOf(other), argumentsOf(text), path)
    }
  }
})

test('converts financial terms to those of Traditional Chinese', () => {
  assert.equal(zhTW.titles.deposit, '入金')
  assert.equal(zhTW.spec.quoteLabels.openInterest, '未平倉量')
  assert.equal(zhTW.titles.closePosition, '平倉')
  assert.equal(zhTW.titles.blockTrades, '鉅額交易')
  assert.equal(zhTW.shell.logIn, '登入')
  assert.equal(zhTW.spec.messages.sizeExceeded, '大小不能超過 {n}M')
})

test('offers the Chinese variant that the browser prefers', () => {
  const cases: [tag: string, language: string, offer: string | undefined][] = [
    ['en-US', 'en', undefined],
    ['zh', 'zh-CN', 'zh-CN'],
    ['zh-CN', 'zh-CN', 'zh-CN'],
    ['zh-SG', 'zh-CN', 'zh-CN'],
    ['zh-TW', 'zh-TW', 'zh-TW'],
    ['zh-HK', 'zh-TW', 'zh-TW'],
    ['zh-MO', 'zh-TW', 'zh-TW'],
    ['zh-Hant', 'zh-TW', 'zh-TW'],
    ['zh-Hans-HK', 'zh-CN', 'zh-CN'],
    ['es-MX', 'en', undefined],
    ['zha', 'en', undefined],
  ]
  for (const [tag, language, offer] of cases) {
    assert.equal(languageOf(tag), language, tag)
    assert.equal(chineseOffer([tag, 'en']), offer, tag)
  }
  assert.equal(chineseOffer([]), undefined)
  assert.equal(chineseOffer(['en', 'zh-CN']), undefined)
})

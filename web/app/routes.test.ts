import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

import { parameters, tabPaths, type Path } from '#data/addresses.ts'
import { en } from '#text/en.ts'
import { zhCN } from '#text/zh-CN.ts'
import { routes } from './routes.ts'

type Screen = { path: string; query: string[]; tab: boolean; title_en: string; title_zh: string }
const screens = JSON.parse(readFileSync(new URL('../../docs/spec/screens.json', import.meta.url), 'utf8')) as Screen[]

test('the routes are the spec’s, in its order, with its titles', () => {
  assert.deepEqual(
    routes.map((route) => [route.path, en.titles[route.title], zhCN.titles[route.title]]),
    screens.map((screen) => [screen.path, screen.title_en, screen.title_zh]),
  )
})

test('every page reads the parameters that the spec gives it', () => {
  for (const { path, query } of screens) {
    const own: readonly string[] = parameters[path as Path]
    for (const name of query) assert.ok(own.includes(name), `${path} reads ${name}`)
  }
})

test('five pages are tabs', () => {
  assert.deepEqual(
    [...tabPaths],
    screens.filter((screen) => screen.tab).map((screen) => screen.path),
  )
})

test('whatever holds money or a person needs a session', () => {
  const personal = ['watchlist', 'trade', 'profile', 'withdraw', 'deposit', 'setting', 'bcard', 'vm', 'kyc', 'payment']
  for (const { path, who } of routes) {
    const area = path.split('/')[2] ?? ''
    if (personal.includes(area)) assert.equal(who, 'user', path)
    if (['auth', 'quote', 'market', 'search', 'news'].includes(area)) assert.equal(who, 'anyone', path)
  }
  assert.equal(routes.find((route) => route.path === '/')?.who, 'anyone')
})

test('every screen that a route names exists', () => {
  const source = readFileSync(new URL('screens.ts', import.meta.url), 'utf8')
  for (const [, file = ''] of source.matchAll(/import\('#(areas\/[^']+)'\)/g)) {
    assert.ok(existsSync(new URL(`../${file}`, import.meta.url)), file)
  }
})

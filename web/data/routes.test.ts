import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

import { en } from '#text/en.ts'
import { zhCN } from '#text/zh-CN.ts'
import { opensOver, routeAt, routeNames, routes, tabs } from './routes.ts'

type Screen = { path: string; query: string[]; tab: boolean; title_en: string; title_zh: string }
const screens = JSON.parse(readFileSync(new URL('../../docs/spec/screens.json', import.meta.url), 'utf8')) as Screen[]

test('the routes are the spec’s, in its order, with its titles', () => {
  assert.deepEqual(
    routeNames.map((name) => [routes[name].path, en.titles[name], zhCN.titles[name]]),
    screens.map((screen) => [screen.path, screen.title_en, screen.title_zh]),
  )
})

test('the catalogues have a title for each route and for nothing else', () => {
  assert.deepEqual(Object.keys(en.titles), routeNames)
})

test('every page reads the parameters that the spec gives it', () => {
  for (const { path, query } of screens) {
    const name = routeAt(path)
    assert(name !== undefined)
    for (const parameter of query) assert.ok(routes[name].query.includes(parameter), `${path} reads ${parameter}`)
  }
})

test('five pages are tabs', () => {
  assert.deepEqual(
    tabs.map((name) => routes[name].path),
    screens.filter((screen) => screen.tab).map((screen) => screen.path),
  )
})

test('whatever holds money or a person needs a session', () => {
  const personal = ['watchlist', 'trade', 'profile', 'withdraw', 'deposit', 'setting', 'bcard', 'vm', 'kyc', 'payment']
  for (const { path, who } of Object.values(routes)) {
    const area = path.split('/')[2] ?? ''
    if (personal.includes(area)) assert.equal(who, 'user', path)
    if (['auth', 'quote', 'market', 'search', 'news'].includes(area)) assert.equal(who, 'anyone', path)
  }
  assert.equal(routes.home.who, 'anyone')
})

test('a path leads to the page of its row, and the home page has another one', () => {
  assert.equal(routeAt('/pages/trade/index'), 'trade')
  assert.equal(routeAt('/pages/home/index'), 'home')
  for (const path of ['/pages/nowhere', 'toString', '']) assert.equal(routeAt(path), undefined)
})

test('an order form opens over the pages that have one, and nothing else does', () => {
  assert(opensOver('stockOrder', 'stockQuote'))
  assert(opensOver('closePosition', 'trade'))
  assert(!opensOver('stockOrder', 'search'))
  assert(!opensOver('transfer', 'trade'))
  assert(!opensOver(undefined, 'trade'))
  assert(!opensOver('stockOrder', undefined))
})

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

import { en } from '#text/en.ts'
import { zhCN } from '#text/zh-CN.ts'
import { opensOver, routeAt, routeNames, routes, tabs } from './routes.ts'

type Screen = { path: string; query: string[]; tab: boolean; title_en: string; title_zh: string }
const screens = JSON.parse(readFileSync(new URL('../../docs/spec/screens.json', import.meta.url), 'utf8')) as Screen[]

test('has the routes and titles of the specification, in its order, and then the additions', () => {
  const specified = routeNames.slice(0, screens.length)
  const additions = routeNames.slice(screens.length)
  assert.deepEqual(
    [specified, additions].map((names) => names.filter((name) => routes[name].isAddition)),
    [[], additions],
  )
  assert.deepEqual(
    specified.map((name) => [routes[name].path, en.titles[name], zhCN.titles[name]]),
    screens.map((screen) => [screen.path, screen.title_en, screen.title_zh]),
  )
})

test('has a title for every route and no other', () => {
  assert.deepEqual(Object.keys(en.titles), routeNames)
})

test('every page reads the parameters of the specification', () => {
  for (const { path, query } of screens) {
    const name = routeAt(path)
    assert(name !== undefined)
    for (const parameter of query) assert.ok(routes[name].query.includes(parameter), `${path} reads ${parameter}`)
  }
})

test('the tabs are those of the specification', () => {
  assert.deepEqual(
    tabs.map((name) => routes[name].path),
    screens.filter((screen) => screen.tab).map((screen) => screen.path),
  )
})

test('requires a session for pages with money or personal data', () => {
  const personal = ['watchlist', 'trade', 'profile', 'withdraw', 'deposit', 'setting', 'bcard', 'vm', 'kyc', 'payment']
  for (const { path, who } of Object.values(routes)) {
    const area = path.split('/')[2] ?? ''
    if (personal.includes(area)) assert.equal(who, 'user', path)
    if (['auth', 'quote', 'market', 'search', 'news'].includes(area)) assert.equal(who, 'anyone', path)
  }
  assert.equal(routes.home.who, 'anyone')
})

test('finds the page of a path, and home by its second path', () => {
  assert.equal(routeAt('/pages/trade/index'), 'trade')
  assert.equal(routeAt('/pages/home/index'), 'home')
  for (const path of ['/pages/nowhere', 'toString', '']) assert.equal(routeAt(path), undefined)
})

test('opens order forms over quotes and the Trade tab, and nothing else', () => {
  assert(opensOver('stockOrder', 'stockQuote'))
  assert(opensOver('closePosition', 'trade'))
  assert(!opensOver('stockOrder', 'search'))
  assert(!opensOver('transfer', 'trade'))
  assert(!opensOver(undefined, 'trade'))
  assert(!opensOver('stockOrder', undefined))
})

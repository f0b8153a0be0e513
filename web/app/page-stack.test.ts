import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'node:test'

import { createMemoryHistory } from '@tanstack/history'

import { Navigation } from '#data/navigation.ts'
import type { RouteName } from '#data/routes.ts'
import { followHistory, codeTimeoutMilliseconds, type NavigationKind } from './page-stack.ts'

function start(entry = '/', prepare: (route: RouteName) => Promise<unknown> | undefined = () => undefined) {
  const history = createMemoryHistory({ initialEntries: [entry] })
  const navigations: (NavigationKind | undefined)[] = []
  const draw = (change: () => void, kind: NavigationKind | undefined) => {
    navigations.push(kind)
    change()
  }
  const navigation = new Navigation(history, 'visit')
  const pageStack = followHistory(history, { visit: 'visit', prepare, draw })
  const shown = () => {
    const { page, sheet: over } = pageStack.get()
    return [page.route, over?.route]
  }
  return { history, navigation, pageStack, shown, navigations }
}

test('what is shown follows the address, with the parameters that the page reads', async () => {
  const { navigation, pageStack, shown, navigations } = start('/pages/quote/stock?code=AAPL&source=0&more=1')
  assert.deepEqual(shown(), ['stockQuote', undefined])
  assert.deepEqual(pageStack.get().page.search, { code: 'AAPL', source: '0' })
  navigation.to('search', { keyword: 'a b' })
  await pause(0)
  assert.deepEqual(pageStack.get().page.search, { keyword: 'a b' })
  navigation.back()
  await pause(0)
  assert.deepEqual(shown(), ['stockQuote', undefined])
  assert.deepEqual(navigations, ['push', 'back'])
})

test('an address that is none of ours becomes home', async () => {
  for (const entry of ['/pages/quote/nothing', '/nothing', '/constructor', '']) {
    const { history, shown } = start(entry)
    await pause(0)
    assert.deepEqual(shown(), ['home', undefined], entry)
    assert.equal(history.location.pathname, '/', entry)
  }
})

test('the other address of home shows home', () => {
  assert.deepEqual(start('/pages/home/index').shown(), ['home', undefined])
})

test('a form stands over the page that it was opened from; its page keeps its identity', async () => {
  const { navigation, pageStack, shown, navigations } = start('/pages/quote/stock?code=AAPL')
  const below = pageStack.get().page
  navigation.to('stockOrder', { code: 'AAPL' })
  await pause(0)
  assert.deepEqual(shown(), ['stockQuote', 'stockOrder'])
  assert.equal(pageStack.get().page, below)
  navigation.back()
  await pause(0)
  assert.deepEqual(shown(), ['stockQuote', undefined])
  assert.deepEqual(navigations, [undefined, undefined])
})

test('after a reload a form is a page of its own', () => {
  const { history, navigation } = start('/pages/quote/stock?code=AAPL')
  navigation.to('stockOrder', { code: 'AAPL' })
  const reloaded = followHistory(history, { visit: 'another', prepare: () => undefined, draw: (change) => change() })
  assert.equal(reloaded.get().page.route, 'stockOrder')
  assert.equal(reloaded.get().sheet, undefined)
})

test('going to a tab from deep inside is one change', async () => {
  const { navigation, shown, navigations } = start()
  navigation.to('search')
  navigation.to('stockQuote', { code: 'AAPL' })
  await pause(0)
  navigation.to('trade')
  await pause(0)
  assert.deepEqual(shown(), ['trade', undefined])
  assert.deepEqual(navigations, ['push', 'back'])
})

test('the page before stays while code is fetched, and a skeleton comes when that takes long', async () => {
  const code = Promise.withResolvers<undefined>()
  const { navigation, shown } = start('/', (route) => (route === 'search' ? code.promise : undefined))
  navigation.to('search')
  await pause(20)
  assert.deepEqual(shown(), ['home', undefined])
  code.resolve(undefined)
  await pause(20)
  assert.deepEqual(shown(), ['search', undefined])

  const slow = start('/', () => new Promise(() => undefined))
  slow.navigation.to('search')
  await pause(codeTimeoutMilliseconds + 50)
  assert.deepEqual(slow.shown(), ['search', undefined])
})

test('code that cannot be fetched does not keep its page away, nor does a page that was left come back', async () => {
  const failing = start('/', () => Promise.reject(new Error('no network')))
  failing.navigation.to('search')
  await pause(20)
  assert.deepEqual(failing.shown(), ['search', undefined])

  const code = Promise.withResolvers<undefined>()
  const { navigation, shown } = start('/', (route) => (route === 'search' ? code.promise : undefined))
  navigation.to('search')
  await pause(0)
  navigation.to('markets')
  await pause(0)
  code.resolve(undefined)
  await pause(20)
  assert.deepEqual(shown(), ['markets', undefined])
})

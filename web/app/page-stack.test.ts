import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'node:test'

import { createMemoryHistory } from '@tanstack/history'

import { Navigation } from '#data/navigation.ts'
import type { RouteName } from '#data/routes.ts'
import { followHistory, codeTimeoutMilliseconds, type NavigationKind } from './page-stack.ts'

function start(
  entry = '/',
  prepare: (route: RouteName) => Promise<unknown> | undefined = () => undefined,
  drawn: () => Promise<unknown> = () => Promise.resolve(),
) {
  const history = createMemoryHistory({ initialEntries: [entry] })
  const navigations: (NavigationKind | undefined)[] = []
  const draw = (change: () => void, kind: NavigationKind | undefined) => {
    navigations.push(kind)
    change()
  }
  const navigation = new Navigation(history, 'visit')
  const pageStack = followHistory(history, { visit: 'visit', prepare, drawn, draw })
  const shown = () => {
    const { page, sheet: over } = pageStack.get()
    return [page.route, over?.route]
  }
  return { history, navigation, pageStack, shown, navigations }
}

test('shows the page of the URL, with the parameters that the page reads', async () => {
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

test('replaces an unknown URL with the home page', async () => {
  for (const entry of ['/pages/quote/nothing', '/nothing', '/constructor', '']) {
    const { history, shown } = start(entry)
    await pause(0)
    assert.deepEqual(shown(), ['home', undefined], entry)
    assert.equal(history.location.pathname, '/', entry)
  }
})

test('shows the home page for its second path', () => {
  assert.deepEqual(start('/pages/home/index').shown(), ['home', undefined])
})

test('opens an order form over its page and keeps the same page object below', async () => {
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

test('shows an order form as a page after a reload', () => {
  const { history, navigation } = start('/pages/quote/stock?code=AAPL')
  navigation.to('stockOrder', { code: 'AAPL' })
  const reloaded = followHistory(history, {
    visit: 'another',
    prepare: () => undefined,
    drawn: () => Promise.resolve(),
    draw: (change) => change(),
  })
  assert.equal(reloaded.get().page.route, 'stockOrder')
  assert.equal(reloaded.get().sheet, undefined)
})

test('another page is rendered once the tap has been drawn, other parameters of the same page at once', async () => {
  const taps: PromiseWithResolvers<void>[] = []
  const drawn = (): Promise<void> => {
    const tap = Promise.withResolvers<void>()
    taps.push(tap)
    return tap.promise
  }
  const { navigation, pageStack, shown } = start('/pages/market/index', undefined, drawn)
  navigation.setParameters('markets', { tab: 'us' })
  await pause(0)
  assert.deepEqual(pageStack.get().page.search, { tab: 'us' })
  assert.equal(taps.length, 0)
  navigation.to('search')
  await pause(0)
  assert.deepEqual(shown(), ['markets', undefined])
  taps[0]?.resolve()
  await pause(0)
  assert.deepEqual(shown(), ['search', undefined])
  navigation.back()
  await pause(0)
  assert.deepEqual(shown(), ['search', undefined])
  taps[1]?.resolve()
  await pause(0)
  assert.deepEqual([...shown(), taps.length], ['markets', undefined, 2])
})

test('a page keeps its key, and so its state, when it sets its parameters, and no other page takes the key over', async () => {
  const { history, navigation, pageStack } = start()
  const key = async () => {
    await pause(0)
    return pageStack.get().key
  }
  navigation.to('screener', { market: 'US' })
  const first = await key()
  navigation.setParameters('screener', { market: 'US', group: 'energy' })
  assert.equal(await key(), first)
  const close = navigation.openLayer(() => undefined)
  assert.equal(await key(), first)
  close()
  assert.equal(await key(), first)
  assert.deepEqual(pageStack.get().page.search, { market: 'US', group: 'energy' })
  navigation.to('screener', { market: 'HK' })
  const second = await key()
  assert.notEqual(second, first)
  history.back()
  assert.notEqual(await key(), second)
  navigation.replace('screener', { market: 'MX' })
  assert.notEqual(await key(), first)
})

test('goes from two pages deep to a tab in one navigation', async () => {
  const { navigation, shown, navigations } = start()
  navigation.to('search')
  navigation.to('stockQuote', { code: 'AAPL' })
  await pause(0)
  navigation.to('trade')
  await pause(0)
  assert.deepEqual(shown(), ['trade', undefined])
  assert.deepEqual(navigations, ['push', 'back'])
})

test('keeps the previous page while code loads, and shows the next one after the timeout', async () => {
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

test('shows a page whose code fails to load, and ignores code that arrives after the user has left', async () => {
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

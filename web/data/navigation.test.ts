import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createMemoryHistory } from '@tanstack/history'

import { Navigation, pageBelow, stateOf } from './navigation.ts'

function start(entry = '/') {
  const history = createMemoryHistory({ initialEntries: [entry] })
  return { history, navigation: new Navigation(history, 'visit'), at: () => history.location.href }
}

test('pushes pages, and replaces the whole history of the app with a tab', () => {
  const { history, navigation, at } = start()
  navigation.to('stockQuote', { code: 'AAPL' })
  navigation.to('stockOrder', { code: 'AAPL' })
  assert.equal(stateOf(history.location.state).depth, 2)
  navigation.to('trade')
  assert.equal(at(), '/pages/trade/index')
  assert.equal(stateOf(history.location.state).depth, 0)
  assert.equal(history.canGoBack(), false)
})

test('Back goes to the previous page, and to home from the first page', () => {
  const { navigation, at } = start('/pages/quote/stock?code=AAPL')
  navigation.to('search')
  navigation.back()
  assert.equal(at(), '/pages/quote/stock?code=AAPL')
  navigation.back()
  assert.equal(at(), '/')
  navigation.back()
  assert.equal(at(), '/')
})

test('replaces a page, so that Back does not return to it', () => {
  const { navigation, at } = start()
  navigation.to('login')
  navigation.replace('register')
  navigation.back()
  assert.equal(at(), '/')
})

test('sets parameters without a new history entry', () => {
  const { history, navigation, at } = start()
  navigation.to('notices')
  navigation.setParameters('notices', { tab: 'messages' })
  assert.equal(at(), '/pages/notice/index?tab=messages')
  assert.equal(stateOf(history.location.state).depth, 1)
  navigation.back()
  assert.equal(at(), '/')
})

test('Back closes the top layer before it leaves the page', () => {
  const { history, navigation, at } = start()
  const closed: string[] = []
  navigation.to('stockQuote', { code: 'AAPL' })
  navigation.openLayer(() => closed.push('sheet'))
  navigation.openLayer(() => closed.push('dialog'))
  history.back()
  assert.deepEqual(closed, ['dialog'])
  history.back()
  assert.deepEqual(closed, ['dialog', 'sheet'])
  assert.equal(at(), '/pages/quote/stock?code=AAPL')
  history.back()
  assert.equal(at(), '/')
})

test('closing a layer by its button removes its history entry once', () => {
  const { history, navigation, at } = start()
  navigation.to('stockQuote', { code: 'AAPL' })
  let backs = 0
  const close = navigation.openLayer(() => (backs += 1))
  close()
  close()
  assert.equal(backs, 0)
  assert.deepEqual(stateOf(history.location.state), { depth: 1, layer: 0 })
  navigation.back()
  assert.equal(at(), '/')
})

test('closing a layer with another one above it removes the entries of both', () => {
  const { history, navigation, at } = start()
  navigation.to('stockQuote', { code: 'AAPL' })
  const close = navigation.openLayer(() => undefined)
  navigation.openLayer(() => undefined)
  close()
  assert.deepEqual(stateOf(history.location.state), { depth: 1, layer: 0 })
  navigation.back()
  assert.equal(at(), '/')
})

/** As in a browser, where Back arrives later, at the entry that was before the one of the call. */
function startSlow() {
  const started = start()
  const { history } = started
  const place = () => history.location.state.__TSR_index
  const arrivals: (() => void)[] = []
  const { go } = history
  history.go = (steps) => {
    const target = place() + steps
    arrivals.push(() => go(target - place()))
  }
  return { ...started, arrive: () => arrivals.shift()?.() }
}

test('a layer that opens as another one closes stays open when Back arrives', () => {
  const { history, navigation, arrive, at } = startSlow()
  const closed: string[] = []
  navigation.to('buyBond', { id: 1 })
  const first = navigation.openLayer(() => closed.push('first'))
  first()
  const second = navigation.openLayer(() => closed.push('second'))
  arrive()
  assert.deepEqual(closed, [])
  assert.deepEqual(stateOf(history.location.state), { depth: 2, layer: 1 })
  second()
  arrive()
  assert.deepEqual(stateOf(history.location.state), { depth: 1, layer: 0 })
  assert.equal(at(), '/pages/bonds/open?id=1')
})

test('a layer that opens and closes before Back arrives leaves no entry', () => {
  const { history, navigation, arrive } = startSlow()
  navigation.to('buyBond', { id: 1 })
  navigation.openLayer(() => undefined)()
  navigation.openLayer(() => undefined)()
  arrive()
  arrive()
  assert.deepEqual(stateOf(history.location.state), { depth: 1, layer: 0 })
})

test('a page opened from layers replaces their history entries', () => {
  const { history, navigation, at } = start()
  const closed: string[] = []
  navigation.to('stockQuote', { code: 'AAPL' })
  navigation.openLayer(() => closed.push('sheet'))
  navigation.openLayer(() => closed.push('dialog'))
  navigation.to('tradeDetail', { id: 1 })
  assert.deepEqual(closed, ['dialog', 'sheet'])
  assert.equal(at(), '/pages/trade/detail?id=1')
  navigation.back()
  assert.equal(at(), '/pages/quote/stock?code=AAPL')
  assert.equal(stateOf(history.location.state).layer, 0)
})

test('a tab opened from a layer closes the layer', () => {
  const { navigation, at, history } = start()
  let closed = 0
  navigation.to('stockQuote', { code: 'AAPL' })
  navigation.openLayer(() => (closed += 1))
  navigation.to('trade')
  assert.equal(closed, 1)
  assert.equal(at(), '/pages/trade/index')
  assert.equal(history.canGoBack(), false)
})

test('treats a history entry without our state as the first page', () => {
  assert.deepEqual(stateOf(undefined), { depth: 0, layer: 0 })
  assert.deepEqual(stateOf({ depth: 'deep', layer: null }), { depth: 0, layer: 0 })
})

test('opens an order form over a quote with its own URL and the quote below', () => {
  const { history, navigation, at } = start('/pages/quote/stock?code=AAPL')
  navigation.to('stockOrder', { code: 'AAPL' })
  assert.equal(at(), '/pages/payment/stock?code=AAPL')
  assert.equal(pageBelow(history.location.state, 'visit')?.href, '/pages/quote/stock?code=AAPL')
  assert.deepEqual(stateOf(history.location.state), { depth: 1, layer: 0 })
  navigation.back()
  assert.equal(at(), '/pages/quote/stock?code=AAPL')
  assert.equal(pageBelow(history.location.state, 'visit'), undefined)
})

test('keeps the page below a form under a layer, and not for a page opened from the form', () => {
  const { history, navigation, at } = start('/pages/trade/index')
  const closed: string[] = []
  navigation.to('closePosition', { id: 5 })
  navigation.openLayer(() => closed.push('dialog'))
  assert.equal(pageBelow(history.location.state, 'visit')?.href, '/pages/trade/index')
  history.back()
  assert.deepEqual(closed, ['dialog'])
  navigation.to('transfer')
  assert.equal(pageBelow(history.location.state, 'visit'), undefined)
  navigation.back()
  assert.equal(at(), '/pages/payment/close?id=5')
  assert.equal(pageBelow(history.location.state, 'visit')?.href, '/pages/trade/index')
})

test('opens an order form as a page from a page without order forms', () => {
  const { history, navigation } = start('/pages/search/index')
  navigation.to('stockOrder', { code: 'AAPL' })
  assert.equal(pageBelow(history.location.state, 'visit'), undefined)
})

test('gives a history entry the same name after Back, and another one in the next visit', () => {
  const { history, navigation } = start('/pages/auth/login')
  assert.equal(navigation.entry, '/pages/auth/login', 'an address that was opened')
  navigation.to('depositFiat')
  const first = navigation.entry
  navigation.to('login')
  navigation.back()
  assert.equal(navigation.entry, first)
  navigation.back()
  assert.equal(history.location.href, '/pages/auth/login')
  navigation.to('depositFiat')
  assert.notEqual(navigation.entry, first)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createMemoryHistory } from '@tanstack/history'

import { Navigation, pageBelow, stateOf } from './navigation.ts'

function start(entry = '/') {
  const history = createMemoryHistory({ initialEntries: [entry] })
  return { history, navigation: new Navigation(history, 'visit'), at: () => history.location.href }
}

test('pages are pushed, tabs take the place of everything', () => {
  const { history, navigation, at } = start()
  navigation.to('stockQuote', { code: 'AAPL' })
  navigation.to('stockOrder', { code: 'AAPL' })
  assert.equal(stateOf(history.location.state).depth, 2)
  navigation.to('trade')
  assert.equal(at(), '/pages/trade/index')
  assert.equal(stateOf(history.location.state).depth, 0)
  assert.equal(history.canGoBack(), false)
})

test('Back goes to the page before, and home when there is none of ours', () => {
  const { navigation, at } = start('/pages/quote/stock?code=AAPL')
  navigation.to('search')
  navigation.back()
  assert.equal(at(), '/pages/quote/stock?code=AAPL')
  navigation.back()
  assert.equal(at(), '/')
  navigation.back()
  assert.equal(at(), '/')
})

test('going instead of pushing leaves nothing to come back to', () => {
  const { navigation, at } = start()
  navigation.to('login')
  navigation.replace('register')
  navigation.back()
  assert.equal(at(), '/')
})

test('noting parameters stays on the page and keeps the way back', () => {
  const { history, navigation, at } = start()
  navigation.to('notices')
  navigation.setParameters('notices', { tab: 'messages' })
  assert.equal(at(), '/pages/notice/index?tab=messages')
  assert.equal(stateOf(history.location.state).depth, 1)
  navigation.back()
  assert.equal(at(), '/')
})

test('Back closes the uppermost layer and leaves the page', () => {
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

test('a layer that is closed otherwise takes its entry away, once', () => {
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

test('a page that is opened from layers takes their place', () => {
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

test('a tab that is opened from a layer closes it', () => {
  const { navigation, at, history } = start()
  let closed = 0
  navigation.to('stockQuote', { code: 'AAPL' })
  navigation.openLayer(() => (closed += 1))
  navigation.to('trade')
  assert.equal(closed, 1)
  assert.equal(at(), '/pages/trade/index')
  assert.equal(history.canGoBack(), false)
})

test('an entry that is not ours counts as the first', () => {
  assert.deepEqual(stateOf(undefined), { depth: 0, layer: 0 })
  assert.deepEqual(stateOf({ depth: 'deep', layer: null }), { depth: 0, layer: 0 })
})

test('an order form opens over a quote: the address is its own, the page below stays', () => {
  const { history, navigation, at } = start('/pages/quote/stock?code=AAPL')
  navigation.to('stockOrder', { code: 'AAPL' })
  assert.equal(at(), '/pages/payment/stock?code=AAPL')
  assert.equal(pageBelow(history.location.state, 'visit')?.href, '/pages/quote/stock?code=AAPL')
  assert.deepEqual(stateOf(history.location.state), { depth: 1, layer: 0 })
  navigation.back()
  assert.equal(at(), '/pages/quote/stock?code=AAPL')
  assert.equal(pageBelow(history.location.state, 'visit'), undefined)
})

test('a layer over a form keeps the page below; what is opened from the form is a page of its own', () => {
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

test('an order form opens as a page where there is nothing to keep in sight', () => {
  const { history, navigation } = start('/pages/search/index')
  navigation.to('stockOrder', { code: 'AAPL' })
  assert.equal(pageBelow(history.location.state, 'visit'), undefined)
})

test('an entry has a name that is there again when it is returned to; the next visit has another', () => {
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

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { cachePage, showAlerts, skipWaitingMessage, type WorkerScope } from './service-worker.ts'

type Answered = Promise<Response> | undefined

/** A fake worker scope: caches, and the events that the browser sends. */
function browser(earlier: readonly string[] = []) {
  const origin = 'https://practice.example'
  const stores = new Map<string, Map<string, Response>>(earlier.map((name) => [name, new Map()]))
  const listeners = new Map<string, (event: never) => void>()
  const asked: Request[] = []
  let tookOver = 0
  const shown: [title: string, text: string][] = []
  const opened: string[] = []
  const windows: { focus: () => Promise<void>; navigate: (address: string) => Promise<unknown> }[] = []
  const open = (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>()
    stores.set(name, store)
    return Promise.resolve({
      addAll: (requests: Request[]) => {
        for (const request of requests) store.set(request.url, new Response(`kept ${request.url}`))
        asked.push(...requests)
        return Promise.resolve()
      },
      match: (url: string) => Promise.resolve(store.get(url)),
    })
  }
  const caches = {
    open,
    keys: () => Promise.resolve([...stores.keys()]),
    delete: (name: string) => Promise.resolve(stores.delete(name)),
  } as unknown as CacheStorage
  const worker = {
    addEventListener: (type: string, listener: (event: never) => void) => listeners.set(type, listener),
    skipWaiting: () => {
      tookOver += 1
      return Promise.resolve()
    },
    caches,
    location: { origin },
    registration: {
      showNotification: (title: string, { body }: { body: string }) => {
        shown.push([title, body])
        return Promise.resolve()
      },
    },
    clients: {
      matchAll: () => Promise.resolve(windows),
      openWindow: (address: string) => Promise.resolve(opened.push(address)),
    },
  } as unknown as WorkerScope
  const lasting = async (type: string, event: object = {}) => {
    let work: Promise<unknown> = Promise.resolve()
    listeners.get(type)?.({ ...event, waitUntil: (given: Promise<unknown>) => (work = given) } as never)
    await work
  }
  const fetched = (address: string, init?: RequestInit): Answered => {
    let answered: Answered
    const request = new Request(new URL(address, origin), init)
    listeners.get('fetch')?.({ request, respondWith: (given: Promise<Response>) => (answered = given) } as never)
    return answered
  }
  const say = (data: unknown) => listeners.get('message')?.({ data } as never)
  return { worker, stores, asked, lasting, fetched, say, shown, opened, windows, tookOver: () => tookOver }
}

const files = ['/', '/assets/program-1.js', '/icon.svg']

test('caches the files of the page and deletes the caches of earlier versions', async () => {
  const { worker, stores, asked, lasting } = browser(['page-1', 'something else'])
  cachePage(worker, { version: '2', files })
  await lasting('install')
  await lasting('activate')
  assert.deepEqual([...stores.keys()], ['something else', 'page-2'])
  assert.deepEqual(
    asked.map(({ url, cache }) => [new URL(url).pathname, cache]),
    [
      ['/', 'reload'],
      ['/assets/program-1.js', 'default'],
      ['/icon.svg', 'reload'],
    ],
  )
})

test('answers requests for the page and its files from the cache', async () => {
  const { worker, lasting, fetched } = browser()
  cachePage(worker, { version: '2', files })
  await lasting('install')
  for (const file of files) {
    const response = await fetched(file)
    assert.equal(await response?.text(), `kept https://practice.example${file}`)
  }
})

test('leaves calls, prices and other origins to the network', async () => {
  const { worker, lasting, fetched } = browser()
  cachePage(worker, { version: '2', files })
  await lasting('install')
  const others: [string, RequestInit?][] = [
    ['/m_ft/home_custom_list'],
    ['/m_ft/stock_detail_ft?stockCode=AAPL'],
    ['/?market=US'],
    ['/docs'],
    ['/push'],
    ['/assets/program-0.js'],
    ['/', { method: 'POST' }],
    ['https://elsewhere.example/'],
  ]
  for (const [address, init] of others) assert.equal(fetched(address, init), undefined, address)
})

test('a newer version waits for the message of the page', () => {
  const { worker, say, tookOver } = browser()
  cachePage(worker, { version: '2', files })
  say('hello')
  say(undefined)
  assert.equal(tookOver(), 0)
  say(skipWaitingMessage)
  assert.equal(tookOver(), 1)
})

test('shows what an alert says, and something for a message that it cannot read', async () => {
  const { worker, lasting, shown } = browser()
  showAlerts(worker)
  const message = (json: () => unknown) => lasting('push', { data: { json } })
  await message(() => ({ title: 'Practice · Price alert', text: 'AAPL is at 200.00' }))
  await message(() => ({ title: 5 }))
  await message(() => null)
  await message(() => JSON.parse('{'))
  await lasting('push', { data: null })
  const unreadable = ['Practice', '']
  assert.deepEqual(shown, [
    ['Practice · Price alert', 'AAPL is at 200.00'],
    unreadable,
    unreadable,
    unreadable,
    unreadable,
  ])
})

test('a press on a notification opens the alerts in the open window, or in a new one', async () => {
  const { worker, lasting, opened, windows } = browser()
  showAlerts(worker)
  let closed = 0
  const press = () => lasting('notificationclick', { notification: { close: () => (closed += 1) } })
  await press()
  assert.deepEqual(opened, ['/#/pages/alert/index'])
  const went: string[] = []
  windows.push({
    focus: () => Promise.resolve(void went.push('focus')),
    navigate: (address) => Promise.resolve(went.push(address)),
  })
  await press()
  assert.deepEqual(went, ['focus', '/#/pages/alert/index'])
  assert.deepEqual([opened.length, closed], [1, 2])
})

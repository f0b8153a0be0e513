import assert from 'node:assert/strict'
import { test } from 'node:test'

import { cachePage, skipWaitingMessage, type WorkerScope } from './service-worker.ts'

type Answered = Promise<Response> | undefined

/** A fake worker scope: caches, and the events that the browser sends. */
function browser(earlier: readonly string[] = []) {
  const origin = 'https://practice.example'
  const stores = new Map<string, Map<string, Response>>(earlier.map((name) => [name, new Map()]))
  const listeners = new Map<string, (event: never) => void>()
  const asked: Request[] = []
  let tookOver = 0
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
  } as unknown as WorkerScope
  const lasting = async (type: string) => {
    let work: Promise<unknown> = Promise.resolve()
    listeners.get(type)?.({ waitUntil: (given: Promise<unknown>) => (work = given) } as never)
    await work
  }
  const fetched = (address: string, init?: RequestInit): Answered => {
    let answered: Answered
    const request = new Request(new URL(address, origin), init)
    listeners.get('fetch')?.({ request, respondWith: (given: Promise<Response>) => (answered = given) } as never)
    return answered
  }
  const say = (data: unknown) => listeners.get('message')?.({ data } as never)
  return { worker, stores, asked, lasting, fetched, say, tookOver: () => tookOver }
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

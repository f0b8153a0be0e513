import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, CDPSession, Response } from 'playwright-core'
import { buildPage, openBrowser, processorFactor, throttleProcessor, viewport } from './browser.ts'
import { firstPages, signInAsGuest } from './first-visits.ts'
import { openGround, root } from './measured-server.ts'
import type { Figure, Measurement } from './measurement.ts'
import { alternate, median, ratioOf } from './statistics.ts'

const rounds = 5
/** The slow profile: a mid-range phone on a slow mobile network. */
const slow = { bitsPerSecond: 1_600_000, roundTripMilliseconds: 150 }
/** Time after the network is idle within which the largest paint has happened. */
const settleMilliseconds = 1500

const visits = [
  { name: '`#/`, as a visitor', path: '/#/', isGuest: false },
  ...firstPages.map(({ name, path }) => ({ name, path, isGuest: true })),
]

type Visited = { readonly path: string; readonly isGuest: boolean }

type Visit = {
  /** Largest contentful paint, seconds from the start of the navigation. */
  readonly paintSeconds: number
  /** JavaScript received before that, compressed with gzip, in KB of 1,000 bytes. */
  readonly scriptKilobytes: number
}

async function slowDown(session: CDPSession): Promise<void> {
  const bytesPerSecond = slow.bitsPerSecond / 8
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slow.roundTripMilliseconds,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  await throttleProcessor(session)
}

/** Runs in the page. The last entry counts, because the browser adds entries until the first user input. */
const largestPaint = `new Promise((resolve) => {
  const observer = new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0))
  observer.observe({ type: 'largest-contentful-paint', buffered: true })
})`

/** One visit with an empty cache; of a guest who has signed in before. */
async function visit(browser: Browser, site: string, { path, isGuest }: Visited): Promise<Visit> {
  const context = await browser.newContext({ viewport, deviceScaleFactor: 2, locale: 'en' })
  const page = await context.newPage()
  if (isGuest) {
    await page.goto(`${site}/healthz`)
    await page.evaluate(signInAsGuest)
  }
  await slowDown(await context.newCDPSession(page))
  const scripts: { readonly response: Response; readonly at: number }[] = []
  const begin = performance.now()
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push({ response, at: performance.now() - begin })
  })
  await page.goto(site + path, { waitUntil: 'networkidle', timeout: 60_000 })
  await page.waitForTimeout(settleMilliseconds)
  const paint = await page.evaluate<number>(largestPaint)
  let bytes = 0
  for (const { response, at } of scripts) if (at <= paint) bytes += gzipSync(await response.body(), { level: 9 }).length
  await context.close()
  return { paintSeconds: paint / 1000, scriptKilobytes: bytes / 1000 }
}

export const page: Measurement = {
  name: 'page',
  title: 'First load of the page',
  about: `Chromium at ${viewport.width}×${viewport.height} with an empty cache, ${slow.bitsPerSecond / 1e6} Mbit/s, ${slow.roundTripMilliseconds} ms round trip and a processor ${processorFactor} times slower; median
of ${rounds} visits of a guest who has signed in, and of a visitor. LCP is the largest contentful paint; JavaScript is the scripts received until then, compressed with gzip.
The baseline is the LCP of \`/healthz\`, a page of one line: the cost of one round trip and the browser in this run.`,
  async run(say) {
    buildPage()
    await using ground = await openGround()
    const server = await ground.openServer({ webFolder: join(root, 'web', 'dist') })
    const browser = await openBrowser()
    const site = `http://127.0.0.1:${server.port}`
    const figures: Figure[] = []
    for (const { name, ...visited } of visits) {
      say(name)
      await visit(browser, site, visited)
      const sizes: number[] = []
      const found = await alternate(rounds, {
        own: async () => {
          const { paintSeconds, scriptKilobytes } = await visit(browser, site, visited)
          sizes.push(scriptKilobytes)
          return paintSeconds
        },
        bare: async () => (await visit(browser, site, { path: '/healthz', isGuest: false })).paintSeconds,
      })
      figures.push(
        {
          name: `LCP of ${name}`,
          value: median(found.own),
          unit: 's',
          beside: { name: 'LCP of `/healthz`', value: median(found.bare), ratio: ratioOf(found.own, found.bare) },
          target: { atMost: 1.6 },
          limit: 'the scripts and the first answers, one after the other on a slow line',
        },
        { name: `JavaScript of ${name}`, value: median(sizes), unit: 'KB', target: { atMost: 145 } },
      )
    }
    await browser.close()
    return figures
  },
}

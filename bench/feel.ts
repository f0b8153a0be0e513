import { join } from 'node:path'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { buildPage, openBrowser, processorFactor, throttleProcessor, viewport } from './browser.ts'
import { openGround, root } from './measured-server.ts'
import type { Figure, Measurement, Say } from './measurement.ts'
import { alternate, median, percentile, ratioOf } from './statistics.ts'
import { openTickingProxy, type TickingProxy } from './ticking-proxy.ts'

const ticksPerSecond = 1000
const rounds = 5
const seconds = 3

/** A page of a phone with a slow processor. */
async function openPhone(context: BrowserContext): Promise<{ readonly page: Page; readonly session: CDPSession }> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable')
  return { page, session }
}

async function scriptSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0
}

/** Runs in the page: the number of frames that were drawn in so many milliseconds while the list scrolls slowly. */
const framesWhileScrolling = `(milliseconds) => new Promise((resolve) => {
  let frames = 0
  const end = performance.now() + milliseconds
  const draw = (now) => {
    frames += 1
    scrollBy(0, 2)
    if (now < end) requestAnimationFrame(draw)
    else resolve(frames)
  }
  requestAnimationFrame(draw)
})`

/** Scrolls until the list loads no more rows, and back to its first. Returns the height of the page in rows. */
async function loadWholeList(page: Page): Promise<number> {
  let [height, before] = [0, -1]
  while (height !== before) {
    before = height
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    await page.waitForTimeout(3000)
    height = await page.evaluate<number>('document.documentElement.scrollHeight')
  }
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight / 2)')
  return height
}

type Watched = { readonly framesPerSecond: number; readonly scriptMilliseconds: number }

async function watch(page: Page, session: CDPSession): Promise<Watched> {
  const before = await scriptSeconds(session)
  const frames = await page.evaluate<number>(`(${framesWhileScrolling})(${seconds * 1000})`)
  const script = (await scriptSeconds(session)) - before
  return { framesPerSecond: frames / seconds, scriptMilliseconds: (script / seconds) * 1000 }
}

async function listFigures(context: BrowserContext, proxy: TickingProxy, say: Say): Promise<readonly Figure[]> {
  const { page, session } = await openPhone(context)
  await page.goto(`http://127.0.0.1:${proxy.port}/#/pages/market/index?tab=us`)
  // The first who asks for a list waits until the past of its shares is computed.
  await page.locator('main section li').first().waitFor({ timeout: 120_000 })
  const rows = Math.round((await loadWholeList(page)) / 62)
  say(`a list of about ${rows} rows`)
  await throttleProcessor(session)
  const scripts: { readonly busy: number[]; readonly calm: number[] } = { busy: [], calm: [] }
  const contender = (kind: 'busy' | 'calm') => async (): Promise<number> => {
    proxy.tick(kind === 'busy' ? ticksPerSecond : 0)
    await page.waitForTimeout(500)
    proxy.sent()
    const { framesPerSecond, scriptMilliseconds } = await watch(page, session)
    if (kind === 'busy' && proxy.sent() < ticksPerSecond * seconds * 0.8) throw new Error('too few ticks were sent')
    scripts[kind].push(scriptMilliseconds)
    return framesPerSecond
  }
  const frames = await alternate(rounds, { busy: contender('busy'), calm: contender('calm') })
  proxy.tick(0)
  await page.close()
  const calm = 'without ticks'
  return [
    {
      name: `frames drawn in the list of US shares at ${ticksPerSecond.toLocaleString('en')} ticks a second`,
      value: median(frames.busy),
      unit: '/s',
      beside: { name: calm, value: median(frames.calm), ratio: ratioOf(frames.busy, frames.calm) },
      target: { atLeast: 57 },
    },
    {
      name: 'script meanwhile',
      value: median(scripts.busy),
      unit: 'ms/s',
      beside: { name: calm, value: median(scripts.calm), ratio: ratioOf(scripts.busy, scripts.calm) },
      target: { atMost: 200 },
      limit: 'reading the ticks as JSON, and drawing the rows in view four times a second',
    },
  ]
}

/** Runs in the page before its scripts: notes how long after a tap the page was next painted. */
const noteTaps = `window.taps = []
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (entry.interactionId > 0) window.taps.push(entry.duration)
}).observe({ type: 'event', durationThreshold: 16, buffered: true })`

/** Back in the browser, which is no tap and is not measured. */
const back = 'back'

/** What a person taps, from one page to the next, by the addresses of links. */
const taps = [
  'nav a[href*="pages/market/index"]',
  'main a[href*="market/screener"]',
  back,
  'main a[href*="pages/quote/stock"]',
  'a[href*="pages/payment/stock"]',
  back,
  back,
  'nav a[href*="pages/watchlist/index"]',
  'nav a[href*="pages/trade/index"]',
  'nav a[href*="pages/profile/index"]',
  'main a[href*="profile/transaction"]',
  back,
  'main a[href*="pages/setting"]',
  back,
  'nav a[href="#/"]',
] as const

async function tapFigures(context: BrowserContext, site: string, say: Say): Promise<readonly Figure[]> {
  const { page, session } = await openPhone(context)
  await page.addInitScript(noteTaps)
  await page.goto(site, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Try it now' }).tap()
  await page.waitForLoadState('networkidle')
  await throttleProcessor(session)
  const durations: number[] = []
  for (let round = 0; round < 3; round += 1)
    for (const selector of taps) {
      if (selector === back) {
        await page.goBack()
        continue
      }
      const target = page.locator(selector).filter({ visible: true }).first()
      await target.waitFor()
      await page.evaluate('window.taps.length = 0')
      await target.tap()
      await page.waitForTimeout(1200)
      const noted = await page.evaluate<number[]>('window.taps')
      durations.push(Math.max(16, ...noted))
      say(`${selector}: ${durations.at(-1)} ms`)
    }
  await page.close()
  return [
    { name: 'tap to next paint, median', value: median(durations), unit: 'ms' },
    { name: 'tap to next paint, p95', value: percentile(durations, 0.95), unit: 'ms', target: { atMost: 200 } },
  ]
}

export const feel: Measurement = {
  name: 'feel',
  title: 'Ticks and taps on a slow phone',
  about: `Chromium at ${viewport.width}×${viewport.height} with a processor ${processorFactor} times slower. A proxy before the server adds ticks of the rows in view while
the list of all US shares scrolls; the baseline is the same list without them. Frames are those that the browser draws (60 a
second at most), script is its ScriptDuration. Tap to next paint is the longest event of each tap (Event Timing) on the way
through the tabs, a quote, a ticket, the screener, the history and the settings.`,
  async run(say) {
    buildPage()
    await using ground = await openGround()
    const server = await ground.openServer({ webFolder: join(root, 'web', 'dist') })
    const proxy = await openTickingProxy(server.port)
    const browser = await openBrowser()
    try {
      const context = await browser.newContext({ viewport, deviceScaleFactor: 2, locale: 'en', hasTouch: true })
      const inList = await listFigures(context, proxy, say)
      return [...inList, ...(await tapFigures(context, `http://127.0.0.1:${server.port}/`, say))]
    } finally {
      await browser.close()
      proxy.close()
    }
  },
}

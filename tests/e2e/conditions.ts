import { readFileSync } from 'node:fs'

import { expect, serverUrl, test as journey, violationsOf, type Locator, type Page, type Route } from './journey.ts'
import { moved, type ShiftEntry } from './still.ts'
import { openWire, type Wire } from './wire.ts'

/** Journeys whose connection to the server can be cut. */
export const test = journey.extend<{ wire: Wire }>({
  wire: async ({}, use) => {
    const wire = await openWire(serverUrl())
    await use(wire)
    await wire.close()
  },
  baseURL: async ({ wire }, use) => use(wire.url),
  serviceWorkers: async ({}, use) => use('allow'),
})

/**
 * Console messages about a lost connection: of the browser, where the script is the service worker, if it was loading; and
 * that of still.ts, because the bar that tells it moves the page.
 */
export const noConnection = new RegExp(
  `Failed to load resource|WebSocket connection|net::ERR|occurred when fetching the script|${moved.source}`,
)

/** Console messages of the browser about code of a screen that failed to load. */
export const noCode = /Failed to fetch dynamically imported module|The code failed to load/

/** The script of the built app that belongs to one source file. */
export function scriptOf(source: string): string {
  const manifest = new URL('../../web/dist/.vite/manifest.json', import.meta.url)
  const built = JSON.parse(readFileSync(manifest, 'utf8')) as Readonly<Record<string, { readonly file: string }>>
  const found = built[source]
  if (found === undefined) throw new Error(`The app has no file ${source}`)
  return found.file
}

/** Intercepts the calls of a page. Only calls have a `lang` header; other requests load the app. */
export async function withCalls(page: Page, act: (call: Route) => Promise<void>): Promise<void> {
  await page.route('**', (route) => (route.request().headers()['lang'] === undefined ? route.continue() : act(route)))
}

/** Delays a call for longer than the program takes to load, because the first calls are made beside it. */
async function delay(call: Route): Promise<void> {
  await new Promise((done) => setTimeout(done, 3000))
  await call.continue()
}

/** A layout shift (web.dev: cumulative layout shift), and the elements that moved. */
type Shift = { readonly value: number; readonly what: readonly string[] }

/** In the page: records its shifts from the beginning, or those from now on that nobody caused by a tap or a key. */
function recordShifts(which: 'all' | 'unexpected from now on'): void {
  const shifts: Shift[] = []
  Object.assign(window, { shifts })
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as unknown as ShiftEntry[])
      if (which === 'all' || !hadRecentInput)
        shifts.push({
          value,
          what: sources.map(({ node }) =>
            node instanceof Element ? node.outerHTML.slice(0, 200) : (node?.textContent ?? ''),
          ),
        })
  }).observe({ type: 'layout-shift', buffered: which === 'all' })
}

export const noteShifts = (page: Page): Promise<unknown> => page.addInitScript(recordShifts, 'all' as const)

/**
 * Orders are answered later than half a second after the tap: until then a change of the page counts as expected. The
 * returned function fails if the page has moved from now on although nobody touched it.
 */
export async function watchOrder(page: Page, path = '**/stock/create'): Promise<() => Promise<void>> {
  await page.route(path, async (route) => {
    await new Promise((done) => setTimeout(done, 700))
    await route.continue()
  })
  await page.evaluate(recordShifts, 'unexpected from now on' as const)
  return async () => {
    // What the fill changes elsewhere comes with the next answers.
    await page.waitForTimeout(1000)
    await page.unroute(path)
    await expectStill(page, 'from the review to the fill')
  }
}

async function expectStill(page: Page, what: string): Promise<void> {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  expect(sum, `${what}: ${JSON.stringify(shifts)}`).toBeLessThan(0.02)
}

/** 1.6 Mbit/s and 150 ms round trip. */
const slow = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 }

/** Emulates a slow connection to a slow server. */
export async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', slow)
  await withCalls(page, delay)
}

/** Opens a slow page; expects skeletons first, and a layout shift below 0.02 when the data arrives. */
export async function expectNoJump(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'commit' })
  const skeletons = page.locator('[data-skeleton]:visible')
  await expect(skeletons.first(), address).toBeVisible()
  await expect(skeletons, address).toHaveCount(0, { timeout: 20_000 })
  await page.waitForLoadState('networkidle')
  await expectStill(page, address)
}

/** Opens a page whose calls fail; expects the failure in it, and that `again` loads the page once the calls succeed. */
export async function expectFailureAndRetry(page: Page, address: string, again: Locator): Promise<void> {
  await withCalls(page, (call) => call.abort())
  await page.goto(address)
  await expect(again.first(), address).toBeVisible()
  await expect(
    page
      .getByText(/(code network)/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
  expect(await violationsOf(page), address).toEqual([])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await expect(async () => {
    if ((await again.count()) > 0) await again.first().tap({ timeout: 1000 })
    await expect(again, address).toHaveCount(0, { timeout: 1000 })
  }).toPass()
}

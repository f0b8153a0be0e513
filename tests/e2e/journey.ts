import AxeBuilder from '@axe-core/playwright'
import { test as plain, expect, type BrowserContext, type Locator, type Page } from '@playwright/test'

import { touchInput } from './controls.ts'
import { warnOfMovement } from './still.ts'
import { wordsOf, type Language, type Words } from './words.ts'

export { expect, type ElementHandle, type Locator, type Page, type Route } from '@playwright/test'

/** Console errors, foreign requests, 5xx answers and parts that move by themselves; each one fails the journey at its end. */
export type Faults = {
  readonly found: string[]
  /** Allows faults that match the pattern, as after a cut connection. */
  readonly expectAlso: (expected: RegExp) => void
}

type Options = {
  /** The language of the page, set before it opens. */
  language: Language
}
type Fixtures = { faults: Faults; words: Words }

/** The URL of the server that all journeys share. */
export function serverUrl(): string {
  const url = process.env['E2E_URL']
  if (url === undefined)
    throw new Error(
      'No server: E2E_URL is not set. Run the journeys through Playwright, whose global setup starts a server',
    )
  return url
}

function watch(context: BrowserContext, origin: string, note: (fault: string) => void): void {
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) note(`console: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => note(`error: ${error.error().message}`))
  context.on('request', (request) => {
    const { protocol, origin: requested } = new URL(request.url())
    if (!['data:', 'blob:'].includes(protocol) && requested !== origin)
      note(`request to ${requested}: ${request.url()}`)
  })
  context.on('response', (response) => {
    if (response.status() >= 500) note(`${response.status()} of ${response.url()}`)
  })
  context.on('page', (page) => {
    page.on('websocket', (socket) => {
      if (new URL(socket.url()).host !== new URL(origin).host) note(`socket to ${socket.url()}`)
    })
  })
}

/** Every journey has its own user and browser context, and its page must have no faults. */
export const test = plain.extend<Options & Fixtures>({
  language: ['en', { option: true }],
  baseURL: async ({}, use) => use(serverUrl()),
  words: async ({ language }, use) => use(wordsOf(language === 'zh-TW' ? 'zh-CN' : language)),
  faults: [
    async ({ context, language, baseURL, serviceWorkers }, use) => {
      const found: string[] = []
      const expected: RegExp[] = serviceWorkers === 'block' ? [/Service Worker registration blocked by Playwright/] : []
      watch(context, new URL(baseURL ?? serverUrl()).origin, (fault) => found.push(fault))
      await context.addInitScript((chosen) => {
        // about:blank has no storage.
        if (!location.protocol.startsWith('http')) return
        if (localStorage.getItem('mex.language') === null) localStorage.setItem('mex.language', chosen)
        addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
          console.error(`Content security policy: ${violatedDirective} forbids ${blockedURI}`),
        )
      }, language)
      await warnOfMovement(context)
      await use({ found, expectAlso: (pattern) => expected.push(pattern) })
      expect(found.filter((fault) => !expected.some((pattern) => pattern.test(fault)))).toEqual([])
    },
    { auto: true },
  ],
})

/** Opens the page and creates a guest account. */
export async function openAsGuest(page: Page, words: Words, address = '/'): Promise<void> {
  await page.goto(address)
  await page.getByRole('button', { name: words.tryItNow }).click()
  await expect(page.getByRole('button', { name: words.tryItNow })).toHaveCount(0)
}

type Tab = 'home' | 'markets' | 'watchlists' | 'trade' | 'account'

/** Presses a tab of the tab bar, and waits for its page: until then the page before has links of the same names. */
export async function openTab(page: Page, words: Words, tab: Tab, { press } = touchInput): Promise<void> {
  const link = page.getByRole('navigation', { name: words.mainNavigation }).getByRole('link', { name: words[tab] })
  await press(link)
  await expect(link).toHaveAttribute('aria-current', 'page')
}

/** The figure beside a label in a definition list. */
export const figureOf = (place: Locator, label: string): Locator =>
  place
    .locator('div')
    .filter({ has: place.page().locator('dt', { hasText: new RegExp(`^${label}$`, 'i') }) })
    .last()
    .getByRole('definition')

/** Waits until no skeleton or busy element is in the layout, including skeletons that fade in later. */
export async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible()
  const waiting = () =>
    page.evaluate(() => {
      const placeholders = document.querySelectorAll('[data-skeleton], [aria-busy=true]')
      return [...placeholders].filter((element) => element.getClientRects().length > 0).length
    })
  // The first page that asks for an instrument waits for the server to compute its past.
  await expect.poll(waiting, { message: 'the page has its data', timeout: 30_000, intervals: [50, 100] }).toBe(0)
}

/** Starts counting alert toasts with this text; the returned function reads the count. */
export async function listenForToasts(page: Page, text: string): Promise<() => Promise<number>> {
  await page.evaluate((wanted) => {
    const toasts: string[] = []
    Object.assign(window, { toasts })
    new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes])
      const isToast = ({ textContent, parentElement }: Node) =>
        textContent === wanted && parentElement?.role === 'alert'
      toasts.push(...added.filter(isToast).map(() => wanted))
    }).observe(document.body, { subtree: true, childList: true })
  }, text)
  return () => page.evaluate(() => (window as unknown as { toasts: string[] }).toasts.length)
}

/** The axe rules that depend on colours. The other rules give the same result in every theme. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/** The axe violations of the page in view, one line per element. */
export async function violationsOf(page: Page, rules: 'all' | 'colours' = 'all'): Promise<string[]> {
  // Legacy mode runs in the page itself. The default opens a window each time to merge the results of frames.
  const axe = new AxeBuilder({ page }).setLegacyMode(true)
  const chosen = rules === 'all' ? { rules: { 'target-size': { enabled: true } } } : { runOnly: rulesOfColour }
  // Without a connection axe would report the style sheets that it cannot fetch; no rule in use needs them.
  axe.options({ resultTypes: ['violations'], preload: false, ...chosen })
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, target }) => `${id}: ${target.join(' ')} ${html}`))
}

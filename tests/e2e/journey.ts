import AxeBuilder from '@axe-core/playwright'
import { test as plain, expect, type BrowserContext, type Locator, type Page } from '@playwright/test'

import { finger } from './hands.ts'
import { wordsOf, type Language, type Words } from './words.ts'

export { expect, type ElementHandle, type Locator, type Page, type Route } from '@playwright/test'

/** What no page may do, whatever happens: each is written down and fails the journey at its end. */
export type Faults = {
  readonly found: string[]
  /** A journey that cuts the wire expects some of them; they are named by what they say. */
  readonly expectAlso: (expected: RegExp) => void
}

type Options = {
  /** The language that the page is read in, chosen before it opens. */
  language: Language
}
type Fixtures = { faults: Faults; words: Words }

/** The address of the server that all journeys share. */
export function serverUrl(): string {
  const url = process.env['E2E_URL']
  if (url === undefined) throw new Error('No server: the journeys are started by Playwright, which opens one')
  return url
}

function watch(context: BrowserContext, origin: string, note: (fault: string) => void): void {
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) note(`console: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => note(`error: ${error.error().message}`))
  context.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url())
    if (!['data:', 'blob:'].includes(protocol) && asked !== origin) note(`request to ${asked}: ${request.url()}`)
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

/** Every journey is a person of their own, in a browser of their own, whose page must stay without fault. */
export const test = plain.extend<Options & Fixtures>({
  language: ['en', { option: true }],
  baseURL: async ({}, use) => use(serverUrl()),
  words: async ({ language }, use) => use(wordsOf(language === 'zh-TW' ? 'zh-CN' : language)),
  faults: [
    async ({ context, language, baseURL }, use) => {
      const found: string[] = []
      const expected: RegExp[] = []
      watch(context, new URL(baseURL ?? serverUrl()).origin, (fault) => found.push(fault))
      await context.addInitScript((chosen) => {
        // The empty page before the first one has no storage.
        if (!location.protocol.startsWith('http')) return
        if (localStorage.getItem('mex.language') === null) localStorage.setItem('mex.language', chosen)
        addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
          console.error(`Content security policy: ${violatedDirective} forbids ${blockedURI}`),
        )
      }, language)
      await use({ found, expectAlso: (pattern) => expected.push(pattern) })
      expect(found.filter((fault) => !expected.some((pattern) => pattern.test(fault)))).toEqual([])
    },
    { auto: true },
  ],
})

/** Opens the page and a guest account with one tap. */
export async function openAsGuest(page: Page, words: Words, address = '/'): Promise<void> {
  await page.goto(address)
  await page.getByRole('button', { name: words.tryItNow }).click()
  await expect(page.getByRole('button', { name: words.tryItNow })).toHaveCount(0)
}

type Tab = 'home' | 'markets' | 'watchlists' | 'trade' | 'account'

/** Presses a tab of the tab bar. */
export async function openTab(page: Page, words: Words, tab: Tab, { press } = finger): Promise<void> {
  await press(page.getByRole('navigation', { name: words.mainNavigation }).getByRole('link', { name: words[tab] }))
}

/** The figure beside a label: of a list of terms and their definitions. */
export const figureOf = (place: Locator, label: string): Locator =>
  place
    .locator('div')
    .filter({ has: place.page().locator('dt', { hasText: new RegExp(`^${label}$`, 'i') }) })
    .last()
    .getByRole('definition')

/** Waits until the page in view has its data: what stands in for it shows only after a moment, but is there at once. */
export async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible()
  const waiting = () =>
    page.evaluate(() => {
      const standIns = document.querySelectorAll('[data-skeleton], [aria-busy=true]')
      return [...standIns].filter((element) => element.getClientRects().length > 0).length
    })
  await expect.poll(waiting, { message: 'the page has its data' }).toBe(0)
}

/** Counts how often a message interrupts from now on: a toast of a failure. */
export async function listenForToasts(page: Page, text: string): Promise<() => Promise<number>> {
  await page.evaluate((wanted) => {
    const heard: string[] = []
    Object.assign(window, { heard })
    new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes])
      const isSaid = ({ textContent, parentElement }: Node) => textContent === wanted && parentElement?.role === 'alert'
      heard.push(...added.filter(isSaid).map(() => wanted))
    }).observe(document.body, { subtree: true, childList: true })
  }, text)
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard.length)
}

/** The rules of axe that colours can break; the others look at the same page in every theme. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/** What axe finds on the page in view, a line for each element. */
export async function violationsOf(page: Page, rules: 'all' | 'colours' = 'all'): Promise<string[]> {
  // In the page itself: without frames there is nothing to put together, which would open a window each time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true)
  const chosen = rules === 'all' ? { rules: { 'target-size': { enabled: true } } } : { runOnly: rulesOfColour }
  axe.options({ resultTypes: ['violations'], ...chosen })
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, target }) => `${id}: ${target.join(' ')} ${html}`))
}

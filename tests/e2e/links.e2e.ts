import { reachedNow, specScreens } from '#conformance/reached.ts'
import { expect, openAsGuest, openTab, test, type Page } from './journey.ts'
import { openTrader, signInAs } from './trader.ts'

const { screens: built } = await reachedNow()
const tabs = specScreens.slice(0, 5).map(({ path }) => path)
const pathOf = (address: string): string => new URL(address, 'http://page').hash.slice(1).split('?')[0] || '/'
const here = (page: Page): string => pathOf(page.url())

/** Waits until the page in view has its data. */
async function settle(page: Page): Promise<void> {
  const busy = page.locator('[aria-busy=true]:visible')
  await expect(busy).toHaveCount(0)
  await expect(page.getByRole('heading').first()).toBeVisible()
}

/** Follows links that nobody has followed yet, depth first, and comes back by the ways of the app. */
class Walker {
  readonly seen = new Set<string>()
  readonly page: Page
  /** Which links are followed. */
  readonly follows: (path: string) => boolean

  constructor(page: Page, follows: (path: string) => boolean = () => true) {
    this.page = page
    this.follows = follows
  }

  /** The links in view that lead somewhere new. */
  async #news(): Promise<{ address: string; path: string }[]> {
    const links = this.page.getByRole('link')
    const addresses = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
    return [...new Set(addresses)]
      .filter((address) => address.startsWith('#/'))
      .map((address) => ({ address, path: pathOf(address) }))
      .filter(({ path }) => !this.seen.has(path) && !tabs.includes(path) && this.follows(path))
  }

  async #followLinks(): Promise<void> {
    for (let next = (await this.#news())[0]; next !== undefined; next = (await this.#news())[0]) {
      const from = here(this.page)
      const link = this.page.getByRole('link').and(this.page.locator(`[href=${JSON.stringify(next.address)}]`))
      await link.first().tap()
      await expect.poll(() => here(this.page), { message: `a tap on ${next.address}` }).toBe(next.path)
      await this.walk()
      await this.page.goBack()
      await expect.poll(() => here(this.page), { message: `back from ${next.path}` }).toBe(from)
      await settle(this.page)
    }
  }

  /** Walks on from the page in view; on a tab page behind every chip and every closed card too. */
  async walk(): Promise<void> {
    this.seen.add(here(this.page))
    await settle(this.page)
    await this.#followLinks()
    if (!tabs.includes(here(this.page))) return
    const main = this.page.getByRole('main')
    for (const card of await main.getByRole('button', { expanded: false }).all()) {
      await card.tap()
      await this.#followLinks()
    }
    for (const chip of await main.getByRole('radio').all()) {
      await chip.check()
      await settle(this.page)
      await this.#followLinks()
    }
  }
}

test('every screen is reached by taps from Home', async ({ page, words }) => {
  test.slow()
  const stranger = new Walker(page, (path) => path.startsWith('/pages/auth/'))
  await page.goto('/')
  await stranger.walk()

  const { person } = await openTrader()
  await page.evaluate((token) => localStorage.setItem('mex.token', token), person.token ?? '')
  await page.reload()
  const walker = new Walker(page)
  for (const tab of ['home', 'markets', 'watchlists', 'trade', 'account'] as const) {
    await openTab(page, words, tab)
    await walker.walk()
  }
  const seen = new Set([...stranger.seen, ...walker.seen])
  expect(built.filter((path) => !seen.has(path))).toEqual([])
})

import { calls } from '@mex/contract/areas.ts'
import { present } from '@mex/core/assert.ts'
import { moneyOf } from '@mex/core/money/money.ts'

import { builtScreens, specScreens } from '#conformance/reached.ts'

import { expect, openTab, settle, test, type ElementHandle, type Page } from './journey.ts'
import { openBusyTrader, openGuest, signInAs } from './trader.ts'

const built = await builtScreens()
const tabs = specScreens.slice(0, 5).map(({ path }) => path)
const pathOf = (address: string): string => new URL(address, 'http://page').hash.slice(1).split('?')[0] || '/'
const here = (page: Page): string => pathOf(page.url())

/** The element in view: the page, or the dialog over it. */
async function inView(page: Page): Promise<ElementHandle | null> {
  const over = page.getByRole('dialog')
  const shown = (await over.count()) > 0 ? over : page.getByRole('main')
  return shown.elementHandle()
}

/** Follows unvisited links depth first, and returns with the browser's Back. */
class Walker {
  readonly seen = new Set<string>()
  readonly page: Page
  /** Whether to follow a link to this path. */
  readonly follows: (path: string) => boolean

  constructor(page: Page, follows: (path: string) => boolean = () => true) {
    this.page = page
    this.follows = follows
  }

  /** The links in view to unvisited paths. */
  async #newLinks(): Promise<{ address: string; path: string }[]> {
    const links = this.page.getByRole('link')
    const addresses = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
    return [...new Set(addresses)]
      .filter((address) => address.startsWith('#/'))
      .map((address) => ({ address, path: pathOf(address) }))
      .filter(({ path }) => !this.seen.has(path) && !tabs.includes(path) && this.follows(path))
  }

  async #followLinks(): Promise<void> {
    for (let next = (await this.#newLinks())[0]; next !== undefined; next = (await this.#newLinks())[0]) {
      const { page } = this
      const from = here(page)
      const before = await inView(page)
      const link = this.page.getByRole('link').and(this.page.locator(`[href=${JSON.stringify(next.address)}]`))
      await link.first().tap()
      await expect.poll(() => here(page), { message: `a tap on ${next.address}` }).toBe(next.path)
      const isLeft = async () => (await page.getByRole('dialog').count()) > 0 || (await before?.isVisible()) === false
      await expect.poll(isLeft, { message: `${next.path} shows` }).toBe(true)
      const after = await inView(page)
      await this.walk()
      await page.goBack()
      await expect.poll(() => here(page), { message: `back from ${next.path}` }).toBe(from)
      await after?.waitForElementState('hidden')
      await settle(page)
    }
  }

  /** Walks from the page in view; on a tab page, also with every chip selected and every card expanded. */
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
      // A chip before it may have taken it away.
      if ((await chip.count()) === 0) continue
      await chip.check()
      await settle(this.page)
      await this.#followLinks()
    }
  }
}

test('every screen can be reached by taps from Home', async ({ page, words }) => {
  test.setTimeout(420_000)
  const stranger = new Walker(page, (path) => path.startsWith('/pages/auth/'))
  await page.goto('/')
  await stranger.walk()
  // Buttons, not links, open the registration forms, because they replace the login page in the history.
  for (const name of ['Individual account with full details', 'Company account']) {
    await page.goto('/#/pages/auth/login')
    await page.getByRole('button', { name }).tap()
    await expect.poll(() => here(page)).not.toBe('/pages/auth/login')
    stranger.seen.add(here(page))
  }
  await page.goto('/')

  const { person } = await openBusyTrader()
  // The page of a sale is reached from a bond that somebody holds.
  const [bond] = (await person.call(calls.bonds.list, { pageNum: 1, pageSize: 1 })).rows
  await person.call(calls.bonds.buy, { id: present(bond, 'a bond').id, face: moneyOf('1000') })
  // The page of a rental is reached from a robot that somebody rents.
  const offered = (await person.call(calls.robots.list, { pageNum: 1, pageSize: 50 })).rows
  const robot = offered.find(({ isOnOffer, slotsLeft }) => isOnOffer && slotsLeft > 0)
  await person.call(calls.robots.rent, { robotId: present(robot, 'a robot').id, quantity: 1 })
  // The page of a record is reached from money in a product.
  await person.call(calls.quantify.save, { product: 1030, amount: moneyOf('1000'), agree: true })
  await signInAs(page, person)
  await page.reload()
  const walker = new Walker(page)
  for (const tab of ['home', 'markets', 'watchlists', 'trade', 'account'] as const) {
    const before = await inView(page)
    await openTab(page, words, tab)
    // The page before stays in view until the code of the tab has come.
    if (tab !== 'home') await before?.waitForElementState('hidden')
    await walker.walk()
  }
  // The list of agencies and the page of an agency have one path, so the walk goes on from there.
  await page.goto('/#/pages/product/follow')
  await page.getByRole('main').locator('a[href*="product/follow?id="]').first().tap()
  await expect(page.locator('a[href*="payment/follow"]').first()).toBeVisible()
  await walker.walk()
  const seen = new Set([...stranger.seen, ...walker.seen])
  expect(built.filter((path) => !seen.has(path))).toEqual([])
})

test('an unknown route and the alias /pages/home/index show Home', async ({ page, words }) => {
  const homeTab = page.getByRole('navigation', { name: words.mainNavigation }).getByRole('link', { name: words.home })
  await page.goto('/#/pages/nothing/like-this?code=AAPL')
  await expect(homeTab).toHaveAttribute('aria-current', 'page')
  expect(here(page)).toBe('/')
  await page.goto('/#/pages/home/index')
  await expect(homeTab).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('button', { name: words.tryItNow })).toBeVisible()
})

const appleQuote = '/#/pages/quote/stock?name=Apple&code=AAPL&source=0&market=US'

test('Back returns page by page to Home, and leaves the app from a tab', async ({ page, words }) => {
  const back = page.getByRole('button', { name: words.back })
  await page.goto('/')
  await page.getByRole('link', { name: words.search, exact: true }).tap()
  await page.getByRole('searchbox').fill('apple')
  await page.getByRole('link', { name: /AAPL/ }).tap()
  await expect(page.getByRole('heading', { level: 1, name: 'Apple' })).toBeVisible()
  await back.tap()
  await expect(page.getByRole('searchbox')).toBeVisible()
  await back.tap()
  await expect(page.getByRole('button', { name: words.tryItNow })).toBeVisible()
  for (const tab of ['markets', 'watchlists', 'trade', 'account'] as const) await openTab(page, words, tab)
  await expect(page.getByRole('heading', { level: 1, name: words.account })).toBeVisible()
  await page.goBack()
  expect(page.url()).toBe('about:blank')
})

test('Back from a page that was opened directly goes to Home', async ({ page, words }) => {
  await page.goto(appleQuote)
  await expect(page.getByRole('heading', { level: 1, name: 'Apple' })).toBeVisible()
  await page.getByRole('button', { name: words.back }).tap()
  await expect(page.getByRole('button', { name: words.tryItNow })).toBeVisible()
  await page.goBack()
  expect(page.url()).toBe('about:blank')
})

test('an order form opens as a sheet over its quote, which Back closes, and as a page when opened by URL', async ({
  page,
  words,
}) => {
  await signInAs(page, await openGuest())
  await page.goto(appleQuote)
  await page.getByRole('link', { name: words.buyLong }).tap()
  await expect(page.getByRole('dialog').getByRole('radio', { name: words.buyLong })).toBeChecked()
  const form = page.url()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Apple' })).toBeVisible()
  await page.goto(form)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: words.quantityShares })).toBeVisible()
})

test('a new page and a tab start at the top, and Back restores the scroll position', async ({ page, words }) => {
  const scroll = () => page.evaluate(() => Math.round(scrollY))
  await page.goto('/')
  const row = page.getByRole('list', { name: 'Hong Kong stocks' }).getByRole('link').first()
  await row.scrollIntoViewIfNeeded()
  await expect.poll(scroll).toBeGreaterThan(300)
  await settle(page)
  const left = await scroll()
  await row.tap()
  await expect(page.getByRole('link', { name: words.buyLong })).toBeVisible()
  expect(await scroll()).toBe(0)
  await page.getByRole('button', { name: words.back }).tap()
  await expect(row).toBeVisible()
  await expect.poll(scroll).toBe(left)
  await openTab(page, words, 'markets')
  await expect(page.getByRole('heading', { level: 1, name: words.markets })).toBeVisible()
  await expect.poll(scroll).toBe(0)
  await openTab(page, words, 'home')
  await expect.poll(scroll).toBe(0)
})

test('a page that needs a session shows the sign-in card, and after sign-in itself at the same URL', async ({
  page,
  words,
}) => {
  await page.goto('/#/pages/profile/transfer?from=BALANCE&to=US_STOCK')
  await expect(page.getByRole('heading', { name: words.signInTitle })).toBeVisible()
  await page.getByRole('button', { name: words.tryItNow }).tap()
  await expect(page.getByRole('textbox', { name: words.amount })).toBeVisible()
  expect(page.url()).toContain('#/pages/profile/transfer?from=BALANCE&to=US_STOCK')
})

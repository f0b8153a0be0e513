import { calls } from '@mex/contract/areas.ts'
import { present } from '@mex/core/assert.ts'

import {
  expectFailureAndRetry,
  expectNoJump,
  noConnection,
  noteShifts,
  slowDown,
  test,
  withCalls,
} from './conditions.ts'
import { expect, listenForToasts, openTab, violationsOf, type Page } from './journey.ts'
import { openBusyTrader, openGuest, openTrader, signInAs } from './trader.ts'
import type { Words } from './words.ts'

const appleQuote = '/#/pages/quote/stock?name=Apple&code=AAPL&source=0&market=US'
const appleForm = appleQuote.replace('quote/stock', 'payment/stock')

async function fillTicket(page: Page, words: Words): Promise<void> {
  await page.goto(appleQuote)
  await page.getByRole('link', { name: words.buyLong }).tap()
  await page.getByRole('textbox', { name: words.quantityShares }).fill('10')
  await page.getByRole('button', { name: words.reviewOrder }).tap()
  await expect(page.getByRole('button', { name: words.placeOrder })).toBeEnabled()
}

const languages = [
  { language: 'en', mark: 'Practice', welcome: 'Learn to invest without risk' },
  { language: 'zh-CN', mark: '模拟', welcome: '零风险学习投资' },
  { language: 'zh-TW', mark: '模擬', welcome: '零風險學習投資' },
] as const
const drawnBefore = (element: Element) => getComputedStyle(element, '::before').content
for (const { language, mark: text, welcome } of languages) {
  test.describe(`before the scripts load, in ${language}`, () => {
    test.use({ language })

    test('the page already shows the practice mark', async ({ page }) => {
      await page.route(/\/assets\//, () => undefined)
      await page.goto('/', { waitUntil: 'commit' })
      const mark = page.locator('.first-paint mark')
      await expect(mark).toBeVisible()
      expect(await mark.evaluate(drawnBefore)).toBe(`"${text}"`)
    })

    test('a visitor of Home already reads the welcome, where it stays', async ({ page }) => {
      const scripts = Promise.withResolvers<void>()
      await page.route(/\/assets\/.*\.js$/, async (route) => {
        await scripts.promise
        await route.continue()
      })
      await page.goto('/', { waitUntil: 'commit' })
      const early = page.locator('.first-paint h2')
      await expect(early).toBeVisible()
      expect(await early.evaluate(drawnBefore)).toBe(`"${welcome}"`)
      const place = await early.boundingBox()
      scripts.resolve()
      const heading = page.getByRole('heading', { name: welcome })
      await expect(heading).toBeVisible()
      const { x, y, height } = present(await heading.boundingBox(), 'the place of the heading')
      expect([x, y, height]).toEqual([place?.x, place?.y, place?.height])
    })

    test('another page shows no welcome', async ({ page }) => {
      await page.route(/\/assets\//, () => undefined)
      await page.goto('/#/pages/market/index', { waitUntil: 'commit' })
      const early = page.locator('.first-paint h2')
      await expect(page.locator('.first-paint mark')).toBeVisible()
      expect(await early.evaluate(drawnBefore)).toBe('none')
    })
  })
}

test.describe('on a slow connection', () => {
  const orders = '/#/pages/trade/index?list=2'
  const products = [
    '/#/pages/bonds/list',
    '/#/pages/robotai/index',
    '/#/pages/aiquantify/record',
    '/#/pages/product/auction',
  ]
  const tabs = ['/', '/#/pages/market/index', '/#/pages/trade/index', '/#/pages/profile/index']
  const pages = [...tabs, appleQuote, appleForm, orders, ...products]
  for (const address of pages) {
    test(`${address.split('&')[0]} shows skeletons and has no layout shift`, async ({ page }) => {
      await signInAs(page, (await openTrader()).person)
      await noteShifts(page)
      await slowDown(page)
      await expectNoJump(page, address)
    })
  }

  test('Home has no layout shift on a narrow phone', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await signInAs(page, (await openTrader()).person)
    await noteShifts(page)
    await slowDown(page)
    await expectNoJump(page, '/')
  })

  test('the page of a rental without income shows skeletons and has no layout shift', async ({ page }) => {
    const person = await openGuest()
    const { rows } = await person.call(calls.robots.list, { pageNum: 1, pageSize: 50 })
    const robot = present(rows[0], 'a robot')
    const rented = present((await person.call(calls.robots.rent, { robotId: robot.id, quantity: 1 }))[0], 'the rental')
    await signInAs(page, person)
    await noteShifts(page)
    await slowDown(page)
    await expectNoJump(page, `/#/pages/robotai/detail?id=${rented.id}`)
  })
})

test.describe('with failed calls', () => {
  const pages = [
    '/#/pages/market/index',
    '/#/pages/watchlist/index',
    '/#/pages/trade/index',
    '/#/pages/profile/index',
    '/#/pages/profile/transaction',
    '/#/pages/profile/transfer',
    '/#/pages/product/future',
    '/#/pages/product/popular',
    '/#/pages/hkstock/index',
    appleQuote,
  ]
  for (const address of pages) {
    test(`${address.split('?')[0]} shows an error, and Try again loads the page`, async ({ page, words, faults }) => {
      faults.expectAlso(noConnection)
      await signInAs(page, (await openBusyTrader()).person)
      await expectFailureAndRetry(page, address, page.getByRole('button', { name: words.tryAgain }))
      await expect(page.getByRole('main')).not.toHaveAttribute('aria-busy', 'true')
      await expect(
        page
          .getByRole('main')
          .getByText(/\d\.\d\d/)
          .first(),
      ).toBeVisible()
    })
  }
})

test('the failed form of an order waits for no price', async ({ page, words, faults }) => {
  faults.expectAlso(noConnection)
  await signInAs(page, await openGuest())
  await withCalls(page, (call) => call.abort())
  await page.goto(appleForm)
  const form = page.getByRole('main')
  await expect(form.getByRole('button', { name: words.tryAgain })).toBeVisible()
  await expect(form.locator('[data-skeleton]')).toHaveCount(0)
})

test('a curve that fails on Home says so until somebody retries', async ({ page, words, faults }) => {
  faults.expectAlso(noConnection)
  await signInAs(page, await openGuest())
  await withCalls(page, (call) => call.abort())
  await page.goto('/')
  const failed = page.getByRole('alert').filter({ hasText: 'The curve didn’t load' })
  await expect(failed).toBeVisible()
  // The page asks for the total again every ten seconds.
  const isGone = await failed.evaluate(
    (element) =>
      new Promise<boolean>((done) => {
        const observer = new MutationObserver(() => (element.isConnected ? undefined : done(true)))
        observer.observe(document.body, { childList: true, subtree: true })
        setTimeout(() => done(false), 12_000)
      }),
  )
  expect(isGone).toBe(false)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await failed.getByRole('button', { name: words.tryAgain }).tap()
  await expect(page.getByRole('slider', { name: 'Net worth over time' })).toBeAttached()
})

test('without a server the page shows offline and its last values, disables orders, and recovers', async ({
  page,
  words,
  wire,
  faults,
}) => {
  faults.expectAlso(noConnection)
  await signInAs(page, (await openTrader()).person)
  await page.goto(appleQuote)
  await page.getByRole('link', { name: words.buyLong }).tap()
  await page.getByRole('textbox', { name: words.quantityShares }).fill('10')
  const review = page.getByRole('button', { name: words.reviewOrder })
  await expect(review).toBeEnabled()
  wire.cut()
  await expect(page.getByText(words.offline)).toBeAttached()
  await expect(review).toBeDisabled()
  await page.goBack()
  await expect(page.getByText(words.offline)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Apple' })).toBeVisible()
  await expect(page.getByTitle(/Last price known/)).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  wire.mend()
  await expect(page.getByText(words.offline)).toHaveCount(0)
  await page.getByRole('link', { name: words.buyLong }).tap()
  await page.getByRole('textbox', { name: words.quantityShares }).fill('10')
  await expect(review).toBeEnabled()
})

test('an action without an answer shows Network Error once', async ({ page, words, faults }) => {
  faults.expectAlso(noConnection)
  await signInAs(page, await openGuest())
  await page.goto(appleQuote)
  const star = page.getByRole('button', { name: 'Watch Apple' })
  await expect(star).toBeVisible()
  const toasts = await listenForToasts(page, words.networkError)
  await withCalls(page, (call) => call.abort())
  await star.tap()
  await expect(page.getByRole('alert').filter({ hasText: words.networkError })).toBeAttached()
  // Waits longer than the toast stays and the page's queries retry.
  await expect(page.getByRole('alert').filter({ hasText: words.networkError })).toHaveCount(0)
  expect(await toasts()).toBe(1)
})

test('an ended session shows Login Expired once, and the page returns after sign-in', async ({
  page,
  words,
  faults,
}) => {
  faults.expectAlso(/Failed to load resource: the server responded with a status of 401/)
  const { person } = await openTrader()
  await signInAs(page, person)
  await page.goto('/#/pages/profile/transaction?wallet=US_STOCK')
  await expect(page.getByText('Practice grant')).toBeVisible()
  const toasts = await listenForToasts(page, words.loginExpired)
  // Over HTTP, so that the browser keeps its token.
  await person.call(calls.account.logout, {})
  await expect(page.getByRole('button', { name: words.tryItNow })).toBeVisible({ timeout: 40_000 })
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
  expect(await toasts()).toBe(1)
  expect(await page.evaluate(() => [localStorage.getItem('mex.token'), localStorage.getItem('mex.user')])).toEqual([
    null,
    null,
  ])
  await page.getByRole('button', { name: words.tryItNow }).tap()
  await expect(page.getByText('Practice grant')).toBeVisible()
  expect(page.url()).toContain('#/pages/profile/transaction?wallet=US_STOCK')
})

test('a session survives a reload', async ({ page, words }) => {
  await page.goto('/')
  await page.getByRole('button', { name: words.tryItNow }).tap()
  await openTab(page, words, 'account')
  const number = page.getByText(/^ID \d+/)
  await expect(number).toBeVisible()
  const before = await number.innerText()
  await page.reload()
  await expect(number).toHaveText(before)
})

test('a double tap on Place order places one order', async ({ page, words }) => {
  const person = await openGuest()
  await signInAs(page, person)
  await fillTicket(page, words)
  await page.getByRole('button', { name: words.placeOrder }).dblclick()
  await expect(page.getByRole('heading', { name: words.filled })).toBeVisible()
  const { total } = await person.call(calls.trading.orders, { pageNum: 1, pageSize: 20, status: 'all' })
  expect(total).toBe(1)
})

/** Loses the answer to the first order; the keys of all orders that are sent. */
async function loseFirstAnswer(page: Page): Promise<readonly (string | undefined)[]> {
  const keys: (string | undefined)[] = []
  await page.route('**/stock/create', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    const answer = await route.fetch()
    if (keys.length === 1) await route.abort()
    else await route.fulfill({ response: answer })
  })
  return keys
}

test('an order whose answer is lost is retried with the same idempotency key, and is placed once', async ({
  page,
  words,
  faults,
}) => {
  faults.expectAlso(noConnection)
  const person = await openGuest()
  await signInAs(page, person)
  await fillTicket(page, words)
  const keys = await loseFirstAnswer(page)
  await page.getByRole('button', { name: words.placeOrder }).tap()
  await expect(page.getByText('We don’t know yet whether the order arrived')).toBeVisible()
  await page.getByRole('button', { name: words.tryAgain }).tap()
  await expect(page.getByRole('heading', { name: words.filled })).toBeVisible()
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
  const { total } = await person.call(calls.trading.orders, { pageNum: 1, pageSize: 20, status: 'all' })
  expect(total).toBe(1)
})

test('an order whose answer was lost is the same order after Edit, and is placed once', async ({
  page,
  words,
  faults,
}) => {
  faults.expectAlso(noConnection)
  const person = await openGuest()
  await signInAs(page, person)
  await fillTicket(page, words)
  const keys = await loseFirstAnswer(page)
  await page.getByRole('button', { name: words.placeOrder }).tap()
  await expect(page.getByText('We don’t know yet whether the order arrived')).toBeVisible()
  await page.getByRole('button', { name: 'Edit', exact: true }).tap()
  await page.getByRole('button', { name: words.review }).tap()
  await page.getByRole('button', { name: words.placeOrder }).tap()
  await expect(page.getByRole('heading', { name: words.filled })).toBeVisible()
  expect(new Set(keys).size, 'the same request').toBe(1)
  expect((await person.call(calls.trading.orders, { pageNum: 1, pageSize: 20, status: 'all' })).total).toBe(1)
})

test('the robots on offer are asked for while the answer about the rentals is awaited', async ({ page }) => {
  await signInAs(page, await openGuest())
  await page.route('**/robotOrder/pageList', () => undefined)
  const asked = page.waitForRequest('**/robot/pageList')
  await page.goto('/#/pages/robotai/index')
  await asked
})

test('rentals that cannot be loaded say so above the robots on offer', async ({ page, faults }) => {
  faults.expectAlso(/robotOrder\/pageList/)
  await signInAs(page, await openGuest())
  await page.route('**/robotOrder/pageList', (route) => route.abort())
  await page.goto('/#/pages/robotai/index')
  await expect(page.getByText('Your rentals could not be loaded')).toBeVisible()
  await page.unroute('**/robotOrder/pageList')
  await page.getByRole('button', { name: 'Try again' }).tap()
  await expect(page.getByText('Your rentals could not be loaded')).toBeHidden()
})

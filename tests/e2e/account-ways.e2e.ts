import { calls } from '@mex/contract/areas.ts'
import { moneyOf } from '@mex/core/money/money.ts'

import { noCode, noConnection, test } from './conditions.ts'
import { button } from './controls.ts'
import { expect, settle, violationsOf } from './journey.ts'
import { openFunded, openRegistered, signInAs, withinRateLimit } from './trader.ts'

/** The account's screens with failed calls, narrow pages, large fonts and no connection. */

test('a filtered history whose next page fails says so and does not retry by itself', async ({
  page,
  words,
  faults,
}) => {
  test.slow()
  faults.expectAlso(noConnection)
  const person = await openRegistered()
  // Together with the practice grant, more than one page of rows.
  const transfer = { from: 'BALANCE', to: 'US_STOCK', amount: moneyOf('1') } as const
  for (let count = 0; count < 44; count++) await withinRateLimit(() => person.call(calls.wallet.transfer, transfer))
  const firstRows = { pageNum: 1, pageSize: 50, wallet: 'OVERVIEW', timeZone: 'UTC' } as const
  await expect
    .poll(async () => (await person.call(calls.wallet.bills, firstRows)).total, { timeout: 60_000 })
    .toBeGreaterThan(50)
  await signInAs(page, person)
  let requests = 0
  await page.route('**/position/water/pageList', async (route) => {
    if ((route.request().postDataJSON() as { pageNum: number }).pageNum === 1) return route.continue()
    requests += 1
    return route.abort()
  })
  await page.goto('/#/pages/profile/transaction')
  await page.getByRole('combobox', { name: 'Kind of movement' }).selectOption('Closed')
  await expect(page.getByText('The rest didn’t load')).toBeVisible()
  await expect(page.locator('[data-skeleton]:visible')).toHaveCount(0)
  const before = requests
  // Longer than all automatic retries of one call take.
  await page.waitForTimeout(4000)
  expect(requests, 'no further automatic retry').toBe(before)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await button(page, words.tryAgain).tap()
  await expect(page.getByText('There is nothing that matches these filters.')).toBeVisible()
})

test('net worth is not cut off on a page 320 pixels wide', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await signInAs(page, await openRegistered())
  await page.goto('/#/pages/profile/index')
  const sum = page
    .getByText(/^MX\$[\d,]{8,}\.\d\d$/)
    .filter({ visible: true })
    .first()
  const fits = () => sum.evaluate((element) => element.scrollWidth <= element.clientWidth && element.clientHeight < 50)
  await expect.poll(fits).toBe(true)
})

test('the tab names do not overlap at twice the font size', async ({ page }) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await page.goto('/')
  const links = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link')
  await expect(links).toHaveCount(5)
  const ends = await links.evaluateAll((all) =>
    all.flatMap((link) => {
      const { left, right } = link.querySelector('span')?.getBoundingClientRect() ?? { left: -1, right: -1 }
      return [left, right]
    }),
  )
  expect(ends).toEqual(ends.toSorted((one, other) => one - other))
  expect(ends[0]).toBeGreaterThanOrEqual(0)
})

test('styles that come late or fail once are waited for before the program draws', async ({ page, faults }) => {
  faults.expectAlso(noConnection)
  let asked = 0
  await page.route(/assets\/[^/]*\.css/, async (route) => {
    asked += 1
    if (asked === 1) return route.abort()
    await new Promise((done) => setTimeout(done, 2000))
    await route.continue()
  })
  await page.goto('/')
  const mark = page.locator('.first-paint')
  await expect(mark).toBeVisible()
  await expect.poll(() => asked, { timeout: 20_000 }).toBe(2)
  await expect(mark).toBeVisible()
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  await expect(navigation).toBeVisible()
  expect(await navigation.evaluate((bar) => getComputedStyle(bar).position)).toBe('fixed')
})

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' })

  for (const [language, text] of [
    ['en', 'You are offline and this page has not been fetched yet. Connect, then try again.'],
    ['zh-CN', '您已离线，此页面尚未下载。请连接网络后重试。'],
  ] as const) {
    test.describe(language, () => {
      test.use({ language })

      test('a screen whose code was not loaded says so offline, and appears when the connection is back', async ({
        page,
        context,
        words,
        faults,
      }) => {
        faults.expectAlso(noConnection)
        faults.expectAlso(noCode)
        await signInAs(page, (await openFunded()).person)
        await page.goto('/#/pages/profile/index')
        await settle(page)
        await context.setOffline(true)
        await page.goto('/#/pages/setting/security')
        await expect(page.getByText(text)).toBeVisible()
        expect(await violationsOf(page)).toEqual([])
        await context.setOffline(false)
        await expect(page.getByText(text)).toHaveCount(0)
        // The page reloads itself, because a browser never retries a failed module import.
        await expect(page.locator('a[href="#/pages/setting/paypwd"]')).toBeVisible()
        await expect(button(page, words.tryAgain)).toHaveCount(0)
      })
    })
  }
})

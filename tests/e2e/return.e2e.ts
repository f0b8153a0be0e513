import { present } from '@mex/core/assert.ts'

import { noCode, noConnection, test, withCalls } from './conditions.ts'
import { button } from './controls.ts'
import { expect, listenForToasts, settle, type Page } from './journey.ts'
import { openBusyTrader, signInAs } from './trader.ts'
import { languages } from './words.ts'

/** After a lost connection every page recovers by itself. */

/** The attempts of a read before it counts as failed (`web/data/query.ts`). */
const readAttempts = 3
const notFetched = { en: /this page has not been fetched yet/, 'zh-CN': /此页面尚未下载/ }
const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
/** The toast that is seen; screen readers get another element. */
const shownToast = (page: Page, text: string) => page.locator('[aria-hidden=true] > div').filter({ hasText: text })

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' })

  for (const language of languages) {
    test.describe(language, () => {
      test.use({ language })

      test('a screen whose code was not loaded appears when the server is back', async ({
        page,
        wire,
        words,
        faults,
      }) => {
        faults.expectAlso(noConnection)
        faults.expectAlso(noCode)
        await page.goto('/#/pages/news/detail')
        await settle(page)
        wire.cut()
        await page.goto('/#/pages/product/popular')
        await expect(button(page, words.tryAgain)).toBeVisible()
        // The page recovers only after it has noticed the lost connection.
        await expect(page.getByText(words.offline)).toBeAttached()
        await expect(page.getByText(notFetched[language])).toBeVisible()
        wire.mend()
        await expect(button(page, words.tryAgain)).toHaveCount(0, { timeout: 40_000 })
        // The page reloads itself, because a browser never retries a failed module import.
        await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
      })
    })
  }
})

for (const address of [
  '/#/pages/quote/stock?code=AAPL',
  '/#/pages/quote/future?code=ES',
  '/#/pages/news/detail?id=1',
  '/#/pages/trade/index',
  '/#/pages/trade/detail?code=AAPL&source=0&id=POSITION&type=0',
  '/#/pages/watchlist/index',
  '/#/pages/profile/transaction',
]) {
  test(`${address} shows Network Error once and recovers by itself`, async ({ page, wire, words, faults }) => {
    faults.expectAlso(noConnection)
    const { person, positionId } = await openBusyTrader()
    await signInAs(page, person)
    // Loads the code, but not the data of the page under test.
    await page.goto('/#/pages/setting/index')
    await settle(page)
    const toasts = await listenForToasts(page, words.networkError)
    const tries = new Map<string, number>()
    await withCalls(page, (call) => {
      const read = `${call.request().url()} ${call.request().postData()}`
      tries.set(read, (tries.get(read) ?? 0) + 1)
      return call.abort()
    })
    await page.goto(address.replace('POSITION', String(positionId)))
    await expect(toast(page, words.networkError)).toBeAttached()
    const { y, height } = present(await shownToast(page, words.networkError).boundingBox(), 'the toast')
    await expect(button(page, words.tryAgain).first()).toBeVisible()
    const failure = page.getByRole('heading', { level: 2 }).filter({ visible: true }).first()
    const below = present(await failure.boundingBox(), 'the failure').y
    expect(y + height, 'the toast covers no failure on the page').toBeLessThan(below)
    wire.cut()
    await expect(page.getByText(words.offline)).toBeAttached()
    await expect(toast(page, words.networkError)).toHaveCount(0)
    // Waits until every read has used all its attempts.
    await expect.poll(() => [...tries].filter(([, count]) => count < readAttempts), { timeout: 20_000 }).toEqual([])
    expect(await toasts()).toBe(1)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    wire.mend()
    await expect(button(page, words.tryAgain)).toHaveCount(0, { timeout: 40_000 })
    await settle(page)
    expect(await toasts()).toBe(1)
  })
}

test('a quote without a market parameter recovers by itself after the device was offline', async ({
  page,
  context,
  words,
  faults,
}) => {
  faults.expectAlso(noConnection)
  await page.goto('/#/pages/quote/stock?code=MSFT')
  await settle(page)
  await context.setOffline(true)
  await page.goto('/#/pages/quote/stock?code=AAPL')
  await expect(button(page, words.tryAgain).first()).toBeVisible()
  await context.setOffline(false)
  await expect(button(page, words.tryAgain)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: words.appleName })).toBeVisible()
})

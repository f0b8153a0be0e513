import { noConnection, test, withCalls } from './conditions.ts'
import { button } from './hands.ts'
import { expect, listenForToasts, settle, type Page } from './journey.ts'
import { openBusyTrader, signInAs } from './trader.ts'
import { languages } from './words.ts'

/** A connection that was lost and is back: every page comes back by itself. */

/** A read without an answer is asked for this often before it counts as failed (`web/data/query.ts`). */
const triesOfARead = 3
const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

test.describe('without a copy of the page in the browser', () => {
  test.use({ serviceWorkers: 'block' })

  for (const language of languages) {
    test.describe(language, () => {
      test.use({ language })

      test('a page whose code was never fetched comes with the server', async ({ page, wire, words, faults }) => {
        faults.expectAlso(noConnection)
        faults.expectAlso(/Failed to fetch dynamically imported module|registration blocked by Playwright/)
        await page.goto('/#/pages/news/detail')
        await settle(page)
        wire.cut()
        await page.goto('/#/pages/product/popular')
        await expect(button(page, words.tryAgain)).toBeVisible()
        // The connection is known to be lost: only then can it return.
        await expect(page.getByText(words.offline)).toBeAttached()
        wire.mend()
        await expect(button(page, words.tryAgain)).toHaveCount(0, { timeout: 40_000 })
        // The page fetches itself anew: a file that did not come is never asked for again by a browser.
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
  test(`${address} says Network Error once and comes back by itself`, async ({ page, wire, words, faults }) => {
    faults.expectAlso(noConnection)
    const { person, positionId } = await openBusyTrader()
    await signInAs(page, person)
    // The program is there; what this page shows was never fetched.
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
    await expect(button(page, words.tryAgain).first()).toBeVisible()
    wire.cut()
    await expect(page.getByText(words.offline)).toBeAttached()
    await expect(toast(page, words.networkError)).toHaveCount(0)
    // Every read has failed for good, whichever was the last.
    await expect.poll(() => [...tries].filter(([, count]) => count < triesOfARead), { timeout: 20_000 }).toEqual([])
    expect(await toasts()).toBe(1)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    wire.mend()
    await expect(button(page, words.tryAgain)).toHaveCount(0, { timeout: 40_000 })
    await settle(page)
    expect(await toasts()).toBe(1)
  })
}

test('a lost connection of the device alone: a quote without market comes back by itself', async ({
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

import { calls } from '@mex/contract/areas.ts'
import { sources } from '@mex/core/market/instrument.ts'

import { withCalls, test } from './conditions.ts'
import { expect, settle, violationsOf, type Page } from './journey.ts'
import { useSpecimens } from './kyc-steps.ts'
import { openBusyTrader, openGuest, openRegistered, openTrader, signInAs } from './trader.ts'
import { languages } from './words.ts'

/** Details that the specification requires of the page: watchlist change, timestamps, 'Success', and the calls used. */

/** 'MM-DD-YYYY hh:mm:ss A' (spec §9). */
const timestamp = /\d\d-\d\d-\d{4} \d\d:\d\d:\d\d [AP]M/
const otherTime = /\d\d\/\d\d\/\d{4} \d\d:\d\d/

const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language })

    test('a watchlist row shows the change as an amount and in percent', async ({ page, words }) => {
      const person = await openGuest()
      const watched = { code: 'AAPL', market: 'US', classify: 'UsStock', source: sources.stock } as const
      await person.call(calls.watchlist.save, watched)
      await page.routeWebSocket(/\/push/, () => undefined)
      await page.route('**/selectSelfSelectionStocksData', async (route) => {
        const response = await route.fetch()
        const answer = (await response.json()) as { data: Record<string, unknown>[] }
        await route.fulfill({ json: { ...answer, data: answer.data.map((row) => ({ ...row, f4: '-12.34000000' })) } })
      })
      await signInAs(page, person)
      await page.goto('/#/pages/watchlist/index')
      const row = page.getByRole('link', { name: words.appleName })
      await expect(row).toContainText('−12.34')
      await expect(row).toContainText('%')
      expect(await violationsOf(page)).toEqual([])
      await page.goto('/#/pages/market/index')
      await expect(page.getByRole('link', { name: words.appleName }).first()).not.toContainText(/[+−]\d+\.\d\d(?!%|\d)/)
    })

    test('messages, articles and the chat show times in the format of the specification', async ({ page, words }) => {
      test.slow()
      const person = await openGuest()
      await signInAs(page, person)
      await page.goto('/#/pages/notice/index?tab=messages')
      const message = page.getByRole('link', { name: words.welcome })
      await expect(message).toContainText(timestamp)
      await expect(message).not.toContainText(otherTime)
      await message.tap()
      await expect(page.getByText(timestamp).filter({ visible: true }).first()).toBeVisible()
      await page.goto('/#/pages/webview/index?page=chat')
      await page.getByRole('textbox', { name: words.yourMessage }).fill(words.feesQuestion)
      await page.getByRole('button', { name: words.send }).tap()
      const lines = page.getByRole('list', { name: words.conversation }).getByRole('listitem')
      const asked = lines.filter({ hasText: words.feesQuestion }).first()
      await expect(asked).toContainText(timestamp)
      await expect(asked).not.toContainText(otherTime)
      // The first market article appears some seconds after the server starts.
      const news = () => person.call(calls.content.articles, { type: 'news', pageNum: 1, pageSize: 1 })
      await expect.poll(async () => (await news()).rows.length, { timeout: 60_000 }).toBe(1)
      await page.goto(`/#/pages/news/detail?id=${(await news()).rows[0]?.id}`)
      await expect(page.getByRole('article').locator('time')).toHaveText(timestamp)
    })

    test('successful forms show Success', async ({ page, words }) => {
      const { person } = await openBusyTrader()
      await signInAs(page, person)
      await page.goto('/#/pages/profile/transfer')
      await page.getByRole('textbox', { name: words.amount }).fill('10')
      await page.getByRole('button', { name: words.review }).tap()
      await page.getByRole('dialog').getByRole('button').last().tap()
      await expect(toast(page, words.success)).toBeAttached()
      await page.goto('/#/pages/notice/index?tab=messages')
      await page.getByRole('button', { name: words.markAllRead }).tap()
      await expect(toast(page, words.success)).toBeAttached()
    })

    test('specimens are uploaded as data URLs, and documents with them are accepted', async ({ page, words }) => {
      await signInAs(page, await openRegistered())
      const handedIn: string[] = []
      page.on('request', (request) => {
        const { pathname } = new URL(request.url())
        if (pathname.startsWith('/file/') && request.method() === 'POST') handedIn.push(pathname)
      })
      await page.goto('/#/pages/kyc/individual')
      await page.getByRole('button', { name: words.persona }).tap()
      await page.getByRole('button', { name: words.continue }).tap()
      await useSpecimens(page, words, 2)
      expect(handedIn).toEqual(['/file/terms/upload', '/file/terms/upload'])
      await page.getByRole('button', { name: words.continue }).tap()
      await page.getByRole('button', { name: words.submitForReview }).tap()
      await expect(toast(page, words.success)).toBeAttached()
      await expect(page.getByRole('heading', { name: words.underReview })).toBeVisible()
    })

    test('realised results link to the quotes of their shares, and one call asks for all their markets', async ({
      page,
      words,
    }) => {
      const { person } = await openBusyTrader()
      await signInAs(page, person)
      const asked = page.waitForRequest('**/market/getMakets')
      await page.goto('/#/pages/profile/transaction?view=results')
      expect((await asked).postDataJSON()).toEqual({ list: [{ stkName: words.appleName, stkcode: 'AAPL' }] })
      await page.getByRole('link', { name: /AAPL/ }).first().tap()
      await expect(page.getByRole('heading', { level: 1, name: words.appleName })).toBeVisible()
    })
  })
}

test('a picture file chosen by the user is uploaded through /file/upload', async ({ page }) => {
  await signInAs(page, await openRegistered())
  await page.goto('/#/pages/deposit/fiat')
  const upload = page.waitForRequest(
    (request) => new URL(request.url()).pathname === '/file/upload' && request.method() === 'POST',
  )
  const pixels = 'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC'
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'proof.png', mimeType: 'image/png', buffer: Buffer.from(pixels, 'base64') })
  await upload
  await settle(page)
})

test('results of shares with an unknown market are shown without a link', async ({ page }) => {
  const { person } = await openTrader()
  const [position] = (await person.call(calls.trading.positions, { pageNum: 1, pageSize: 1 })).rows
  await person.call(calls.trading.close, { id: position?.id ?? 0, part: 'full', type: 'market' })
  await expect
    .poll(async () => (await person.call(calls.trading.closedPositions, { pageNum: 1, pageSize: 1 })).total)
    .toBe(1)
  await signInAs(page, person)
  await withCalls(page, (call) =>
    new URL(call.request().url()).pathname === '/market/getMakets'
      ? call.fulfill({ json: { code: 200, msg: 'Success', data: [] } })
      : call.continue(),
  )
  await page.goto('/#/pages/profile/transaction?view=results')
  await expect(page.getByText(/AAPL · 10/)).toBeVisible()
  await expect(page.getByRole('link', { name: /AAPL/ })).toHaveCount(0)
})

import { present } from '@mex/core/assert.ts'
import { launch, type Page } from 'puppeteer-core'

import { expect, serverUrl, test } from './journey.ts'
import { languagesOf, wordsOf } from './words.ts'

/** Path of a Firefox as people have it, which Playwright cannot drive; `npm test` provides one where it can. */
const firefox = process.env['FIREFOX']

/** Presses and types like a person, without the checks of a locator, which take seconds each in this browser. */
const userOf = (page: Page) => {
  const find = async (selector: string) => present(await page.waitForSelector(selector), selector)
  return {
    find,
    press: async (selector: string) => (await find(selector)).click(),
    type: async (selector: string, text: string) => (await find(selector)).type(text),
  }
}

for (const language of languagesOf(import.meta.filename)) {
  test(`a first trade in Firefox, ${language}`, async () => {
    test.skip(firefox === undefined, 'No Firefox is installed: install firefox-esr, or name one in FIREFOX')
    test.setTimeout(180_000)
    const words = wordsOf(language)
    const browser = await launch({ browser: 'firefox', executablePath: firefox ?? '', headless: true })
    try {
      const page = await browser.newPage()
      page.setDefaultTimeout(60_000)
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(String(error)))
      await page.setViewport({ width: 390, height: 844 })
      await page.goto(`${serverUrl()}/`)
      await page.evaluate((chosen) => localStorage.setItem('mex.language', chosen), language)
      await page.reload()
      const { find, press, type } = userOf(page)
      await press(`button ::-p-text(${words.tryItNow})`)
      // The page of a guest takes the place of that of a visitor, with all its links.
      await page.waitForSelector('main a[href*="deposit"]')
      await press(`a[aria-label="${words.search}"]`)
      await type('input[type="search"]', words.apple)
      await press('main a[href*="code=AAPL"]')
      await press(`a ::-p-text(${words.buyLong})`)
      await type('[role="dialog"] input[inputmode]', '10')
      await press(`[role="dialog"] button ::-p-text(${words.reviewOrder})`)
      await press(`[role="dialog"] button ::-p-text(${words.placeOrder})`)
      // Before the fill the link leads to the working orders.
      await find(`[role="dialog"] ::-p-aria([name="${words.filled}"][role="heading"])`)
      await press(`[role="dialog"] a ::-p-text(${words.viewInTrade})`)
      await find('main li ::-p-text(10 @)')
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(language)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      expect(errors).toEqual([])
    } finally {
      await browser.close()
    }
  })
}

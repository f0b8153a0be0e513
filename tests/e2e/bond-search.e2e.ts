import { calls } from '@mex/contract/areas.ts'
import { present } from '@mex/core/assert.ts'

import { expect, settle, test, violationsOf } from './journey.ts'
import { openGuest, signInAs } from './trader.ts'
import { languagesOf } from './words.ts'

const texts = {
  en: {
    results: 'Results: Bonds',
    offered: 'Bonds on offer',
    days: /\d days/,
    grey: /^Grey yields/,
    near: /^So close to the end/,
  },
  'zh-CN': { results: '结果：债券', offered: '在售债券', days: /\d 天/, grey: /^灰色收益率/, near: /^临近到期/ },
} as const

for (const language of languagesOf(import.meta.filename)) {
  test.describe(`in ${language}`, () => {
    test.use({ language })

    test('a bond that is due within four weeks says its days, why its yield is grey, and the same yield on its page', async ({
      page,
    }) => {
      const rows = page.getByRole('list', { name: texts[language].offered }).getByRole('link')
      await signInAs(page, await openGuest())
      // The yield follows the curve of each minute, which may come between the two pages.
      await expect(async () => {
        await page.goto('/#/pages/bonds/list')
        await expect(page.getByText(texts[language].grey)).toBeVisible()
        await expect(rows.first()).toContainText(texts[language].days)
        await expect(rows.last()).toContainText(/%$/)
        const [listed] = /−?[\d.]+%$/.exec(await rows.first().innerText()) ?? []
        expect(listed).toBeDefined()
        await rows.first().click()
        await expect(page.getByText(texts[language].near)).toBeVisible()
        await expect(
          page
            .getByRole('main')
            .last()
            .getByText(listed ?? '', { exact: true })
            .first(),
        ).toBeVisible({
          timeout: 2000,
        })
      }).toPass()
    })

    test('a bond is found by its code and its name, watched, and opened from the watchlist', async ({ page }) => {
      const person = await openGuest()
      const { rows } = await person.call(calls.bonds.list, { pageNum: 1, pageSize: 50 })
      const { code, name } = present(
        rows.find(({ kind }) => kind === 'bono'),
        'a Bono',
      )
      await signInAs(page, person)
      await page.goto('/#/pages/search/index')
      const results = page.getByRole('list', { name: texts[language].results })
      await page.getByRole('searchbox').fill(code.toLowerCase())
      await expect(results.getByRole('link')).toHaveCount(1)
      await page.getByRole('searchbox').fill('no such thing')
      await expect(results).toHaveCount(0)
      await page.getByRole('searchbox').fill('Bono')
      await expect(results.getByRole('link').first()).toBeVisible()
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
      await page.getByRole('searchbox').fill(code)
      await expect(results.getByRole('link')).toHaveCount(1)
      await results.getByRole('link').tap()
      const star = page.locator('button[aria-pressed]').first()
      await expect(star).toHaveAttribute('aria-pressed', 'false')
      await star.tap()
      await expect(star).toHaveAttribute('aria-pressed', 'true')
      const watched = async () => (await person.call(calls.watchlist.list, {})).map((row) => row.code)
      await expect.poll(watched).toEqual([code])
      await page.goto('/#/pages/watchlist/index')
      const row = page.getByRole('main').locator('a[href*="bonds/open"]')
      await expect(row).toHaveCount(1)
      await expect(row).toContainText(code)
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
      await row.tap()
      await expect(page.getByRole('heading', { level: 1 })).toContainText(/\d/)
      expect(name.length).toBeGreaterThan(0)
    })
  })
}

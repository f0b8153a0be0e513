import { boxOf, expectBeside } from './boxes.ts'
import { overflowOf } from './inspect.ts'
import { expect, settle, test, violationsOf, type Locator } from './journey.ts'
import { openGuest, signInAs } from './trader.ts'
import { languages, languagesOf } from './words.ts'

/** How pages of one subject use a wide window: buttons where they belong, and cards and lists without holes. */

const texts = {
  depositCoins: ['Deposit coins', '数字货币充值'],
  depositFiat: ['Fiat deposit', '法币充值'],
  pending: ['Pending Review', '待审核'],
  what: ['What this is', '这是什么'],
  apply: ['Log in to apply', '登录后申请'],
  soldOut: ['Sold out', '已售罄'],
  plan: ['See the selling plan', '查看出售计划'],
  planHash: ['Hash of the plan', '计划的哈希'],
  miners: ['Robots whose earnings follow BTC', '收益随 BTC 价格变化的机器人'],
  find: ['Search the articles', '搜索文章'],
  listed: ['Listed', '已上市'],
  now: ['Net worth now', '当前净资产'],
} as const

for (const language of languagesOf(import.meta.filename)) {
  const at = languages.indexOf(language) as 0 | 1
  test.describe(language, () => {
    test.use({ language, viewport: { width: 1440, height: 900 }, hasTouch: false })

    test('the ways to deposit stand over the records, on the line of their filter', async ({ page }) => {
      await signInAs(page, await openGuest())
      await page.goto('/#/pages/deposit/record')
      const [coins, fiat] = [texts.depositCoins[at], texts.depositFiat[at]].map((name) =>
        page.getByRole('main').getByRole('link', { name, exact: true }),
      ) as [Locator, Locator]
      await expectBeside(page.getByText(texts.pending[at], { exact: true }), coins)
      await expectBeside(coins, fiat)
      expect(await violationsOf(page)).toEqual([])
      await page.setViewportSize({ width: 768, height: 900 })
      // In a tablet they share the width of the list.
      const under = page.getByRole('contentinfo').getByRole('link')
      await expect(under).toHaveCount(2)
      const [first, second] = [await boxOf(under.first()), await boxOf(under.last())]
      expect(Math.round(first.width)).toBe(Math.round(second.width))
      expect(first.width).toBeGreaterThan(280)
    })

    test('Account shows the net worth of the bar at every moment', async ({ page }) => {
      await signInAs(page, await openGuest())
      await page.goto('/#/pages/profile/index')
      await expect(page.getByText(texts.now[at], { exact: true })).toBeVisible()
      const seen = new Set<string>()
      // Rates move the total with each answer, every five seconds.
      while (seen.size < 3) {
        const [bar, hero] = await page.evaluate(() => [
          document.querySelector('a[href*="profile/index"] b')?.textContent,
          // The first sum of the page is its largest.
          [...document.querySelectorAll('main span')].find(({ textContent }) => /^MX\$[\d,]+\.\d\d$/.test(textContent))
            ?.textContent,
        ])
        expect(hero).toBe(bar)
        seen.add(hero ?? '')
        await page.waitForTimeout(200)
      }
    })

    test('the button of a page with columns stands in the first one', async ({ page }) => {
      await page.goto('/#/pages/product/newstock')
      await page.getByRole('main').locator('a[href*="newstock?id="]').first().click()
      const button = page.getByRole('contentinfo').getByRole('link', { name: texts.apply[at] })
      const what = page.getByRole('heading', { name: texts.what[at] })
      await expect(what).toBeVisible()
      const [left, right] = [await boxOf(button), await boxOf(what)]
      expect(left.x + left.width).toBeLessThan(right.x)
      expect(left.width).toBeGreaterThan(560)
    })

    test('a block that is sold out stands under the others, and leads to its plan', async ({ page }) => {
      await page.route('**/m_ft/block_list', async (route) => {
        const answer = await route.fetch()
        const text = (await answer.text()).replace(/"remaining":("?)[^",}]*\1/, '"remaining":$10$1')
        await route.fulfill({ response: answer, body: text })
      })
      await page.goto('/#/pages/product/blocktrade')
      const main = page.getByRole('main')
      const heading = main.getByRole('heading', { name: texts.soldOut[at] })
      await expect(heading).toBeVisible()
      const cards = main.getByRole('heading', { level: 2 })
      await expect(cards.last()).toHaveText(texts.soldOut[at])
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
      await main.getByRole('button', { name: texts.plan[at] }).last().click()
      await expect(page.getByRole('dialog').getByText(texts.planHash[at])).toBeVisible()
    })

    test('a coin shows the robots that mine it, on one edge', async ({ page, words }) => {
      await page.goto('/#/pages/robotai/quote?name=Bitcoin&code=BTC&source=100&market=CRYPTO')
      const column = page.getByRole('region', { name: words.order, exact: true })
      const robots = column.getByRole('region', { name: texts.miners[at] })
      await expect(robots.locator('a[href*="robotai/product"]')).toHaveCount(4)
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
      const heading = await boxOf(column.getByRole('heading', { name: texts.miners[at] }))
      const name = robots.locator('a[href*="robotai/product"]').first().locator('span > span').first()
      expect(Math.round((await boxOf(name)).x)).toBe(Math.round(heading.x))
    })

    test('help keeps its search field over the list, and cuts no title under it', async ({ page }) => {
      await page.goto('/#/pages/webview/index?page=help&topic=auction')
      const list = page.locator('[data-half]:has(a[href*="news/detail"])')
      const chosen = list.locator('[aria-current=page]')
      await expect(chosen).toBeInViewport({ ratio: 1 })
      const search = list.getByRole('searchbox', { name: texts.find[at] })
      await expect(search).toBeInViewport({ ratio: 1 })
      const field = await boxOf(search)
      expect((await boxOf(chosen)).y).toBeGreaterThan(field.y + field.height)
      const cut = await list.locator('a[href*="news/detail"]').evaluateAll(
        (rows, end) =>
          rows.filter((row) => {
            const { top, bottom } = row.getBoundingClientRect()
            return top < end - 1 && bottom > end + 24
          }).length,
        field.y + field.height,
      )
      expect(cut).toBe(0)
      await list.evaluate((one) => one.scrollTo(0, one.scrollHeight))
      expect(await boxOf(search)).toEqual(field)
    })

    test('tiles of sectors fill their lines, whatever the width', async ({ page }) => {
      await signInAs(page, await openGuest())
      for (const width of [1440, 1024, 768, 390]) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto('/#/pages/market/screener')
        const tiles = page.getByRole('main').getByRole('list').first().getByRole('button')
        await expect(tiles.first()).toBeVisible()
        const ends = await tiles.evaluateAll((all) => {
          const map = all[0]?.closest('ul')?.getBoundingClientRect().right ?? 0
          const last = all.at(-1)?.getBoundingClientRect().right ?? 0
          return map - last
        })
        expect(Math.abs(ends), `${width} px`).toBeLessThan(1)
        expect(await overflowOf(page)).toEqual([])
      }
    })

    test('new issues that are over are lines under the cards, which all have a button', async ({ page }) => {
      await page.goto('/#/pages/product/newstock')
      const main = page.getByRole('main')
      await main.getByRole('radio', { name: new RegExp(`^${texts.listed[at]}`) }).check({ force: true })
      await expect(main.getByRole('heading', { name: texts.listed[at], exact: true })).toBeVisible()
      const rows = main.locator('a[href*="newstock?id="]')
      await expect(rows.nth(5)).toBeVisible()
      const heights = await rows.evaluateAll((all) => all.map((row) => Math.round(row.getBoundingClientRect().height)))
      expect(Math.max(...heights)).toBeLessThan(90)
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
    })
  })
}

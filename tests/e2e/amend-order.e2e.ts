import { calls } from '@mex/contract/areas.ts'
import { formatPrice, price, quantityOf } from '@mex/core/money/money.ts'

import { button } from './controls.ts'
import { expect, figureOf, settle, test, violationsOf } from './journey.ts'
import { openGuest, signInAs } from './trader.ts'
import { languages, languagesOf } from './words.ts'

/** A working order is changed from its card: entry, review, and the new order in the place of the old one. */

const texts = {
  change: ['Change order', '修改委托'],
  check: ['Check the change', '核对修改'],
  confirm: ['Change order', '确认修改'],
  remaining: ['Still to fill', '待成交数量'],
  limit: ['Limit price', '限价'],
  setAside: ['Set aside', '预留资金'],
  unchanged: ['Nothing is changed', '没有任何修改'],
  short: ['Insufficient balance', '余额不足'],
  anew: ['it queues from now on', '从现在起重新排队'],
  replaces: ['Placed for order', '替代的订单'],
  sent: ['The change counts with the next price', '修改将在下一个价格生效'],
} as const
type Words = Readonly<Record<keyof typeof texts, string>>

for (const language of languagesOf(import.meta.filename)) {
  const index = languages.indexOf(language)
  const words = Object.fromEntries(Object.entries(texts).map(([key, said]) => [key, said[index]])) as Words
  test.describe(language, () => {
    test.use({ language })

    test('a working order is changed in one step, and a change that is none or too dear is refused', async ({
      page,
      words: common,
    }) => {
      const person = await openGuest()
      const { last } = await person.call(calls.market.quote, { code: 'AAPL', market: 'US' })
      const limit = price(((last * 85n) / 100n / 10n ** 8n) * 10n ** 8n)
      const better = formatPrice(price(limit + 2n * 10n ** 8n))
      const apple = { code: 'AAPL', market: 'US', classify: 'UsStock', extendedHours: false } as const
      const terms = { side: 'buy', leverage: 1, purpose: 'open', type: 'limit', limit } as const
      const old = await person.call(calls.trading.createStock, { ...apple, ...terms, quantity: quantityOf('10') })
      await signInAs(page, person)
      await page.goto('/#/pages/trade/index?list=2')
      const card = page.getByRole('list', { name: common.orders }).getByRole('listitem')
      await card.getByRole('button', { name: common.cardDetails }).tap()
      await button(card, words.change).tap()
      const sheet = page.getByRole('dialog')
      await expect(sheet.getByText(words.unchanged)).toBeVisible()
      await expect(sheet.getByText(new RegExp(`^${common.practice}`))).toBeVisible()
      await expect(button(sheet, words.check)).toBeDisabled()
      const quantity = sheet.getByRole('textbox', { name: words.remaining })
      await quantity.fill('5000')
      await expect(sheet.getByText(words.short)).toBeVisible()
      await expect(button(sheet, words.check)).toBeDisabled()
      await quantity.fill('12')
      await sheet.getByRole('textbox', { name: words.limit }).fill(better)
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
      await button(sheet, words.check).tap()
      await expect(figureOf(sheet, words.remaining)).toHaveText('10 → 12')
      await expect(figureOf(sheet, words.setAside)).toContainText(' → ')
      await expect(sheet.getByText(words.anew)).toBeVisible()
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
      await button(sheet, words.confirm).tap()
      await expect(page.getByText(words.sent).first()).toBeVisible()
      await expect(sheet).toHaveCount(0)
      const rows = async () => (await person.call(calls.trading.orders, { pageNum: 1, pageSize: 9 })).rows
      await expect.poll(async () => (await rows()).map(({ replacesId }) => replacesId)).toEqual([old.id])
      const [changed] = await rows()
      expect([changed?.quantity, changed?.filled, formatPrice(changed?.limit ?? price(0n))]).toEqual([
        quantityOf('12'),
        0n,
        better,
      ])
      await page.goto(`/#/pages/trade/detail?name=Apple&code=AAPL&source=0&id=${changed?.id}&type=2`)
      await expect(figureOf(page.getByRole('main'), words.replaces)).toHaveText(String(old.id))
      await expect(button(page.getByRole('main'), words.change)).toBeVisible()
      expect(await violationsOf(page)).toEqual([])
    })
  })
}

import { calls } from '@mex/contract/areas.ts'
import { price, quantityOf } from '@mex/core/money/money.ts'

import { button } from './controls.ts'
import { expect, settle, test, violationsOf } from './journey.ts'
import { openGuest, signInAs } from './trader.ts'
import { languages, languagesOf } from './words.ts'

/** Several positions are closed at once, and several orders cancelled: chosen, reviewed, and a result for each. */

const texts = {
  closeSeveral: ['Close several', '批量平仓'],
  cancelSeveral: ['Cancel several', '批量撤单'],
  all: [/^All \d/, /^全选/],
  review: [/^Review \d/, /^核对所选/],
  close: ['Close 2', '平仓 2 项'],
  cancel: ['Cancel 2', '撤销 2 笔'],
  fee: [/fee about/, /手续费约/],
  placed: ['Closing order placed', '已提交平仓委托'],
  refused: ['Position not found', '未找到持仓'],
  requested: ['Cancel requested', '撤单中'],
  done: ['Done', '完成'],
} as const

const share = {
  market: 'US',
  classify: 'UsStock',
  extendedHours: false,
  side: 'buy',
  leverage: 1,
  purpose: 'open',
} as const

for (const language of languagesOf(import.meta.filename)) {
  const at = languages.indexOf(language) as 0 | 1
  test.describe(language, () => {
    test.use({ language })

    test('several positions are closed at once, and the one that is gone is named', async ({ page, words }) => {
      const person = await openGuest()
      const buy = async (code: string) =>
        (await person.call(calls.trading.createStock, { ...share, code, type: 'market', quantity: quantityOf('1') })).id
      const ids = [await buy('AAPL'), await buy('MSFT')]
      const open = async () => (await person.call(calls.trading.positions, { pageNum: 1, pageSize: 9 })).rows
      await expect.poll(async () => (await open()).length).toBe(2)
      await signInAs(page, person)
      await page.goto('/#/pages/trade/index')
      await button(page, texts.closeSeveral[at]).tap()
      const sheet = page.getByRole('dialog')
      await expect(sheet.getByText(new RegExp(`^${words.practice}`))).toBeVisible()
      await sheet.getByRole('checkbox', { name: texts.all[at] }).check()
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
      await sheet.getByRole('button', { name: texts.review[at] }).tap()
      await expect(sheet.getByText(texts.fee[at])).toHaveCount(2)
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
      await person.call(calls.trading.close, { id: ids[0] ?? 0, part: 'full', type: 'market' })
      await expect.poll(async () => (await open()).map(({ id }) => id)).toEqual(ids.slice(1))
      await button(sheet, texts.close[at]).tap()
      await expect(sheet.getByText(texts.placed[at])).toHaveCount(1)
      await expect(sheet.getByText(texts.refused[at])).toHaveCount(1)
      expect(await violationsOf(page)).toEqual([])
      await expect.poll(async () => (await open()).length).toBe(0)
    })

    test('several orders are cancelled at once', async ({ page }) => {
      const person = await openGuest()
      const { last } = await person.call(calls.market.quote, { code: 'AAPL', market: 'US' })
      const limit = price(((last * 85n) / 100n / 10n ** 8n) * 10n ** 8n)
      for (const quantity of ['1', '2'])
        await person.call(calls.trading.createStock, {
          ...share,
          code: 'AAPL',
          type: 'limit',
          limit,
          quantity: quantityOf(quantity),
        })
      await signInAs(page, person)
      await page.goto('/#/pages/trade/index?list=2')
      await button(page, texts.cancelSeveral[at]).tap()
      const sheet = page.getByRole('dialog')
      await sheet.getByRole('checkbox', { name: texts.all[at] }).check()
      await sheet.getByRole('button', { name: texts.review[at] }).tap()
      await button(sheet, texts.cancel[at]).tap()
      await expect(sheet.getByText(texts.requested[at])).toHaveCount(2)
      await button(sheet, texts.done[at]).tap()
      const working = async () => (await person.call(calls.trading.orders, { pageNum: 1, pageSize: 9 })).total
      await expect.poll(working).toBe(0)
    })
  })
}

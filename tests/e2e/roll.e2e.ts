import { calls } from '@mex/contract/areas.ts'
import { present } from '@mex/core/assert.ts'
import type { Person } from '@mex/world/person.ts'

import { expect, test, violationsOf } from './journey.ts'
import { openGuest, signInAs } from './trader.ts'
import { languagesOf } from './words.ts'

const texts = {
  en: { roll: 'Roll into the next month', quantity: 'Quantity (contracts)', settlement: 'At the settlement' },
  'zh-CN': { roll: '展期到下一个月份', quantity: '数量（张）', settlement: '结算时' },
} as const

/** The second month: the front month may be in its last days, in which nothing can be opened. */
async function laterMonth(person: Person): Promise<string> {
  const months = await person.call(calls.market.futureMonths, { product: 'MES' })
  return present(months[1], 'a second month').code
}

for (const language of languagesOf(import.meta.filename))
  test.describe(language, () => {
    test.use({ language })
    const said = texts[language]

    test('an order of futures asks to be rolled, and its position switches it off and on', async ({ page, words }) => {
      const person = await openGuest()
      const code = await laterMonth(person)
      await signInAs(page, person)
      // The code of the product stands for one of its months, which the ticket names.
      await page.goto('/#/pages/payment/future?code=MES')
      await expect(page.getByText(/^MES[HMUZ]\d\d$/).filter({ visible: true })).toBeVisible()
      await page.goto(`/#/pages/payment/future?code=${code}`)
      await page.getByRole('textbox', { name: said.quantity }).fill('1')
      await page.getByRole('radio', { name: '20×' }).check()
      const roll = page.getByRole('switch', { name: said.roll })
      await expect(roll).not.toBeChecked()
      await roll.check()
      expect(await violationsOf(page)).toEqual([])
      await page.getByRole('button', { name: words.reviewOrder }).tap()
      await expect(page.getByText(said.settlement)).toBeVisible()
      await page.getByRole('button', { name: words.placeOrder }).tap()
      const position = async () => (await person.call(calls.trading.positions, { pageNum: 1, pageSize: 5 })).rows[0]
      const wished = async () => (await position())?.autoRoll
      await expect.poll(wished, { timeout: 20_000 }).toBe(true)

      const { id } = present(await position(), 'the position')
      await page.goto(`/#/pages/trade/detail?code=${code}&source=3&id=${id}&type=0`)
      const held = page.getByRole('main').getByRole('switch', { name: said.roll })
      await expect(held).toBeChecked()
      expect(await violationsOf(page)).toEqual([])
      await held.uncheck()
      await expect.poll(wished).toBe(false)
      await page.reload()
      await expect(held).not.toBeChecked()
      await held.check()
      await expect.poll(wished).toBe(true)
    })
  })

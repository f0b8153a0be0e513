import { calls } from '@mex/contract/areas.ts'
import { quantityOf } from '@mex/core/money/money.ts'
import type { Person } from '@mex/world/person.ts'

import { expect, openTab, test } from './journey.ts'
import { openGuest, signInAs } from './trader.ts'
import { languagesOf } from './words.ts'

const texts = {
  en: {
    entry: 'Calendar',
    held: 'Held',
    comingUp: 'Coming up',
    dividend: /^First day without the dividend of [\d.]+ USD a share$/,
    toPay: /^You pay a dividend on \d\d\/\d\d\/\d{4}$/,
    coming: /^Coming: \d\d\/\d\d\/\d{4}$/,
    early: 'Closes early, at 13:00 ET',
    onTicket: /^Pays a dividend of [\d.]+ USD a share; the first day without it is /,
  },
  'zh-CN': {
    entry: '日历',
    held: '持有',
    comingUp: '即将发生',
    dividend: /^除息日，每股派息 [\d.]+ USD$/,
    toPay: /^\d\d\/\d\d\/\d{4} 须支付股息$/,
    coming: /^即将：\d\d\/\d\d\/\d{4}$/,
    early: '提前收市：13:00 ET',
    onTicket: /^将派息每股 [\d.]+ USD，除息日 /,
  },
} as const

/** The code of a US share with a declared dividend. */
async function payingShare(person: Person) {
  const { rows } = await person.call(calls.market.stocks, { market: 'US', pageNum: 1, pageSize: 100 })
  for (const { code } of rows) {
    const { dividends } = await person.call(calls.market.summary, { code, market: 'US' })
    if (dividends.some(({ status }) => status === 'declared')) return code
  }
  throw new Error('no share has declared a dividend')
}

for (const language of languagesOf(import.meta.filename))
  test.describe(language, () => {
    test.use({ language })
    const said = texts[language]

    test('a short seller sees a dividend coming: on the ticket, the position, the quote and the calendar', async ({
      page,
      words,
    }) => {
      const person = await openGuest()
      const code = await payingShare(person)
      const order = { code, market: 'US', classify: 'UsStock', extendedHours: false, purpose: 'open' } as const
      const { id } = await person.call(calls.trading.createStock, {
        ...order,
        side: 'sell',
        type: 'market',
        leverage: 2,
        quantity: quantityOf('1'),
      })
      await signInAs(page, person)
      await page.goto(`/#/pages/payment/stock?code=${code}&name=${code}&source=0&market=US&direction=1`)
      await expect(page.getByText(said.onTicket)).toBeVisible()
      await page.goto(`/#/pages/quote/stock?code=${code}&name=${code}&source=0&market=US`)
      await expect(page.getByText(said.coming)).toBeVisible()
      await page.getByRole('region', { name: said.comingUp }).getByRole('link').click()
      await expect(page.getByText(said.dividend)).toBeVisible()
      await page.goto(`/#/pages/trade/detail?id=${id}&type=0&code=${code}`)
      await expect(page.getByText(said.toPay)).toBeVisible()
      await page.goto('/#/pages/profile/index')
      await openTab(page, words, 'account')
      await page.getByRole('link', { name: said.entry }).click()
      await expect(page.getByText(said.dividend)).toBeVisible()
      await expect(page.getByText(said.held, { exact: true }).first()).toBeVisible()
      // The browser is in Mexico, an hour earlier: the date is New York's, so the time is too.
      await expect(page.getByText(said.early).first()).toBeVisible()
    })
  })

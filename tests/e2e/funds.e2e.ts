import { calls } from '@mex/contract/areas.ts'
import { moneyOf } from '@mex/core/money/money.ts'

import { expect, figureOf, test } from './journey.ts'
import { openGuest, signInAs } from './trader.ts'
import { languagesOf } from './words.ts'

/** Funds and the facts of companies, as a learner meets them. */

const texts = {
  en: {
    wanted: 'tracker fund',
    fund: 'Tracker Fund of Hong Kong',
    follows: 'ETF on HKEX that follows Hang Seng Index.',
    facts: ['Market cap', 'Shares outstanding', 'P/E', 'EPS', 'Dividends of a year', 'Dividend yield'],
    last: 'Last',
    details: 'Tracker Fund of Hong Kong, details',
  },
  'zh-CN': {
    wanted: '盈富',
    fund: '盈富基金',
    follows: '在香港交易所上市的ETF，跟踪恒生指数。',
    facts: ['市值', '总股本', '市盈率', '每股收益', '近一年每股派息', '股息率'],
    last: '最新价',
    details: '盈富基金，详情',
  },
} as const

const numberIn = (text: string): number => Number(text.replaceAll(/[^\d.]/g, ''))

for (const language of languagesOf(import.meta.filename))
  test.describe(language, () => {
    test.use({ language })
    const said = texts[language]

    test('somebody finds a fund, reads what it follows, buys a lot and sells it', async ({ page, words }) => {
      const person = await openGuest()
      await person.call(calls.wallet.transfer, { from: 'BALANCE', to: 'HK_STOCK', amount: moneyOf('50000') })
      await signInAs(page, person)
      await page.goto('/#/pages/search/index')
      await page.getByRole('searchbox').fill(said.wanted)
      await page.getByRole('link', { name: /02800/ }).tap()
      await expect(page.getByRole('heading', { level: 1, name: said.fund })).toBeVisible()
      await expect(page.getByText(said.follows)).toBeVisible()
      // A fund has no earnings, and no capitalisation of a company.
      await expect(page.getByText(said.facts[2], { exact: true })).toHaveCount(0)
      await page.getByRole('link', { name: words.buyLong }).tap()
      const ticket = page.getByRole('dialog')
      await ticket.getByRole('textbox', { name: words.quantityShares }).fill('500')
      await ticket.getByRole('button', { name: words.reviewOrder }).tap()
      await ticket.getByRole('button', { name: words.placeOrder }).tap()
      await expect(ticket.getByRole('heading', { name: words.filled })).toBeVisible()
      await ticket.getByRole('link', { name: words.viewInTrade }).tap()
      const card = page.getByRole('list', { name: words.holding }).getByRole('listitem')
      await expect(card).toContainText(said.fund)
      await card.getByRole('button', { name: said.details }).tap()
      await card.getByRole('link', { name: words.close, exact: true }).tap()
      await ticket.getByRole('button', { name: words.reviewOrder }).tap()
      await ticket.getByRole('button', { name: words.closePosition }).tap()
      await expect(ticket.getByRole('heading', { name: words.filled })).toBeVisible()
      await ticket.getByRole('button', { name: words.done }).tap()
      await expect(page.getByText(words.noPositions)).toBeVisible()
    })

    test('the facts of a company agree with the live price of its page', async ({ page }) => {
      await signInAs(page, await openGuest())
      await page.goto('/#/pages/quote/stock?code=KO&name=KO&source=0&market=US')
      const main = page.getByRole('main')
      for (const fact of said.facts) await expect(figureOf(main, fact)).toHaveText(/\d/)
      const read = async (label: string) => numberIn(await figureOf(main, label).innerText())
      const [, , ratio, earnings, dividends, paid] = said.facts
      // The price moves between two readings, by far less than a hundredth.
      await expect
        .poll(async () => Math.abs((await read(ratio)) * (await read(earnings))) / (await read(said.last)))
        .toBeCloseTo(1, 2)
      await expect
        .poll(async () => ((await read(paid)) / 100) * (await read(said.last)) - (await read(dividends)))
        .toBeLessThan(0.02)
    })
  })

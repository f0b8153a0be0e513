import { deskDoors } from '@mex/server/testing.ts'

import { expect, test, type Page } from './journey.ts'
import { asOperator } from './operator.ts'
import { openGuest, signInAs } from './trader.ts'
import { languages } from './words.ts'

const texts = {
  en: ['Trading halted', 'Trading in this instrument is halted for everyone.'],
  'zh-CN': ['停牌', '该品种已对所有人暂停交易。'],
} as const

/** One share per language, because a halt affects all journeys. */
const shares = { en: 'KO', 'zh-CN': 'PEP' } as const

const halt = (market: 'US', code: string) =>
  asOperator((db) =>
    deskDoors.haltTrading(db, { market, code }, { author: 'journeys', reason: 'a journey', now: Date.now() }),
  )
const resume = (market: 'US', code: string) =>
  asOperator((db) =>
    deskDoors.resumeTrading(db, { market, code }, { author: 'journeys', reason: 'a journey', now: Date.now() }),
  )

/** Less than the polling interval: ten seconds for a quote, thirty for an order form. Only push is faster. */
const byPush = { timeout: 8000 }

for (const language of languages)
  test.describe(language, () => {
    test.use({ language })
    const [mark, why] = texts[language]
    const code = shares[language]
    const address = (page: string): string => `/#/pages/${page}/stock?name=${code}&code=${code}&source=0&market=US`

    async function expectHalted(page: Page, stopped: boolean): Promise<void> {
      await expect(page.getByText(why)).toHaveCount(stopped ? 1 : 0, byPush)
      await expect(page.getByText(mark, { exact: true }).filter({ visible: true }).first()).toBeVisible({
        visible: stopped,
        ...byPush,
      })
    }

    test('an open quote page and order form show a halt and its end at once', async ({ page, words, context }) => {
      await signInAs(page, await openGuest())
      await page.goto(address('payment'))
      const quantity = page.getByRole('textbox', { name: words.quantityShares })
      const review = page.getByRole('button', { name: words.reviewOrder })
      await quantity.fill('3')
      await expect(review).toBeEnabled()
      const quote = await context.newPage()
      await quote.goto(address('quote'))
      await expect(quote.getByRole('link', { name: words.buyLong })).toBeVisible()
      await expect(quote.getByText(why)).toHaveCount(0)

      await halt('US', code)
      try {
        await expectHalted(quote, true)
        await expectHalted(page, true)
        await expect(review).toBeDisabled()
      } finally {
        await resume('US', code)
      }
      await expectHalted(quote, false)
      await expectHalted(page, false)
      await expect(review).toBeEnabled()
      await expect(quantity, 'the input is kept').toHaveValue('3')
    })

    test('an open order review cannot be submitted during a halt', async ({ page, words }) => {
      await signInAs(page, await openGuest())
      const other = language === 'en' ? 'WMT' : 'COST'
      await page.goto(address('payment').replaceAll(code, other))
      await page.getByRole('textbox', { name: words.quantityShares }).fill('1')
      await page.getByRole('button', { name: words.reviewOrder }).tap()
      const place = page.getByRole('button', { name: words.placeOrder })
      await expect(place).toBeEnabled()
      await halt('US', other)
      try {
        await expect(page.getByText(why)).toBeVisible(byPush)
        await expect(place).toBeDisabled()
      } finally {
        await resume('US', other)
      }
      await expect(page.getByText(why)).toHaveCount(0, byPush)
      await expect(place).toBeEnabled()
    })
  })

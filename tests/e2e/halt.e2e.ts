import { deskDoors } from '@mex/server/testing.ts'

import { expect, test, type Page } from './journey.ts'
import { asOperator } from './operator.ts'
import { openGuest, signInAs } from './trader.ts'
import { languages } from './words.ts'

const said = {
  en: ['Trading halted', 'Trading in this instrument is halted for everyone.'],
  'zh-CN': ['停牌', '该品种已对所有人暂停交易。'],
} as const

/** A share of its own for each language: a halt is everybody's. */
const shares = { en: 'KO', 'zh-CN': 'PEP' } as const

const halt = (market: 'US', code: string) =>
  asOperator((db) =>
    deskDoors.haltTrading(db, { market, code }, { author: 'journeys', reason: 'a journey', now: Date.now() }),
  )
const resume = (market: 'US', code: string) =>
  asOperator((db) =>
    deskDoors.resumeTrading(db, { market, code }, { author: 'journeys', reason: 'a journey', now: Date.now() }),
  )

/** Sooner than the page would have asked by itself: a quote every ten seconds, an order form every thirty. */
const atOnce = { timeout: 8000 }

for (const language of languages)
  test.describe(language, () => {
    test.use({ language })
    const [mark, why] = said[language]
    const code = shares[language]
    const address = (page: string): string => `/#/pages/${page}/stock?name=${code}&code=${code}&source=0&market=US`

    async function isStopped(page: Page, stopped: boolean): Promise<void> {
      await expect(page.getByText(why)).toHaveCount(stopped ? 1 : 0, atOnce)
      await expect(page.getByText(mark, { exact: true }).filter({ visible: true }).first()).toBeVisible({
        visible: stopped,
        ...atOnce,
      })
    }

    test('an open quote and an open ticket stop with the market, and go on with it', async ({
      page,
      words,
      context,
    }) => {
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
        await isStopped(quote, true)
        await isStopped(page, true)
        await expect(review).toBeDisabled()
      } finally {
        await resume('US', code)
      }
      await isStopped(quote, false)
      await isStopped(page, false)
      await expect(review).toBeEnabled()
      await expect(quantity, 'what was entered is still there').toHaveValue('3')
    })

    test('a review that is open when trading stops cannot be sent until it goes on', async ({ page, words }) => {
      await signInAs(page, await openGuest())
      const other = language === 'en' ? 'WMT' : 'COST'
      await page.goto(address('payment').replaceAll(code, other))
      await page.getByRole('textbox', { name: words.quantityShares }).fill('1')
      await page.getByRole('button', { name: words.reviewOrder }).tap()
      const place = page.getByRole('button', { name: words.placeOrder })
      await expect(place).toBeEnabled()
      await halt('US', other)
      try {
        await expect(page.getByText(why)).toBeVisible(atOnce)
        await expect(place).toBeDisabled()
      } finally {
        await resume('US', other)
      }
      await expect(page.getByText(why)).toHaveCount(0, atOnce)
      await expect(place).toBeEnabled()
    })
  })

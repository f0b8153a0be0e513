import { deskDoors } from '@mex/server/testing.ts'

import { expect, test, type Page } from './journey.ts'
import { asOperator } from './operator.ts'
import { moved } from './still.ts'
import { openGuest, signInAs } from './trader.ts'
import { languagesOf } from './words.ts'

const texts = {
  en: [
    'Trading halted',
    'Trading in this instrument is halted for everyone.',
    'What happened',
    /^Trading was halted by the operator at \d\d:\d\d ET$/,
    /^Trading resumed at \d\d:\d\d ET$/,
  ],
  'zh-CN': [
    '停牌',
    '该品种已对所有人暂停交易。',
    '近期动态',
    /^\d\d:\d\d ET 被运营者暂停交易$/,
    /^\d\d:\d\d ET 恢复交易$/,
  ],
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

for (const language of languagesOf(import.meta.filename))
  test.describe(language, () => {
    test.use({ language })
    const [mark, why, happened, halted, resumed] = texts[language]
    const code = shares[language]
    const address = (page: string): string => `/#/pages/${page}/stock?name=${code}&code=${code}&source=0&market=US`

    async function expectHalted(page: Page, stopped: boolean): Promise<void> {
      await expect(page.getByText(why)).toHaveCount(stopped ? 1 : 0, byPush)
      await expect(page.getByText(mark, { exact: true }).filter({ visible: true }).first()).toBeVisible({
        visible: stopped,
        ...byPush,
      })
    }

    test('an open quote page and order form show a halt and its end at once', async ({
      page,
      words,
      context,
      faults,
    }) => {
      // What halts and resumes is told above the prices.
      faults.expectAlso(moved)
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

    test('a halt that is over stands among what happened, with the times of the exchange', async ({ page }) => {
      const ended = language === 'en' ? 'MCD' : 'NKE'
      const share = { market: 'US', code: ended } as const
      const occasion = { author: 'journeys', reason: 'a journey' }
      const { now } = await asOperator((db) => deskDoors.marketNow(db, Date.now()))
      await asOperator(async (db) => {
        await deskDoors.haltTrading(db, share, { ...occasion, now: now - 2 * 3_600_000 })
        await deskDoors.resumeTrading(db, share, { ...occasion, now: now - 3_600_000 })
      })
      await page.goto(address('quote').replaceAll(code, ended))
      const news = page.getByRole('region', { name: happened })
      await expect(news.getByText(halted)).toBeVisible({ timeout: 20_000 })
      await expect(news.getByText(resumed)).toBeVisible()
      // Why the operator did it stays with the operator.
      await expect(news.getByText('a journey')).toHaveCount(0)
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

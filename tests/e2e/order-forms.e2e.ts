import { calls } from '@mex/contract/areas.ts'
import { formatQuantity } from '@mex/core/money/money.ts'

import { expect, settle, test, violationsOf, type Page } from './journey.ts'
import { openGuest, openTrader, signInAs } from './trader.ts'
import { languagesOf } from './words.ts'

/** The parameters that order forms accept, and the calls that they make. */

const quantityField = (page: Page) => page.getByRole('textbox', { name: /^(Quantity|数量|平仓数量)/ })
const wrongForm = { en: 'This form does not take that product', 'zh-CN': '此表单不受理该产品' } as const

for (const [path, given] of [
  ['stock', 'code=AAPL&market=US'],
  ['stock', 'code=WALMEX&market=MX'],
  ['stock', 'code=00700&market=HK&source=11'],
  ['future', 'code=ES'],
  ['forex', 'code=EURUSD'],
] as const) {
  test(`the form payment/${path} accepts ${given}`, async ({ page }) => {
    await signInAs(page, await openGuest())
    await page.goto(`/#/pages/payment/${path}?${given}`)
    await expect(quantityField(page)).toBeVisible()
  })
}

for (const language of languagesOf(import.meta.filename)) {
  test.describe(language, () => {
    test.use({ language })

    test('a form refuses an instrument of another product without requesting its quote', async ({ page }) => {
      await signInAs(page, await openGuest())
      const requested: string[] = []
      page.on('request', (request) => requested.push(new URL(request.url()).pathname))
      for (const given of [
        'stock?code=ES&source=3',
        'stock?code=EURUSD&source=2',
        'stock?code=AAPL&market=US&source=5',
        'stock?code=AAPL&market=US&source=8',
        'stock?code=SPX&source=99',
        'stock?code=AAPL&source=nonsense',
        'future?code=AAPL&market=US&source=0',
        'forex?code=ES&source=3',
      ]) {
        await page.goto(`/#/pages/payment/${given}`)
        await expect(page.getByText(wrongForm[language]), given).toBeVisible()
        await page.goto('/')
      }
      expect(requested.filter((path) => path === '/quotes/getStock')).toEqual([])
    })

    test('half and full of a new order use the quantity from the server', async ({ page, words }) => {
      await signInAs(page, await openGuest())
      await page.goto('/#/pages/payment/stock?code=AAPL&market=US')
      await page.getByRole('radio', { name: '2×' }).check()
      await settle(page)
      const answer = page.waitForResponse('**/position/getHalfOrFullNum')
      await page.getByRole('button', { name: words.halfOfMost }).tap()
      const { data } = (await (await answer).json()) as { data: { num: string } }
      await expect(quantityField(page)).toHaveValue(formatQuantityText(data.num))
      expect((await answer).request().postDataJSON()).toMatchObject({
        source: 0,
        stockCode: 'AAPL',
        market: 'US',
        direction: 0,
        leverage: 2,
        type: 'half',
      })
      await page.route('**/position/getHalfOrFullNum', (route) =>
        route.fulfill({
          json: {
            code: 200,
            msg: 'Success',
            data: { num: '7', margin: '1.00', handlingFee: '1.00', available: '1.00' },
          },
        }),
      )
      await page.getByRole('button', { name: words.most }).tap()
      await expect(quantityField(page)).toHaveValue('7')
      // On a refusal the page uses its own figure.
      await page.unroute('**/position/getHalfOrFullNum')
      await page.route('**/position/getHalfOrFullNum', (route) =>
        route.fulfill({ json: { code: 1401, msg: 'Quote unavailable', data: null } }),
      )
      await page.getByRole('button', { name: words.most }).tap()
      await expect(quantityField(page)).not.toHaveValue('7')
      expect(await violationsOf(page)).toEqual([])
    })

    test('half and full of a closing order use the quantity from the server; the id alone identifies the position', async ({
      page,
      words,
    }) => {
      const { person, positionId } = await openTrader()
      await signInAs(page, person)
      await page.goto(`/#/pages/payment/close?id=${positionId}`)
      await expect(quantityField(page)).toHaveValue('10')
      const answer = page.waitForResponse('**/position/getHalfOrFullNum')
      await page.getByRole('button', { name: words.half }).tap()
      expect((await answer).request().postDataJSON()).toMatchObject({ openClose: 1, positionId, type: 'half' })
      await expect(quantityField(page)).toHaveValue('5')
      await page.getByRole('button', { name: words.full }).tap()
      await expect(quantityField(page)).toHaveValue('10')
      await page.goto('/')
      // A wrong code in the URL is ignored, because the id names the position.
      await page.goto(`/#/pages/payment/close?id=${positionId}&code=MSFT&source=0&market=US`)
      await expect(page.getByText('AAPL').filter({ visible: true }).first()).toBeVisible()
      await expect(quantityField(page)).toHaveValue('10')
      const { closable } = await person.call(calls.trading.holding, { code: 'AAPL', market: 'US' })
      expect(formatQuantity(closable)).toBe('10')
    })
  })
}

/** '6.00000000' as the field shows it. */
const formatQuantityText = (num: string): string => num.replace(/\.?0+$/, '')

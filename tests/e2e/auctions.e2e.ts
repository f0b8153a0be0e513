import { calls } from '@mex/contract/areas.ts'
import { present } from '@mex/core/assert.ts'
import { sources } from '@mex/core/market/instrument.ts'
import { formatPrice, quantityOf } from '@mex/core/money/money.ts'
import { openPerson } from '@mex/world/person.ts'

import { expect, test as plain, violationsOf } from './journey.ts'
import { startServer, type JourneyServer } from './open-server.ts'
import { moved } from './still.ts'
import { signInAs } from './trader.ts'
import { languagesOf } from './words.ts'

const texts = {
  en: {
    next: 'Next price in',
    matched: /Matched [\d,]+/,
    waits: /Buyers waiting|Sellers waiting|Nobody waits/,
    atOpening: 'At the opening price',
    untilClose: /until entry and cancel close at 09:28 ET/,
    inAuction: 'In the auction',
    entered: 'Your order for 20 is in the auction.',
    closed: 'Entry closed',
    filled: /Your order: 20 at /,
    crossed: /shares filled at .* at 09:30 ET/,
    practice: 'Practice auction',
    product: 'Pre-market auction',
  },
  'zh-CN': {
    next: '下次价格',
    matched: /可撮合 [\d,]+/,
    waits: /买方未匹配|卖方未匹配|买卖平衡/,
    atOpening: '按开盘价',
    untilClose: /距美东 09:28 委托和撤单截止还有/,
    inAuction: '等待竞价',
    entered: '您的 20 订单已进入竞价。',
    closed: '委托已截止',
    filled: /您的订单：20，成交价 /,
    crossed: /美东 09:30 以 .* 撮合/,
    practice: '练习竞价',
    product: '盘前竞价',
  },
} as const

/** Every journey has a market of its own, at its own time. */
const test = plain.extend<{ settings: Readonly<Record<string, string>>; server: JourneyServer }>({
  settings: [{}, { option: true }],
  server: [
    async ({ settings }, use) => {
      const server = await startServer(settings)
      // The first account on a server has to wait for the first prices, and the first ticket for its line of closes.
      const person = openPerson(server.url)
      await person.call(calls.account.guest, {})
      await person.call(calls.market.orderQuote, { code: 'AAPL', market: 'US' })
      await use(server)
      await server.close()
    },
    { timeout: 180_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
})

/** The quarter of an hour before the cross passes in three minutes. */
const morning = { CLOCK_START: '2026-11-20T14:15:00Z', CLOCK_SPEED: '5' }
/** Entry has closed, and the cross is still to come. */
const matching = { CLOCK_START: '2026-11-20T14:28:10Z' }
const saturday = { CLOCK_START: '2026-11-21T16:10:00Z' }
const page1 = { pageNum: 1, pageSize: 10 } as const

async function guestOf(url: string) {
  const person = openPerson(url)
  person.token = (await person.call(calls.account.guest, { language: 'en' })).token
  return person
}

for (const language of languagesOf(import.meta.filename))
  test.describe(language, () => {
    test.use({ language })
    const said = texts[language]

    test.describe('after 09:28', () => {
      test.use({ settings: matching })

      test('the page says that entry is closed, and takes no orders', async ({ page, words, server }) => {
        await signInAs(page, await guestOf(server.url))
        await page.goto(`/#/pages/product/auction?code=AAPL`)
        await expect(page.getByRole('heading', { name: said.closed })).toBeVisible()
        await expect(page.getByRole('button', { name: words.buyLong })).toBeDisabled()
        await expect(page.getByRole('link', { name: words.buyLong })).toHaveCount(0)
      })
    })

    test.describe('in the morning', () => {
      test.use({ settings: morning })
      test('somebody enters an order at 09:20, watches the figures, and gets the opening print like everybody', async ({
        page,
        words,
        server,
        faults,
      }) => {
        // The auction passes while its page is in view.
        faults.expectAlso(moved)
        test.setTimeout(300_000)
        const [person, other] = [await guestOf(server.url), await guestOf(server.url)]
        await signInAs(page, person)
        await page.goto(`/#/pages/product/auction?code=AAPL`)
        await expect(page.getByText(said.next)).toBeVisible()
        await expect(page.getByText(said.matched)).toBeVisible()
        await expect(page.getByText(said.waits)).toBeVisible()
        expect(await violationsOf(page)).toEqual([])

        await page.getByRole('link', { name: words.buyLong }).tap()
        const sheet = page.getByRole('dialog')
        await expect(sheet.getByText(said.untilClose)).toBeVisible({ timeout: 30_000 })
        await expect(sheet.getByRole('radio', { name: said.atOpening })).toBeChecked()
        await sheet.getByRole('textbox', { name: words.quantityShares }).fill('20')
        expect(await violationsOf(page)).toEqual([])
        await page.getByRole('button', { name: words.reviewOrder }).tap()
        await expect(page.getByText(said.untilClose)).toBeVisible()
        await page.getByRole('button', { name: words.placeOrder }).tap()
        await expect(page.getByRole('heading', { name: said.inAuction })).toBeVisible()

        const order = { code: 'AAPL', side: 'buy', type: 'market', leverage: 3, quantity: quantityOf('7') } as const
        const { id } = await other.call(calls.trading.createAuction, { ...order, purpose: 'open' })

        await page.goto(`/#/pages/product/auction?code=AAPL`)
        await expect(page.getByText(said.entered)).toBeVisible()
        await expect(page.getByText(said.filled)).toBeVisible({ timeout: 240_000 })
        await expect(page.getByText(said.crossed)).toBeVisible({ timeout: 30_000 })

        const rows = async (who: typeof person) =>
          (await who.call(calls.trading.orders, { ...page1, source: sources.auctionStock, status: 'all' })).rows
        const [mine] = await rows(person)
        const [theirs] = await rows(other)
        const share = (await person.call(calls.auctions.shares, { code: 'AAPL', pageNum: 1, pageSize: 1 })).rows[0]
        const cross = present(share?.lastCross, 'the cross')
        expect(theirs?.id).toBe(id)
        expect([mine?.status, theirs?.status]).toEqual(['filled', 'filled'])
        expect([mine?.averagePrice, theirs?.averagePrice]).toEqual([cross.price, cross.price])
        expect([mine?.quoteId, theirs?.quoteId]).toEqual([cross.quoteId, cross.quoteId])
        const fills = await person.call(calls.audit.fills, { quoteId: cross.quoteId })
        expect(new Set(fills.fills.map(({ price }) => formatPrice(price)))).toEqual(new Set([formatPrice(cross.price)]))

        await page.goto(`/#/pages/trade/index?list=2&status=all`)
        await expect(page.getByText('AAPL').first()).toBeVisible()
      })
    })

    test.describe('on a weekend', () => {
      test.use({ settings: saturday })
      test('outside of the morning an hourly practice auction is marked as one', async ({ page, words, server }) => {
        const person = await guestOf(server.url)
        await signInAs(page, person)
        await page.goto(`/#/`)
        await page.locator('a[href="#/pages/product/auction"]').tap()
        await expect(page.getByText(said.practice).first()).toBeVisible()
        expect(await violationsOf(page)).toEqual([])
        await page.goto(`/#/pages/payment/stock?name=Apple&code=AAPL&source=7&direction=0`)
        await expect(page.getByText(said.practice, { exact: true }).first()).toBeVisible()
        await page.getByRole('textbox', { name: words.quantityShares }).fill('3')
        await page.getByRole('button', { name: words.reviewOrder }).tap()
        await page.getByRole('button', { name: words.placeOrder }).tap()
        await expect(page.getByRole('heading', { name: said.inAuction })).toBeVisible()
        await page.goto(`/#/pages/trade/index?list=2`)
        await page.getByRole('button', { name: words.cardDetails }).tap()
        await expect(page.getByText(said.practice, { exact: true }).first()).toBeVisible()
      })
    })
  })

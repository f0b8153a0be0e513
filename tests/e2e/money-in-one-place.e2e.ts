import { calls } from '@mex/contract/areas.ts'
import { moneyOf, quantityOf, subtractMoney } from '@mex/core/money/money.ts'
import { connect, deskDoors } from '@mex/server/testing.ts'
import type { Person } from '@mex/world/person.ts'
import { openPerson } from '@mex/world/person.ts'

import { button, field } from './controls.ts'
import { expect, figureOf, settle, test as plain, violationsOf, type Page, type Route } from './journey.ts'
import { startServer, type JourneyServer } from './open-server.ts'
import { signInAs } from './trader.ts'
import { languages, languagesOf } from './words.ts'

/** An order that other accounts pay for: in one confirmation the money moves, and the order follows. Orders by amount. */

/** The half minute of a transfer takes six seconds. New York is open. */
const settings = { CLOCK_SPEED: '5', CLOCK_START: '2026-11-20T15:30:00Z' }

const texts = {
  others: ['Usable in all accounts', '全部账户可用'],
  about: [/^≈\s\$[\d,.]+$/, /^≈\s\$[\d,.]+$/],
  missing: [/is missing in “US stocks”/, /“美股账户”还差/],
  ways: ['Funding account → US stocks', '资金账户 → 美股账户'],
  leaves: [/^MX\$[\d,.]+ → ≈\s\$[\d,.]+$/, /^MX\$[\d,.]+ → ≈\s\$[\d,.]+$/],
  spread: ['Exchange spread, included', '汇兑点差（已包含）'],
  takes: ['Takes', '所需时间'],
  seconds: ['about 30 seconds', '约 30 秒'],
  otherwise: ['the money is in “US stocks” and no order was placed', '资金留在“美股账户”，不会产生委托'],
  confirm: ['Move money and order', '划转并下单'],
  moving: ['Your money is moving', '资金划转中'],
  steps: ['Steps', '步骤'],
  unknown: ['We don’t know yet whether it arrived', '尚不确定请求是否送达'],
  none: ['No order was placed', '未下单'],
  stays: ['The money is in “US stocks” and stays there.', '资金在“美股账户”，原样保留。'],
  wentBack: ['Cancelled: the money went back', '已撤销，资金已退回'],
  halted: ['Trading halted', '停牌'],
  back: ['Back to the order', '返回订单'],
  leave: ['Don’t place the order', '不下单了'],
  left: [/You left before the money had arrived/, /您在资金到账前离开/],
  byAmount: ['By amount', '按金额'],
  byQuantity: ['By quantity', '按数量'],
  amount: ['Amount', '金额'],
  buysTwo: [/^Buys 2 shares\. \$[\d,.]+ of the amount is left over\.$/, /^可买入 2 股，金额余下 \$[\d,.]+。$/],
  tooSmall: [/^Too little for the smallest order$/, /^金额不足最小一单$/],
  buyTwo: ['Buy long 2 shares', '买入做多 2 股'],
} as const
type Words = { readonly [Key in keyof typeof texts]: (typeof texts)[Key][0] | (typeof texts)[Key][1] }

const test = plain.extend<object, { server: JourneyServer }>({
  server: [
    async ({}, use) => {
      const server = await startServer(settings)
      // The first account on a server has to wait for the first prices, and the first ticket for its line of closes.
      const person = openPerson(server.url)
      await person.call(calls.account.guest, {})
      await person.call(calls.market.orderQuote, { code: 'AAPL', market: 'US' })
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
})

const firstRows = { pageNum: 1, pageSize: 50 } as const

/** A guest whose account for US shares has 120 dollars. */
async function openPoor(url: string): Promise<Person> {
  const person = openPerson(url)
  person.token = (await person.call(calls.account.guest, { language: 'en' })).token
  const free = async () => (await person.call(calls.wallet.balance, { wallet: 'US_STOCK' })).available
  const amount = subtractMoney(await free(), moneyOf('120'))
  await person.call(calls.wallet.transfer, { from: 'US_STOCK', to: 'BALANCE', amount })
  return person
}

async function openTicket(page: Page, person: Person): Promise<void> {
  await signInAs(page, person)
  await page.goto('/#/pages/payment/stock?name=Apple&code=AAPL&source=0&market=US')
  await settle(page)
}

/** Transfers from the funding account since the guest became poor, and orders. */
async function madeBy(person: Person): Promise<readonly [number, number]> {
  const bills = await person.call(calls.trading.bills, { ...firstRows, wallet: 'BALANCE', timeZone: 'UTC' })
  const [open, working] = [
    await person.call(calls.trading.positions, firstRows),
    await person.call(calls.trading.orders, firstRows),
  ]
  return [bills.rows.filter(({ type }) => type === 20).length, open.total + working.total]
}

async function haltApple({ database }: JourneyServer, halts: boolean): Promise<void> {
  const { db, pool } = connect(database.connectionString, 1)
  const reason = { author: 'journeys', reason: 'a journey', now: Date.now() }
  const act = halts ? deskDoors.haltTrading : deskDoors.resumeTrading
  await act(db, { market: 'US', code: 'AAPL' }, reason).finally(() => pool.end())
}

/** Sends the request to the server and loses its answer, the first time. */
async function loseFirstAnswer(page: Page, path: string): Promise<void> {
  let isLost = false
  await page.route(path, async (route: Route) => {
    if (isLost) return route.continue()
    isLost = true
    await route.fetch()
    return route.abort()
  })
}

for (const language of languagesOf(import.meta.filename)) {
  const index = languages.indexOf(language)
  const words = Object.fromEntries(Object.entries(texts).map(([key, said]) => [key, said[index]])) as unknown as Words
  test.describe(language, () => {
    test.use({ language })

    test('an order that its account cannot pay moves money first, once, although answers are lost', async ({
      page,
      server,
      faults,
      words: common,
    }) => {
      faults.expectAlso(/ERR_FAILED/)
      const person = await openPoor(server.url)
      await openTicket(page, person)
      const main = page.getByRole('main')
      await expect(figureOf(main, words.others)).toHaveText(words.about)
      await field(page, common.quantityShares).fill('3')
      await expect(page.getByText(words.missing)).toBeVisible()
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
      await button(page, common.reviewOrder).tap()
      await expect(figureOf(main, words.ways)).toHaveText(words.leaves)
      await expect(figureOf(main, words.spread)).toHaveText(/^\$[\d,.]+$/)
      await expect(figureOf(main, words.takes)).toHaveText(words.seconds)
      await expect(page.getByText(words.otherwise)).toBeVisible()
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
      await loseFirstAnswer(page, '**/wallet/transfer')
      await loseFirstAnswer(page, '**/stock/create')
      await button(page, words.confirm).tap()
      await expect(page.getByText(words.unknown)).toBeVisible()
      await button(page, common.tryAgain).tap()
      await expect(page.getByText(words.moving)).toBeVisible()
      await expect(page.getByRole('region', { name: words.steps })).toContainText(words.ways)
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
      await expect(page.getByText(words.unknown)).toBeVisible({ timeout: 20_000 })
      await button(page, common.tryAgain).tap()
      await expect(page.getByRole('heading', { name: common.filled })).toBeVisible({ timeout: 20_000 })
      expect(await madeBy(person)).toEqual([1, 1])
      const [position] = (await person.call(calls.trading.positions, firstRows)).rows
      expect(position?.quantity).toBe(quantityOf('3'))
    })

    test('a refused order leaves the money in its account, and a transfer taken back leaves it where it was', async ({
      page,
      server,
      words: common,
    }) => {
      const person = await openPoor(server.url)
      await openTicket(page, person)
      const quantity = field(page, common.quantityShares)
      const confirm = async (units: string) => {
        await quantity.fill(units)
        await button(page, common.reviewOrder).tap()
        await button(page, words.confirm).tap()
      }
      const sent = page.waitForResponse('**/wallet/transfer')
      await confirm('3')
      const { data } = (await (await sent).json()) as { data: { id: number } }
      await person.call(calls.wallet.cancelTransfer, { id: data.id })
      await expect(page.getByText(words.wentBack)).toBeVisible({ timeout: 20_000 })
      await expect(page.getByRole('heading', { name: words.none })).toBeVisible()
      expect((await madeBy(person))[1]).toBe(0)
      await button(page, words.back).tap()
      await expect(quantity).toHaveValue('3')

      // The server refuses the order at its turn: the share is halted when the money has arrived.
      await page.route('**/stock/create', async (route) => {
        await haltApple(server, true)
        await expect(page.getByText(words.halted, { exact: true })).toBeVisible()
        await route.continue()
      })
      await confirm('2')
      await expect(page.getByText(words.moving)).toBeVisible()
      try {
        await expect(page.getByText(words.stays)).toBeVisible({ timeout: 30_000 })
        await expect(page.getByRole('heading', { name: words.none })).toBeVisible()
        expect(await madeBy(person)).toEqual([2, 0])
        const { available } = await person.call(calls.wallet.balance, { wallet: 'US_STOCK' })
        expect(available > moneyOf('1000')).toBe(true)
      } finally {
        await haltApple(server, false)
      }
    })

    test('who leaves before the money has arrived keeps it and is told so', async ({ page, server, words: common }) => {
      const person = await openPoor(server.url)
      await openTicket(page, person)
      await field(page, common.quantityShares).fill('3')
      await button(page, common.reviewOrder).tap()
      await button(page, words.confirm).tap()
      await expect(page.getByText(words.moving)).toBeVisible()
      await button(page, words.leave).tap()
      await expect(page.getByText(words.left)).toBeVisible()
      const free = async () => (await person.call(calls.wallet.balance, { wallet: 'US_STOCK' })).available
      await expect.poll(async () => (await free()) > moneyOf('2000'), { timeout: 20_000 }).toBe(true)
      expect(await madeBy(person)).toEqual([1, 0])
    })

    test('an amount buys whole shares and tells the rest; both entries stay', async ({
      page,
      server,
      words: common,
    }) => {
      const person = openPerson(server.url)
      person.token = (await person.call(calls.account.guest, { language: 'en' })).token
      const { last } = await person.call(calls.market.quote, { code: 'AAPL', market: 'US' })
      // Two and a half shares.
      const amount = String((last * 5n) / 2n / 10n ** 8n)
      await openTicket(page, person)
      const quantity = field(page, common.quantityShares)
      const amountField = field(page, words.amount)
      await quantity.fill('7')
      await button(page, words.byAmount).tap()
      await amountField.fill('1')
      await expect(page.getByText(words.tooSmall)).toBeVisible()
      await expect(button(page, common.reviewOrder)).toBeDisabled()
      await amountField.fill(amount)
      await expect(page.getByText(words.buysTwo)).toBeVisible()
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
      await button(page, words.byQuantity).tap()
      await expect(quantity).toHaveValue('7')
      await button(page, words.byAmount).tap()
      await expect(amountField).toHaveValue(/^[\d,]+$/)
      await button(page, common.reviewOrder).tap()
      await expect(page.getByRole('heading', { name: words.buyTwo })).toBeVisible()
      await button(page, common.placeOrder).tap()
      const held = async () => (await person.call(calls.trading.positions, firstRows)).rows.map((row) => row.quantity)
      await expect.poll(held, { timeout: 15_000 }).toEqual([quantityOf('2')])
    })
  })
}

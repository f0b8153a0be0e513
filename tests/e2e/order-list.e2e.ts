import { calls } from '@mex/contract/areas.ts'
import { price, quantityOf, type Price } from '@mex/core/money/money.ts'
import type { Person } from '@mex/world/person.ts'

import { expect, figureOf, test, violationsOf } from './journey.ts'
import { openGuest, openTrader, signInAs, withinRateLimit } from './trader.ts'
import { languagesOf } from './words.ts'

/** The order list and the pages of single orders and positions. */

const apple = { code: 'AAPL', market: 'US', classify: 'UsStock', extendedHours: false } as const
const oneShare = { ...apple, side: 'buy', leverage: 1, purpose: 'open', quantity: quantityOf('1') } as const
const orders = '/#/pages/trade/index?list=2'
const detailOf = (id: number, type: number) =>
  `/#/pages/trade/detail?name=Apple&code=AAPL&source=0&id=${id}&type=${type}`

/** A limit price that is accepted but not reached. */
async function lowLimit(person: Person): Promise<Price> {
  const { last } = await person.call(calls.market.quote, { code: 'AAPL', market: 'US' })
  return price(((last * 85n) / 100n / 10n ** 8n) * 10n ** 8n)
}

async function placeLimit(person: Person): Promise<number> {
  const limit = await lowLimit(person)
  return (await person.call(calls.trading.createStock, { ...oneShare, type: 'limit', limit })).id
}

test('an open order has its page even after more than 50 newer orders', async ({ page, words }) => {
  test.slow()
  const person = await openGuest()
  const first = await placeLimit(person)
  for (let count = 0; count < 51; count++) {
    const id = await withinRateLimit(() => placeLimit(person))
    await withinRateLimit(() => person.call(calls.trading.cancelOrder, { id }))
  }
  const rows = { pageNum: 1, pageSize: 50, status: 'all' } as const
  const newest = await person.call(calls.trading.orders, rows)
  expect(newest.total).toBe(52)
  expect(newest.rows.some(({ id }) => id === first)).toBe(false)
  await signInAs(page, person)
  await page.goto(orders)
  await page.getByRole('link', { name: words.appleName }).last().tap()
  await expect(page).toHaveURL(new RegExp(`id=${first}&type=2`))
  await expect(page.getByRole('button', { name: words.cancelOrder })).toBeVisible()
  await expect(figureOf(page.getByRole('main'), 'Order number')).toContainText(String(first))
})

test("the page of another user's order shows that it does not exist", async ({ page }) => {
  const id = await placeLimit(await openGuest())
  await signInAs(page, await openGuest())
  for (const type of [0, 1, 2]) {
    await page.goto(detailOf(id, type))
    await expect(page.getByText('It may have been closed in the meantime, or the link is incomplete.')).toBeVisible()
    await page.goto('/')
  }
})

for (const language of languagesOf(import.meta.filename)) {
  test.describe(language, () => {
    test.use({ language })

    test('the order list shows open orders first, and filters by success, cancelled and all', async ({
      page,
      words,
    }) => {
      const { person, positionId } = await openTrader()
      await person.call(calls.trading.cancelOrder, { id: await placeLimit(person) })
      await expect
        .poll(async () => (await person.call(calls.trading.orders, { pageNum: 1, pageSize: 1 })).total)
        .toBe(0)
      await placeLimit(person)
      await signInAs(page, person)
      await page.goto('/#/pages/trade/index')
      await page.getByRole('radio', { name: words.orders }).check()
      const cards = page.getByRole('list', { name: words.orders }).getByRole('listitem')
      const filter = (name: string) => page.getByRole('radio', { name, exact: true })
      await expect(filter(words.inProgress)).toBeChecked()
      await expect(cards).toHaveCount(1)
      await expect(cards).toContainText(words.inProgress)
      await filter(words.success).check()
      await expect(cards).toContainText(words.success)
      await cards.getByRole('link').tap()
      await expect(page).toHaveURL(new RegExp(`id=${positionId}&type=2`))
      await expect(
        page.getByRole('main').getByText(words.success, { exact: true }).filter({ visible: true }).first(),
      ).toBeVisible()
      await expect(figureOf(page.getByRole('main'), words.productType)).toHaveText(words.individualStock)
      // Back restores the filter.
      await page.goBack()
      await expect(filter(words.success)).toBeChecked()
      await filter(words.cancelled).check()
      await expect(cards).toContainText(words.cancelled)
      await expect(cards.getByRole('button', { name: words.cancelOrder })).toHaveCount(0)
      await filter(words.allOrders).check()
      await expect(cards).toHaveCount(3)
      expect(await violationsOf(page)).toEqual([])
    })

    test('a cancelled order leaves the list, and a position has the controls of the specification', async ({
      page,
      words,
    }) => {
      const { person } = await openTrader()
      await placeLimit(person)
      await signInAs(page, person)
      await page.goto('/#/pages/trade/index')
      const card = page.getByRole('list', { name: words.holding }).getByRole('listitem')
      await card.getByRole('button', { name: words.cardDetails }).tap()
      await expect(figureOf(card, words.productType)).toHaveText(words.individualStock)
      await expect(card.getByRole('button', { name: words.addMargin })).toBeVisible()
      await expect(card.getByRole('link', { name: words.half })).toBeVisible()
      await expect(card.getByRole('link', { name: words.close, exact: true })).toBeVisible()
      expect(await violationsOf(page)).toEqual([])
      await page.goto(orders)
      await page.getByRole('button', { name: words.cardDetails }).tap()
      await page.getByRole('button', { name: words.cancelOrder }).tap()
      await page.getByRole('alertdialog').getByRole('button', { name: words.cancelOrder }).tap()
      await expect(page.getByRole('radio', { name: words.inProgress, exact: true })).toBeChecked()
      await expect(page.getByRole('list', { name: words.orders })).toHaveCount(0)
    })
  })
}

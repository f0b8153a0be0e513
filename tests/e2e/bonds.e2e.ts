import { calls } from '@mex/contract/areas.ts'
import type { Answer } from '@mex/contract/call.ts'
import type { Bond } from '@mex/contract/bonds/shapes.ts'
import { present } from '@mex/core/assert.ts'
import { moneyOf, type Money } from '@mex/core/money/money.ts'
import { openPerson, type Person } from '@mex/world/person.ts'

import { expect, settle, test as plain, violationsOf } from './journey.ts'
import { startServer, type JourneyServer } from './open-server.ts'
import { signInAs } from './trader.ts'
import { languagesOf } from './words.ts'

/** A day takes sixteen seconds: what is bought settles before the coupon on a busy machine too. The clock starts some days before the coupons of November 15 and a maturity of the 19th. */
const speed = 5400

const test = plain.extend<object, { server: JourneyServer }>({
  server: [
    async ({}, use) => {
      const server = await startServer({ CLOCK_SPEED: String(speed), CLOCK_START: '2026-11-09T15:00:00Z' })
      // The first account on a server has to wait for the first prices.
      await openPerson(server.url).call(calls.account.guest, {})
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
})

async function openHolder(server: JourneyServer): Promise<Person> {
  const person = openPerson(server.url)
  person.token = (await person.call(calls.account.guest, { language: 'en' })).token
  return person
}

async function bondsOf(person: Person): Promise<readonly Bond[]> {
  return (await person.call(calls.bonds.list, { pageNum: 1, pageSize: 50 })).rows
}

const holdingsOf = async (person: Person) =>
  (await person.call(calls.bonds.holdings, { pageNum: 1, pageSize: 20 })).rows

const balanceOf = async (person: Person): Promise<Money> =>
  (await person.call(calls.wallet.balance, { wallet: 'BALANCE' })).available

const texts = {
  en: {
    title: 'Bonds',
    clean: /Price without interest/,
    accrued: /Interest since/,
    dirty: 'Full price (dirty)',
    back: 'What comes back',
    face: 'Face value (USD)',
    review: 'Review',
    buy: 'Buy',
    success: 'Purchase successful',
    mine: 'My bonds',
    enter: 'Please enter the purchase amount',
    balance: /Period balance/,
    details: 'Details',
    sell: 'Sell',
    faceToSell: 'Face to sell (USD)',
    reviewSale: 'Review sale',
    sold: 'Sale requested',
    redeemed: 'Redeemed',
    bought: 'Bought',
  },
  'zh-CN': {
    title: '债券',
    clean: /净价/,
    accrued: /起的利息/,
    dirty: '全价（含利息）',
    back: '将收回多少',
    face: '面值（USD）',
    review: '核对',
    buy: '买入',
    success: '购买成功',
    mine: '我的债券',
    enter: '请输入购买金额',
    balance: /周期余额/,
    details: '详情',
    sell: '卖出',
    faceToSell: '卖出面值（USD）',
    reviewSale: '核对卖出',
    sold: '已申请卖出',
    redeemed: '已赎回',
    bought: '已买入',
  },
} as const

const said = texts.en

/** Buys the first Cetes of the list. On a fast clock it may have matured since the list was read. */
async function buyBill(person: Person): Promise<Answer<typeof calls.bonds.buy>> {
  const bought: Answer<typeof calls.bonds.buy>[] = []
  await expect(async () => {
    const bill = (await bondsOf(person)).find(({ kind }) => kind === 'cetes')
    bought.push(await person.call(calls.bonds.buy, { id: present(bill, 'Cetes').id, face: moneyOf('1000') }))
  }).toPass({ timeout: 30_000 })
  return present(bought[0], 'a bill')
}

test('somebody buys a government bond, understands clean and accrued, gets a coupon, sells a part, and keeps a bill to its maturity', async ({
  page,
  server,
}) => {
  test.setTimeout(400_000)
  const person = await openHolder(server)
  const offered = await bondsOf(person)
  // Usually that of November 15; on a slow machine the clock may have passed it.
  const notes = offered.filter(({ kind, nextCoupon }) => kind === 'note' && nextCoupon !== undefined)
  const note = present(
    notes.toSorted((left, right) => ((left.nextCoupon ?? '') < (right.nextCoupon ?? '') ? -1 : 1))[0],
    'a note',
  )
  const kept = await buyBill(person)
  const before = await balanceOf(person)
  await signInAs(page, person)
  await page.goto('/#/pages/bonds/list')
  await expect(page.getByRole('heading', { name: said.title })).toBeVisible()
  await page.goto(`/#/pages/bonds/open?id=${note.id}`)
  await expect(page.getByText(said.clean)).toBeVisible()
  await expect(page.getByText(said.accrued)).toBeVisible()
  await expect(page.getByText(said.dirty)).toBeVisible()
  await page.getByRole('textbox', { name: said.face }).fill('0')
  await page.getByRole('button', { name: said.review }).tap()
  await expect(page.getByText(said.enter)).toBeVisible()
  await page.getByRole('textbox', { name: said.face }).fill('5000')
  await expect(page.getByText(said.back)).toBeVisible()
  await page.getByRole('button', { name: said.review }).tap()
  await page.getByRole('button', { name: said.buy, exact: true }).tap()
  await expect(page.getByText(said.success)).toBeVisible()
  await settle(page)
  expect(await violationsOf(page)).toEqual([])
  const bought = present((await holdingsOf(person))[0], 'the holding')
  expect(await balanceOf(person)).toBe(before - bought.cost)
  await page.getByRole('link', { name: said.mine }).tap()
  await page.getByRole('button', { name: said.details }).first().tap()
  await expect(page.getByText(said.balance).first()).toBeVisible()

  const holding = async (id: number) =>
    present(
      (await holdingsOf(person)).find((each) => each.id === id),
      'a holding',
    )
  const waits = { timeout: 200_000, intervals: [1000] }
  await expect.poll(async () => (await holding(bought.id)).received, waits).toBeGreaterThan(0n)
  const { received } = await holding(bought.id)
  await page.goto(`/#/pages/bonds/close?id=${bought.id}`)
  await page.getByRole('textbox', { name: said.faceToSell }).fill('2000')
  await page.getByRole('button', { name: said.reviewSale }).tap()
  await page.getByRole('button', { name: said.sell, exact: true }).tap()
  await expect(page.getByText(said.sold)).toBeVisible()
  await settle(page)
  expect(await violationsOf(page)).toEqual([])
  const part = present(
    (await holdingsOf(person)).find(({ face }) => face === moneyOf('2000')),
    'the part',
  )
  expect((await holding(bought.id)).face).toBe(moneyOf('3000'))
  await expect.poll(async () => (await holding(part.id)).status, waits).toBe('redeemed')
  await expect.poll(async () => (await holding(kept.id)).status, waits).toBe('redeemed')
  // To the cent: what was paid, the coupon, what the part brought, and the face of the bill.
  const proceeds = (await holding(part.id)).profit + (await holding(part.id)).cost - (await holding(part.id)).received
  expect(await balanceOf(person)).toBe(before - bought.cost + received + proceeds + moneyOf('1000'))

  for (const language of languagesOf(import.meta.filename)) {
    const { title, dirty, balance, redeemed, details, bought: held } = texts[language]
    await page.evaluate((chosen) => localStorage.setItem('mex.language', chosen), language)
    await page.goto('/#/pages/bonds/list')
    await page.reload()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await settle(page)
    expect(await violationsOf(page)).toEqual([])
    await page.goto(`/#/pages/bonds/open?id=${note.id}`)
    await expect(page.getByText(dirty)).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    await page.goto(`/#/pages/bonds/close?id=${bought.id}`)
    await expect(page.getByText(held, { exact: true })).toBeVisible()
    await expect(page.getByText(balance)).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    await page.goto('/#/pages/trade/index?list=6')
    await expect(page.getByText(redeemed, { exact: true }).first()).toBeVisible()
    await page.getByRole('button', { name: details }).first().tap()
    expect(await violationsOf(page)).toEqual([])
  }
})

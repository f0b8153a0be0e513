import { calls } from '@mex/contract/areas.ts'
import type { Follow } from '@mex/contract/follow/shapes.ts'
import { present } from '@mex/core/assert.ts'
import { moneyOf, type Money } from '@mex/core/money/money.ts'
import { openPerson, type Person } from '@mex/world/person.ts'

import { expect, settle, test as plain, violationsOf } from './journey.ts'
import { startServer, type JourneyServer } from './open-server.ts'
import { signInAs } from './trader.ts'
import { languagesOf } from './words.ts'

/** A day takes twelve seconds. The clock starts on a Tuesday, some days before the next campaign of the first agency. */
const speed = 7200

const test = plain.extend<object, { server: JourneyServer }>({
  server: [
    async ({}, use) => {
      const server = await startServer({ CLOCK_SPEED: String(speed), CLOCK_START: '2026-11-10T15:00:00Z' })
      // The first account on a server has to wait for the first prices.
      await openPerson(server.url).call(calls.account.guest, {})
      // The record since the inception is computed once.
      await openPerson(server.url).call(calls.follows.agencies, {})
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
})

async function openFollower(server: JourneyServer): Promise<Person> {
  const person = openPerson(server.url)
  person.token = (await person.call(calls.account.guest, { language: 'en' })).token
  return person
}

const ordersOf = async (person: Person): Promise<readonly Follow[]> =>
  (await person.call(calls.follows.orders, { pageNum: 1, pageSize: 20 })).rows

const balanceOf = async (person: Person): Promise<Money> =>
  (await person.call(calls.wallet.balance, { wallet: 'FOLLOW' })).available

const texts = {
  en: {
    title: 'Follow',
    simulated: /Every agency here is a simulated strategy/,
    closed: /Closed .* by its own stop/,
    ended: /This agency closed on/,
    got: 'What followers would have got, after fees',
    record: 'Every campaign',
    follow: /Follow campaign/,
    amount: 'Amount (MXN)',
    gap: /overnight gap/,
    understand: 'I understand that it cannot be sold',
    mustUnderstand: 'Tick this box first: the money cannot be taken out.',
    cannotSell: 'Cannot be sold.',
    review: 'Review',
    goOn: 'Continue to my order',
    below: 'At least MX$100',
    confirm: 'Follow',
    placed: 'Order placed',
    mine: 'See what you follow',
    waiting: 'Waiting for confirmation',
    after: /It cannot be sold/,
    settled: 'Settled',
    agencyFigure: 'The agency’s own figure',
    yourFigure: 'What you got',
  },
  'zh-CN': {
    title: '跟单',
    simulated: /都是模拟策略/,
    closed: /触及自身止损而关闭/,
    ended: /该机构已于/,
    got: '跟单扣费后的结果（推算）',
    record: '全部各期',
    follow: /跟随第/,
    amount: '金额（MXN）',
    gap: /隔夜跳空/,
    understand: '我明白不可卖出',
    mustUnderstand: '请先勾选此项：资金不能提前取出。',
    cannotSell: '不可卖出。',
    review: '核对',
    goOn: '继续下单',
    below: '至少 MX$100',
    confirm: '跟单',
    placed: '跟单已提交',
    mine: '查看我的跟单',
    waiting: '待确认',
    after: /不可卖出/,
    settled: '已结算',
    agencyFigure: '机构自报数字',
    yourFigure: '您实际所得',
  },
} as const

for (const language of languagesOf(import.meta.filename))
  test.describe(language, () => {
    test.use({ language })
    const said = texts[language]

    test('somebody follows an agency whose whole record is on the page, cannot sell, is settled, and compares the advertised return with what followers got', async ({
      page,
      server,
    }) => {
      test.setTimeout(400_000)
      const person = await openFollower(server)
      const before = await balanceOf(person)
      await signInAs(page, person)
      await page.goto('/#/pages/product/follow')
      await expect(page.getByRole('heading', { name: said.title })).toBeVisible()
      await expect(page.getByText(said.simulated)).toBeVisible()
      await expect(page.getByText(said.closed).first()).toBeVisible()
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
      await page.goto('/#/pages/product/follow?id=7')
      await expect(page.getByText(said.ended)).toBeVisible()
      await expect(page.getByText(said.got)).toBeVisible()
      await expect(page.getByText(said.record, { exact: true })).toBeVisible()
      await settle(page)
      expect(await violationsOf(page)).toEqual([])

      await page.goto('/#/pages/product/follow?id=1')
      await page.getByRole('link', { name: said.follow }).tap()
      // On a busy machine the figures of a campaign take longer than any other page.
      await expect(page.getByRole('rowheader', { name: said.gap })).toBeVisible({ timeout: 30_000 })
      await expect(page.getByText(said.cannotSell)).toBeVisible()
      const review = page.getByRole('button', { name: said.review, exact: true })
      await review.tap()
      await expect(page.getByText(said.mustUnderstand)).toBeInViewport()
      await page.getByText(said.understand).tap()
      await expect(page.getByRole('checkbox', { name: said.understand })).toBeChecked()
      await page.getByRole('textbox', { name: said.amount }).fill('99')
      await review.tap()
      await expect(page.getByText(said.below)).toBeVisible()
      await page.getByRole('textbox', { name: said.amount }).fill('5000')
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
      await review.tap()
      // The lesson about frauds stands before the first order.
      await page.getByRole('dialog').getByRole('button', { name: said.goOn, exact: true }).tap()
      await page.getByRole('dialog').getByRole('button', { name: said.confirm, exact: true }).tap()
      await expect(page.getByText(said.placed)).toBeVisible()
      expect(await balanceOf(person)).toBe((before - moneyOf('5000')) as Money)
      await page.getByRole('link', { name: said.mine }).tap()
      await expect(page.getByText(said.waiting, { exact: true })).toBeVisible()
      await expect(page.getByText(said.after).first()).toBeVisible()
      expect(await violationsOf(page)).toEqual([])

      const order = async () => present((await ordersOf(person))[0], 'the order')
      const waits = { timeout: 300_000, intervals: [1000] }
      await expect.poll(async () => (await order()).status, waits).toBe('running')
      await expect(page.getByText(said.after).first()).toBeVisible()
      await expect.poll(async () => (await order()).status, waits).toBe('settled')
      const { payout, result, campaignId, amount } = await order()
      expect(await balanceOf(person)).toBe(((before as bigint) - amount + present(payout, 'a payout')) as Money)

      // The record tells the advertised figure and what followers got: this person got exactly that.
      const agency = present((await person.call(calls.follows.agencies, { id: 1 }))[0], 'the agency')
      const row = present(
        agency.record.find((each) => each.campaignId === campaignId),
        'the campaign in the record',
      )
      expect(row.result).toBe(result)
      expect(row.followers).toBeGreaterThan(0)
      expect(row.followersResult <= row.result).toBe(true)
      await page.reload()
      await expect(page.getByText(said.settled, { exact: true })).toBeVisible()
      await expect(page.getByText(said.agencyFigure)).toBeVisible()
      await expect(page.getByText(said.yourFigure)).toBeVisible()
      expect(await violationsOf(page)).toEqual([])
    })
  })

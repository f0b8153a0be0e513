import { calls } from '@mex/contract/areas.ts'
import type { RobotOrderView, RobotView } from '@mex/contract/robots/shapes.ts'
import { present } from '@mex/core/assert.ts'
import { formatMoney, type Money } from '@mex/core/money/money.ts'
import { openPerson, type Person } from '@mex/world/person.ts'

import { expect, settle, test as plain, violationsOf, type Page } from './journey.ts'
import { startServer, type JourneyServer } from './open-server.ts'
import { signInAs } from './trader.ts'
import { languagesOf } from './words.ts'

/** Each journey has a server of its own, whose clock runs as fast as the journey needs. */
const test = plain.extend<{ speed: number; clockStart: string; server: JourneyServer }>({
  speed: [1, { option: true }],
  clockStart: ['2026-11-20T14:55:00Z', { option: true }],
  server: [
    async ({ speed, clockStart }, use) => {
      const server = await startServer({ CLOCK_SPEED: String(speed), CLOCK_START: clockStart })
      // The first account on a server has to wait for the first prices.
      await openPerson(server.url).call(calls.account.guest, {})
      await use(server)
      await server.close()
    },
    { timeout: 180_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
})

async function openRenter(server: JourneyServer): Promise<Person> {
  const person = openPerson(server.url)
  person.token = (await person.call(calls.account.guest, { language: 'en' })).token
  return person
}

/** The dearest robot on offer that works for a week: its amounts are the easiest to tell apart. */
async function weekRobot(person: Person): Promise<RobotView> {
  const { rows } = await person.call(calls.robots.list, { pageNum: 1, pageSize: 50 })
  const weeks = rows.filter(({ cycle, isOnOffer, slotsLeft }) => cycle === 7 && isOnOffer && slotsLeft > 0)
  return present(weeks.toSorted((one, other) => Number(other.price - one.price))[0], 'a robot for a week')
}

const rentalOf = async (person: Person, id: number): Promise<RobotOrderView> =>
  present(
    (await person.call(calls.robots.orders, { pageNum: 1, pageSize: 20 })).rows.find((each) => each.id === id),
    'the rental',
  )

const freeMoney = async (person: Person): Promise<Money> =>
  (await person.call(calls.wallet.balance, { wallet: 'FINANCIAL' })).available

/** Moves everything out of the wallet that pays for energy. Where energy was bought in between, too much is asked for: the next time will do. */
async function emptyWallet(person: Person): Promise<void> {
  const amount = await freeMoney(person)
  if (amount > 0n) await person.ask(calls.wallet.transfer, { from: 'FINANCIAL', to: 'BALANCE', amount })
}

/**
 * Waits for the last quarter of an hour. A robot that is rented then buys its energy 40 minutes or more after the income of a day came
 * at 00:05, and on a slow machine too the income can be moved out in between.
 */
async function longBeforePurchase(person: Person): Promise<void> {
  const minute = async (): Promise<number> => new Date((await person.call(calls.market.clock, {})).now).getUTCMinutes()
  await expect.poll(minute, { timeout: 60_000, intervals: [200] }).toBeGreaterThanOrEqual(45)
}

const texts = {
  en: {
    nothing: 'Nothing is mined here',
    canBeNegative: 'Can be negative',
    worst: 'Worst case: the coin at zero',
    again: /returning early and renting again can bring more than waiting/,
    failed: 'Failed purchase',
    rent: 'Rent',
    wrong: 'Enter 1 to 5 robots',
    review: 'Review rental',
    quantity: 'Robots',
    goOn: 'Continue to my order',
    success: 'Purchase successful',
    mine: 'My rentals',
    steps: ['Finding a mining pool', 'Locating a pool', 'Starting mining', 'Mining, now'],
    found: 'Mining pool found',
    record: 'Purchase record',
    stopped: /Insufficient energy, stop mining\. The 7 days go on/,
    transfer: 'Transfer to AI quantify',
    amount: 'Amount',
    reviewTransfer: 'Review',
    transferNow: 'Transfer now',
    refilled: 'Energy refilled, mining again',
    returnEarly: 'Return early',
    fee: 'Fee, 5% of the unearned rent',
    returnNow: 'Return now',
    returned: 'Return requested',
    over: 'Returned',
    why: 'Why the net is what it is',
    difficulty: /^Difficulty rose/,
    stood: /^Not mining, \d+ × 10 minutes/,
    because: /Most was lost because/,
    take: /^Take MX\$/,
    takeNow: 'Take it now',
  },
  'zh-CN': {
    nothing: '这里并非真实挖矿',
    canBeNegative: '可能为负',
    worst: '最坏情况：币价归零',
    again: /提前归还再租可能比等待更有利/,
    failed: '购买失败',
    rent: '租赁',
    wrong: '请输入 1 至 5 个',
    review: '核对租赁',
    quantity: '机器人数量',
    goOn: '继续下单',
    success: '购买成功',
    mine: '我的租赁',
    steps: ['正在寻找矿池', '正在定位矿池', '开始挖矿', '挖矿中'],
    found: '已找到矿池',
    record: '购买记录',
    stopped: /能量不足，停止挖矿/,
    transfer: '划转到 AI 量化账户',
    amount: '金额',
    reviewTransfer: '核对',
    transferNow: '确认划转',
    refilled: '能量已补充，恢复挖矿',
    returnEarly: '提前归还',
    fee: '费用，未到期租金的 5%',
    returnNow: '现在归还',
    returned: '已申请归还',
    over: '已返还',
    why: '净额为何如此',
    difficulty: /^难度上升/,
    stood: /10 分钟没有挖矿$/,
    because: /主要原因/,
    take: /^取回 MX\$/,
    takeNow: '现在取回',
  },
} as const

const currentStep = (page: Page) => page.locator('li[aria-current=step]')

for (const language of languagesOf(import.meta.filename)) {
  test.describe(language, () => {
    test.use({ language, speed: 4 })

    test('somebody reads what a robot can lose, rents it, and sees it look for a pool, connect and mine', async ({
      page,
      server,
    }) => {
      test.setTimeout(240_000)
      const said = texts[language]
      const person = await openRenter(server)
      const robot = await weekRobot(person)
      await signInAs(page, person)
      await page.goto('/#/pages/robotai/index')
      await expect(page.getByText(said.nothing)).toBeVisible()
      await page.getByRole('main').locator(`a[href*="robotai/product?id=${robot.id}"]`).tap()
      await expect(page.getByText(said.canBeNegative)).toBeVisible()
      await expect(page.getByText(said.worst)).toBeVisible()
      await expect(page.getByRole('term').filter({ hasText: said.record })).toBeVisible()
      await expect(page.getByText(said.again)).toBeVisible()
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
      await page.getByRole('link', { name: said.rent, exact: true }).tap()
      await page.getByRole('textbox', { name: said.quantity }).fill('7')
      await page.getByRole('button', { name: said.review }).tap()
      await expect(page.getByText(said.wrong)).toBeVisible()
      await page.getByRole('textbox', { name: said.quantity }).fill('1')
      await page.getByRole('button', { name: said.review }).tap()
      // The lesson about frauds stands before the first rental.
      await page.getByRole('dialog').getByRole('button', { name: said.goOn }).tap()
      const confirm = page.getByRole('dialog').getByRole('button', { name: said.rent, exact: true })
      await expect(confirm).toBeVisible()
      // The money leaves in another window while the rental is on its way to the server.
      const moved = await freeMoney(person)
      await page.route('**/robotOrder/create', async (route) => {
        await person.call(calls.wallet.transfer, { from: 'FINANCIAL', to: 'BALANCE', amount: moved })
        await route.continue()
        // Only now: without a route the request would go on at once.
        await page.unroute('**/robotOrder/create')
      })
      await confirm.tap()
      await expect(page.getByRole('alert').filter({ hasText: said.failed })).toBeVisible()
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
      await person.call(calls.wallet.transfer, { from: 'BALANCE', to: 'FINANCIAL', amount: moved })
      await expect.poll(() => freeMoney(person), { timeout: 60_000 }).toBe(moved)
      await confirm.tap()
      await expect(page.getByText(said.success)).toBeVisible()
      expect(await violationsOf(page)).toEqual([])
      await page.getByRole('link', { name: said.mine }).tap()
      for (const step of said.steps) await expect(currentStep(page)).toContainText(step, { timeout: 60_000 })
      await expect(page.getByText(said.found)).toBeVisible()
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
      await page.goto('/#/pages/robotai/record')
      await expect(page.getByRole('heading', { name: said.record })).toBeVisible()
      await expect(
        page
          .getByRole('link', { name: robot.name })
          .or(page.getByRole('heading', { level: 2 }))
          .first(),
      ).toBeVisible()
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
    })
  })
}

test.describe('with an empty wallet', () => {
  test.use({ speed: 500 })

  test('a robot runs out of energy, a transfer lets it mine again, and its early return shows its cost and why the net was negative', async ({
    page,
    server,
  }) => {
    test.setTimeout(900_000)
    const said = texts.en
    const person = await openRenter(server)
    const robot = await weekRobot(person)
    await longBeforePurchase(person)
    const [rented] = await person.call(calls.robots.rent, { robotId: robot.id, quantity: 1 })
    const { id } = present(rented, 'the rental')
    // The income of a day would pay for the energy of the day: it is moved out as soon as it comes.
    const waits = { timeout: 400_000, intervals: [400] }
    await expect
      .poll(async () => {
        await emptyWallet(person)
        return (await rentalOf(person, id)).status
      }, waits)
      .toBe('stopped')
    await signInAs(page, person)
    await page.goto(`/#/pages/robotai/detail?id=${id}`)
    await expect(page.getByText(said.stopped)).toBeVisible()
    await settle(page)
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('link', { name: said.transfer }).tap()
    await page.getByRole('textbox', { name: said.amount }).fill('500')
    await page.getByRole('button', { name: said.reviewTransfer, exact: true }).tap()
    await page.getByRole('button', { name: said.transferNow }).tap()
    await expect.poll(async () => (await rentalOf(person, id)).status, waits).toBe('mining')
    await page.goto(`/#/pages/robotai/detail?id=${id}`)
    await expect(page.getByText(said.refilled)).toBeVisible()
    await page.getByRole('button', { name: said.returnEarly }).tap()
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByText(said.fee)).toBeVisible()
    await settle(page)
    expect(await violationsOf(page)).toEqual([])
    await sheet.getByRole('button', { name: said.returnNow }).tap()
    await expect(sheet.getByText(said.returned)).toBeVisible()
    await expect.poll(async () => (await rentalOf(person, id)).redeemStatus, waits).toBe('done')
    const ended = await rentalOf(person, id)
    expect(ended.net).toBeLessThan(0n)
    for (const language of languagesOf(import.meta.filename)) {
      const { over, why, difficulty, stood, because } = texts[language]
      await page.evaluate((chosen) => localStorage.setItem('mex.language', chosen), language)
      await page.goto(`/#/pages/robotai/detail?id=${id}`)
      await page.reload()
      await expect(page.getByText(over, { exact: true }).first()).toBeVisible()
      await expect(page.getByRole('heading', { name: why })).toBeVisible()
      await expect(page.getByText(difficulty)).toBeVisible()
      await expect(page.getByText(stood)).toBeVisible()
      await expect(page.getByText(because)).toBeVisible()
      await expect(page.getByText(formatMoney(ended.net).replace('-', '')).first()).toBeVisible()
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
    }
  })
})

test.describe('to its end', () => {
  test.use({ speed: 7200, clockStart: '2026-11-16T09:00:00Z' })

  test('a robot works for a week, expires, and gives back what is left', async ({ page, server }) => {
    test.setTimeout(480_000)
    const person = await openRenter(server)
    const before = await freeMoney(person)
    const robot = await weekRobot(person)
    const [rented] = await person.call(calls.robots.rent, { robotId: robot.id, quantity: 1 })
    const { id } = present(rented, 'the rental')
    await signInAs(page, person)
    const waits = { timeout: 300_000, intervals: [300] }
    await page.goto(`/#/pages/robotai/detail?id=${id}`)
    await expect.poll(async () => (await rentalOf(person, id)).status, waits).toBe('expired')
    await page.getByRole('button', { name: texts.en.take }).tap()
    await page.getByRole('dialog').getByRole('button', { name: texts.en.takeNow }).tap()
    await expect.poll(async () => (await rentalOf(person, id)).redeemStatus, waits).toBe('done')
    // To the cent: the wallet has changed by the net, once the last income is paid.
    await expect.poll(async () => (await freeMoney(person)) - before - (await rentalOf(person, id)).net, waits).toBe(0n)
    for (const language of languagesOf(import.meta.filename)) {
      const { why, difficulty, over } = texts[language]
      await page.evaluate((chosen) => localStorage.setItem('mex.language', chosen), language)
      await page.goto(`/#/pages/robotai/detail?id=${id}`)
      await page.reload()
      await expect(page.getByText(over, { exact: true }).first()).toBeVisible()
      await expect(page.getByRole('heading', { name: why })).toBeVisible()
      await expect(page.getByText(difficulty)).toBeVisible()
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
    }
  })
})

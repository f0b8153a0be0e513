import { calls } from '@mex/contract/areas.ts'
import { present } from '@mex/core/assert.ts'
import { moneyOf } from '@mex/core/money/money.ts'
import { openPerson, type Person } from '@mex/world/person.ts'

import { expect, settle, test as plain, violationsOf } from './journey.ts'
import { startServer, type JourneyServer } from './open-server.ts'
import { signInAs } from './trader.ts'
import { languages } from './words.ts'

/** A day takes three seconds, so that thirty take a minute and a half. */
const speed = 28_800

const test = plain.extend<object, { server: JourneyServer }>({
  server: [
    async ({}, use) => {
      const server = await startServer({ CLOCK_SPEED: String(speed), CLOCK_START: '2026-11-09T22:00:00Z' })
      // The first account on a server has to wait for the first prices.
      await openPerson(server.url).call(calls.account.guest, {})
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
})

async function openInvestor(server: JourneyServer): Promise<Person> {
  const person = openPerson(server.url)
  person.token = (await person.call(calls.account.guest, { language: 'en' })).token
  return person
}

const ordersOf = async (person: Person) => (await person.call(calls.quantify.orders, { pageNum: 1, pageSize: 20 })).rows
const freeOf = async (person: Person) => (await person.call(calls.wallet.balance, { wallet: 'FINANCIAL' })).available

const texts = {
  en: {
    title: 'AI quantify',
    strategy: 'Moving-average trend',
    days: '30 days',
    amount: 'Amount (MXN)',
    agree: 'I understand that I can lose money and cannot take it out early.',
    mustAgree: 'Please agree to the user agreement first',
    outside: 'Amount must be between MX$100 and MX$1,000,000',
    code: 'Show its code',
    review: 'Review',
    putIn: 'Put in',
    success: 'Purchase successful',
    mine: 'My AI quantify',
    running: 'In progress',
    completed: 'Completed',
    marks: 'Daily marks',
    fall: 'Worst fall',
  },
  'zh-CN': {
    title: 'AI 量化',
    strategy: '均线趋势',
    days: '30 天',
    amount: '金额（MXN）',
    agree: '我明白可能亏损，且不能提前取出。',
    mustAgree: '请先同意用户协议',
    outside: '金额须在 MX$100 与 MX$1,000,000 之间',
    code: '显示代码',
    review: '核对',
    putIn: '投入',
    success: '购买成功',
    mine: '我的 AI 量化',
    running: '进行中',
    completed: '已完成',
    marks: '每日记录',
    fall: '最大回撤',
  },
} as const

for (const language of languages)
  test(`somebody puts money in a quantitative product for 30 days and checks each day's mark (${language})`, async ({
    page,
    server,
  }) => {
    test.setTimeout(300_000)
    const said = texts[language]
    const person = await openInvestor(server)
    const before = await freeOf(person)
    await signInAs(page, person)
    await page.goto('/#/pages/aiquantify/index')
    await page.evaluate((chosen) => localStorage.setItem('mex.language', chosen), language)
    await page.reload()
    await expect(page.getByRole('heading', { name: said.title, exact: true })).toBeVisible()
    await page.getByRole('radio', { name: said.fall }).check()
    await expect(page.getByText(said.strategy)).toBeVisible()
    await settle(page)
    expect(await violationsOf(page)).toEqual([])

    await page.getByRole('button', { name: said.strategy }).tap()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('radio', { name: said.days, exact: true }).check()
    await sheet.getByRole('textbox', { name: said.amount }).fill('99')
    await sheet.getByRole('button', { name: said.review }).tap()
    await expect(sheet.getByText(said.outside)).toBeVisible()
    await expect(sheet.getByText(said.mustAgree)).toBeVisible()
    await sheet.getByRole('button', { name: said.code }).tap()
    await expect(sheet.getByText('export const trend')).toBeVisible()
    await settle(page)
    expect(await violationsOf(page)).toEqual([])
    await sheet.getByRole('textbox', { name: said.amount }).fill('20000')
    await sheet.getByText(said.agree).tap()
    await sheet.getByRole('button', { name: said.review }).tap()
    await sheet.getByRole('button', { name: said.putIn, exact: true }).tap()
    await expect(page.getByText(said.success)).toBeVisible()
    expect(await freeOf(person)).toBe(before - moneyOf('20000'))
    const [saved] = await ordersOf(person)
    const { id } = present(saved, 'the order')
    await page.getByRole('link', { name: said.mine }).tap()
    await expect(page.getByRole('main').getByText(said.running).last()).toBeVisible()
    await settle(page)
    expect(await violationsOf(page)).toEqual([])

    const order = async () =>
      present(
        (await ordersOf(person)).find((each) => each.id === id),
        'the order',
      )
    const waits = { timeout: 150_000, intervals: [1000] }
    await expect.poll(async () => (await order()).day, waits).toBeGreaterThan(3)
    await page.goto(`/#/pages/aiquantify/record-detail?id=${id}`)
    await expect(page.getByRole('table', { name: said.marks })).toBeVisible()
    await settle(page)
    expect(await violationsOf(page)).toEqual([])
    await expect.poll(async () => (await order()).status, waits).toBe('completed')
    const ended = await order()
    // To the cent: what was put in, what came back, and the fees between value and payout.
    expect(await freeOf(person)).toBe(before - moneyOf('20000') + present(ended.payout, 'the payout'))
    expect(ended.payout).toBe(ended.value - ended.fee)
    const { rows, total } = await person.call(calls.quantify.profits, { pageNum: 1, pageSize: 50, order: id })
    expect(total).toBe(31)
    expect(rows.reduce((sum, { profit }) => sum + profit, 0n)).toBe(ended.value - ended.amount)
    for (const [index, { total: sum, profit }] of rows.entries())
      expect(sum - profit).toBe(rows[index + 1]?.total ?? 0n)
    await page.reload()
    await expect(page.getByRole('table', { name: said.marks }).getByRole('row')).toHaveCount(32)
    await expect(page.getByText(said.completed).first()).toBeVisible()
    await settle(page)
    expect(await violationsOf(page)).toEqual([])
  })

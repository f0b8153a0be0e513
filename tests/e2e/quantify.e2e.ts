import { calls } from '@mex/contract/areas.ts'
import { present } from '@mex/core/assert.ts'
import { moneyOf } from '@mex/core/money/money.ts'
import { openPerson, type Person } from '@mex/world/person.ts'

import { expect, settle, test as plain, violationsOf, type Page } from './journey.ts'
import { startServer, type JourneyServer } from './open-server.ts'
import { moved } from './still.ts'
import { signInAs } from './trader.ts'
import { languages, languagesOf } from './words.ts'

/** A day takes twelve seconds: on a busy machine a faster clock gets its daily marks too late. */
const speed = 7200

const test = plain.extend<object, { server: JourneyServer }>({
  server: [
    async ({}, use) => {
      const server = await startServer({ CLOCK_SPEED: String(speed), CLOCK_START: '2026-11-09T22:00:00Z' })
      // The first account on a server has to wait for the first prices.
      await openPerson(server.url).call(calls.account.guest, {})
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 180_000 },
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
    goOn: 'Continue to my order',
    mine: 'My AI quantify',
    running: 'In progress',
    completed: 'Completed',
    marks: 'Daily marks',
    fall: 'Worst fall',
  },
  'zh-CN': {
    title: 'AI 量化',
    strategy: '均线趋势',
    mine: '我的 AI 量化',
    completed: '已完成',
    marks: '每日记录',
  },
} as const

const said = texts.en
const waits = { timeout: 500_000, intervals: [1000] }

/** Chooses the language and opens a page in it. */
async function openIn(page: Page, language: (typeof languages)[number], path: string): Promise<void> {
  await page.goto(path)
  await page.evaluate((chosen) => localStorage.setItem('mex.language', chosen), language)
  await page.reload()
}

/** No violation of the accessibility rules, once the page stands still. */
async function expectAccessible(page: Page): Promise<void> {
  await settle(page)
  expect(await violationsOf(page)).toEqual([])
}

/** What frauds of this shape promise stands before the first purchase. */
async function readLesson(page: Page): Promise<void> {
  const goOn = page.getByRole('button', { name: said.goOn })
  await expect(goOn.or(page.getByRole('button', { name: said.putIn, exact: true }))).toBeVisible()
  if (await goOn.isVisible()) await goOn.tap()
}

async function putIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: said.strategy }).tap()
  const sheet = page.getByRole('dialog').first()
  // The days of the list.
  await expect(sheet.getByText('Last 30 days', { exact: true })).toBeVisible()
  await sheet.getByRole('radio', { name: said.days, exact: true }).check()
  await sheet.getByRole('textbox', { name: said.amount }).fill('99')
  await sheet.getByRole('button', { name: said.review }).tap()
  await expect(sheet.getByText(said.outside)).toBeVisible()
  await expect(sheet.getByText(said.mustAgree)).toBeVisible()
  await sheet.getByRole('button', { name: said.code }).tap()
  await expect(sheet.getByText('export const trend')).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('textbox', { name: said.amount }).fill('20000')
  await sheet.getByText(said.agree).tap()
  await sheet.getByRole('button', { name: said.review }).tap()
  await readLesson(page)
  await page.getByRole('button', { name: said.putIn, exact: true }).tap()
  await expect(page.getByText(said.success)).toBeVisible()
}

test("somebody puts money in a quantitative product for 30 days and checks each day's mark", async ({
  page,
  server,
  faults,
}) => {
  // Days pass while a table of days is in view.
  faults.expectAlso(moved)
  test.setTimeout(700_000)
  const person = await openInvestor(server)
  const before = await freeOf(person)
  await signInAs(page, person)
  await openIn(page, 'en', '/#/pages/aiquantify/index')
  await expect(page.getByRole('button', { name: said.strategy })).toBeVisible({ timeout: 60_000 })
  await page.getByRole('radio', { name: said.fall }).check()
  await expectAccessible(page)
  await putIn(page)
  expect(await freeOf(person)).toBe(before - moneyOf('20000'))
  const { id } = present((await ordersOf(person))[0], 'the order')
  await page.getByRole('link', { name: said.mine }).tap()
  await expect(page.getByRole('main').getByText(said.running).last()).toBeVisible()
  await expectAccessible(page)

  const order = async () =>
    present(
      (await ordersOf(person)).find((each) => each.id === id),
      'the order',
    )
  await expect.poll(async () => (await order()).day, waits).toBeGreaterThan(1)
  await page.goto(`/#/pages/aiquantify/record-detail?id=${id}`)
  await expect(page.getByRole('table', { name: said.marks })).toBeVisible()
  await expectAccessible(page)

  await expect.poll(async () => (await order()).status, waits).toBe('completed')
  const ended = await order()
  // To the cent: what was put in, what came back, and the fees between value and payout.
  expect(await freeOf(person)).toBe(before - moneyOf('20000') + present(ended.payout, 'the payout'))
  expect(ended.payout).toBe(ended.value - ended.fee)
  const { rows, total } = await person.call(calls.quantify.profits, { pageNum: 1, pageSize: 50, order: id })
  expect(total).toBe(31)
  expect(rows.reduce((sum, { profit }) => sum + profit, 0n)).toBe(ended.value - ended.amount)
  for (const [index, mark] of rows.entries()) expect(mark.total - mark.profit).toBe(rows[index + 1]?.total ?? 0n)

  for (const language of languagesOf(import.meta.filename)) {
    const { title, strategy, marks, completed, mine } = texts[language]
    await openIn(page, language, `/#/pages/aiquantify/record-detail?id=${id}`)
    await expect(page.getByRole('table', { name: marks }).getByRole('row')).toHaveCount(32)
    await expect(page.getByText(completed).first()).toBeVisible()
    await expectAccessible(page)
    await page.goto('/#/pages/aiquantify/record')
    await expect(page.getByRole('heading', { name: mine })).toBeVisible()
    await expectAccessible(page)
    await page.goto('/#/pages/aiquantify/index')
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
    await page.getByRole('button', { name: strategy }).tap()
    await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible()
    await expectAccessible(page)
  }
})

import { calls } from '@mex/contract/calls.ts'
import { openPerson } from '@mex/world/person.ts'

import { payPassword } from '#soak/people.ts'
import { fundingWords, type FundingWords } from './funding-words.ts'
import { expect, test as plain, violationsOf, type Page } from './journey.ts'
import { startServer, type JourneyServer } from './open-server.ts'

/** How fast the clock of these journeys runs: blocks and reviews take seconds. */
const speed = 20

/** The longest wait for what the clock of the market brings in so many minutes. */
export const within = (minutes: number) => ({ timeout: 15_000 + (minutes * 60_000) / speed })

/** Journeys on a server with such a clock. */
export const test = plain.extend<{ say: FundingWords }, { server: JourneyServer }>({
  server: [
    async ({}, use) => {
      const server = await startServer({ CLOCK_SPEED: String(speed) })
      // The first account of all waits for the market's first prices.
      await openPerson(server.url).call(calls.account.guest, {})
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  say: async ({ language }, use) => use(fundingWords(language === 'en' ? 'en' : 'zh-CN')),
})

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Sends test coins and watches them through three confirmations. */
export async function depositCoins(page: Page, say: FundingWords): Promise<void> {
  await expect(page.getByText(/^sim1[0-9a-z]{38}$/)).toBeAttached()
  await button(page, say.sendTest).tap()
  await button(page, say.sendCoins).tap()
  await expect(page.getByText(say.arrived)).toBeVisible(within(5))
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('link', { name: say.records }).tap()
  const row = page.getByRole('button', { name: /SUSD 100\.00/ })
  await expect(row).toContainText(say.completed)
  await row.tap()
  await expect(page.getByRole('dialog').getByText(say.threeOfThree, { exact: true })).toBeVisible()
  await button(page, say.done).tap()
  await page.goto('/#/pages/notice/index?tab=messages')
  await page.getByRole('link', { name: say.depositMessage }).tap()
  await page.getByRole('link', { name: say.records }).tap()
  await expect(row).toBeVisible()
}

/** Tells of a bank transfer with the drawn proof and waits until it is credited. */
export async function depositFiat(page: Page, say: FundingWords): Promise<void> {
  await button(page, say.submit).tap()
  await expect(page.getByText(say.noCurrency)).toBeVisible()
  await page.getByRole('radio', { name: 'MXN' }).check()
  await button(page, say.submit).tap()
  await expect(page.getByText(say.wrongAmount)).toBeVisible()
  await expect(page.getByText(say.noProof)).toBeVisible()
  await page.getByRole('textbox', { name: say.amount }).fill('2500')
  await button(page, say.specimen).tap()
  await expect(page.getByText(say.uploaded, { exact: true })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await button(page, say.submit).tap()
  await expect(page.getByRole('heading', { name: say.underReview })).toBeVisible()
  await expect(page.getByText(say.credited)).toBeVisible(within(8))
}

/** Adds the practice card, after what looks real was not taken. */
export async function addBankCard(page: Page, say: FundingWords): Promise<void> {
  await page.getByRole('link', { name: say.addCard }).tap()
  await button(page, say.save).tap()
  await expect(page.getByText(say.noBankName)).toBeVisible()
  await button(page, say.fillPractice).tap()
  const number = page.getByRole('textbox', { name: say.cardNumber })
  await number.fill('12ab')
  await button(page, say.save).tap()
  await expect(number).toHaveAccessibleDescription(new RegExp(say.noDigits))
  await number.fill('4539 5787 6362 1486')
  await expect(page.getByText(say.looksReal)).toBeVisible()
  await number.fill('4111 1111 1111 1111')
  await expect(page.getByText(say.looksReal)).toHaveCount(0)
  expect(await violationsOf(page)).toEqual([])
  await button(page, say.save).tap()
  await expect(page.getByRole('combobox')).toContainText('•••• 1111')
}

/** Adds the own practice address as a target. */
export async function addCoinAccount(page: Page, say: FundingWords): Promise<void> {
  await page.getByRole('link', { name: say.addAccount }).tap()
  await page.getByRole('radio', { name: 'SUSD' }).check()
  await page.getByRole('textbox', { name: say.coinAddress }).fill('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2')
  await expect(page.getByText(say.addressReal)).toBeVisible()
  await button(page, say.fillOwn).tap()
  await button(page, say.save).tap()
  await expect(page.getByRole('combobox')).toContainText('SUSD sim1')
}

/** Withdraws with the transaction password, which is wrong the first time. */
export async function withdraw(page: Page, say: FundingWords, amount: string): Promise<void> {
  await page.getByRole('textbox', { name: say.withdrawAmount }).fill(amount)
  await button(page, say.review).tap()
  const sheet = page.getByRole('dialog')
  const secret = sheet.getByLabel(say.payPassword, { exact: true })
  await secret.fill('not-this-1')
  await sheet.getByRole('button', { name: say.confirm }).tap()
  await expect(sheet.getByText(say.wrongPayPassword)).toBeVisible()
  await secret.fill(payPassword)
  await sheet.getByRole('button', { name: say.confirm }).tap()
  await expect(sheet.getByRole('heading', { name: say.underReview })).toBeVisible()
  await expect(sheet.getByRole('heading', { name: say.paid })).toBeVisible(within(5))
  await sheet.getByRole('button', { name: say.done }).tap()
  await expect(sheet).toHaveCount(0)
}

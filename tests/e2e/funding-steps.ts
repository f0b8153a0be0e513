import { calls } from '@mex/contract/areas.ts'
import { openPerson } from '@mex/world/person.ts'

import { payPassword } from '#soak/people.ts'
import { fundingWords, type FundingWords } from './funding-words.ts'
import { expect, test as plain, violationsOf, type Page } from './journey.ts'
import { startMilliseconds, startServer, type JourneyServer } from './open-server.ts'

/** The speed of the market clock in these journeys: at 20, blocks and reviews take seconds. */
const speed = 20

/** The timeout for an event that takes up to `minutes` of market time. */
export const within = (minutes: number) => ({ timeout: 15_000 + (minutes * 60_000) / speed })

/** Journeys on a server with this clock. */
export const test = plain.extend<{ say: FundingWords }, { server: JourneyServer }>({
  server: [
    async ({}, use) => {
      const server = await startServer({ CLOCK_SPEED: String(speed) })
      // The first account on a server has to wait for the first prices.
      await openPerson(server.url).call(calls.account.guest, {})
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: startMilliseconds },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  say: async ({ language }, use) => use(fundingWords(language === 'en' ? 'en' : 'zh-CN')),
})

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Sends a test deposit and waits for its three confirmations. */
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

/** Declares a bank transfer with a specimen as proof, and waits until it is credited. */
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

/** Adds the practice card, after the form has refused numbers that are invalid or look real. */
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

/** Adds the user's own practice address as a coin account, after the form has warned of a real address. */
export async function addCoinAccount(page: Page, say: FundingWords): Promise<void> {
  await page.getByRole('link', { name: say.addAccount }).tap()
  await page.getByRole('radio', { name: 'SUSD' }).check()
  await page.getByRole('textbox', { name: say.coinAddress }).fill('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2')
  await expect(page.getByText(say.addressReal)).toBeVisible()
  await button(page, say.fillOwn).tap()
  await button(page, say.save).tap()
  await expect(page.getByRole('combobox')).toContainText('SUSD sim1')
}

/** Withdraws with a wrong transaction password first, then with the right one. */
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

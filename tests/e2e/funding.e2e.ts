import { randomUUID } from 'node:crypto'
import { calls } from '@mex/contract/calls.ts'
import { practiceCard } from '@mex/core/cards.ts'
import { register } from '@mex/world/people.ts'
import { openPerson, type Person } from '@mex/world/person.ts'

import { fundingWords, type FundingWords } from './funding-words.ts'
import { expect, openAsGuest, test as plain, violationsOf, type Page } from './journey.ts'
import { startServer, type JourneyServer } from './open-server.ts'
import { signInAs } from './trader.ts'
import { openWire, type Wire } from './wire.ts'
import { languages } from './words.ts'

/** Money in and out, on a server whose clock runs so fast that blocks and reviews take seconds. */
const test = plain.extend<{ say: FundingWords }, { server: JourneyServer }>({
  server: [
    async ({}, use) => {
      const server = await startServer({ CLOCK_SPEED: '20' })
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

const payPassword = 'pay-me-6'

/** Somebody who was verified and has a transaction password. */
async function openVerified(server: JourneyServer): Promise<Person> {
  const name = `withdraws-${randomUUID().slice(0, 8)}`
  const person = await register(server.url, name)
  await person.call(calls.security.setPayPassword, { payPassword, confirmPayPassword: payPassword })
  await server.database.pool.query('update app_user set real_status = 3 where email = $1', [`${name}@example.org`])
  return person
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function depositCoins(page: Page, say: FundingWords): Promise<void> {
  await expect(page.getByText(/^sim1[0-9a-z]{38}$/)).toBeAttached()
  await button(page, say.sendTest).tap()
  await button(page, say.sendCoins).tap()
  await expect(page.getByText(say.arrived)).toBeVisible({ timeout: 20_000 })
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('link', { name: say.records }).tap()
  const row = page.getByRole('button', { name: /SUSD 100\.00/ })
  await expect(row).toContainText(say.completed)
  await row.tap()
  await expect(page.getByRole('dialog').getByText(say.threeOfThree, { exact: true })).toBeVisible()
  await button(page, say.done).tap()
}

async function depositFiat(page: Page, say: FundingWords): Promise<void> {
  await button(page, say.submit).tap()
  await expect(page.getByText(say.wrongAmount)).toBeVisible()
  await page.getByRole('textbox', { name: say.amount }).fill('2500')
  await button(page, say.submit).tap()
  await expect(page.getByText(say.noProof)).toBeVisible()
  await button(page, say.specimen).tap()
  await expect(page.getByText(say.uploaded, { exact: true })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await button(page, say.submit).tap()
  await expect(page.getByRole('heading', { name: say.underReview })).toBeVisible()
  await expect(page.getByText(say.credited)).toBeVisible({ timeout: 40_000 })
}

async function addBankCard(page: Page, say: FundingWords): Promise<void> {
  await page.getByRole('link', { name: say.addCard }).tap()
  await button(page, say.save).tap()
  await expect(page.getByText(say.noBankName)).toBeVisible()
  await button(page, say.fillPractice).tap()
  const number = page.getByRole('textbox', { name: say.cardNumber })
  await number.fill('4539 5787 6362 1486')
  await expect(page.getByText(say.looksReal)).toBeVisible()
  await number.fill('4111 1111 1111 1111')
  await expect(page.getByText(say.looksReal)).toHaveCount(0)
  expect(await violationsOf(page)).toEqual([])
  await button(page, say.save).tap()
  await expect(page.getByRole('combobox')).toContainText('•••• 1111')
}

async function addCoinAccount(page: Page, say: FundingWords): Promise<void> {
  await page.getByRole('link', { name: say.addAccount }).tap()
  await page.getByRole('textbox', { name: say.coinAddress }).fill('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2')
  await expect(page.getByText(say.addressReal)).toBeVisible()
  await button(page, say.fillOwn).tap()
  await button(page, say.save).tap()
  await expect(page.getByRole('combobox')).toContainText('SUSD sim1')
}

async function withdraw(page: Page, say: FundingWords, amount: string): Promise<void> {
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
  await expect(sheet.getByRole('heading', { name: say.paid })).toBeVisible({ timeout: 30_000 })
  await sheet.getByRole('button', { name: say.done }).tap()
  await expect(sheet).toHaveCount(0)
}

for (const language of languages) {
  test.describe(`in ${language}`, () => {
    test.use({ language })

    test('coins from the faucet are watched through three confirmations', async ({ page, words, say }) => {
      test.slow()
      await openAsGuest(page, words)
      await page.getByRole('link', { name: say.deposit, exact: true }).first().tap()
      await depositCoins(page, say)
    })

    test('a bank deposit needs an amount and a picture, and is credited after its review', async ({
      page,
      words,
      say,
    }) => {
      test.slow()
      await openAsGuest(page, words)
      await page.goto('/#/pages/deposit/index')
      await page.getByRole('radio', { name: say.bankTransfer }).check()
      await depositFiat(page, say)
    })

    test('who is not verified reads why, and where to go', async ({ page, words, say }) => {
      await openAsGuest(page, words)
      await page.goto('/#/pages/withdraw/bcard')
      await expect(page.getByRole('note').getByText(say.verifyFirst)).toBeVisible()
      await expect(page.getByRole('link', { name: say.verifyNow })).toHaveAttribute('href', /kyc\/individual/)
    })

    test('a withdrawal to a new card, and one to a coin account', async ({ page, server, faults, say }) => {
      test.slow()
      faults.expectAlso(/Failed to load resource/)
      await signInAs(page, await openVerified(server))
      await page.goto('/#/pages/withdraw/bcard')
      await addBankCard(page, say)
      await withdraw(page, say, '1200')
      await page.goto('/#/pages/withdraw/vm')
      await addCoinAccount(page, say)
      await withdraw(page, say, '500')
      expect(await violationsOf(page)).toEqual([])
    })
  })
}

const cuttable = test.extend<{ wire: Wire }>({
  wire: async ({ server }, use) => {
    const wire = await openWire(server.url)
    await use(wire)
    await wire.close()
  },
  baseURL: async ({ wire }, use) => use(wire.url),
})

cuttable(
  'what happened while the connection was gone is there when it is back',
  async ({ page, server, wire, faults, say }) => {
    test.slow()
    faults.expectAlso(/Failed to load resource|WebSocket connection|net::ERR/)
    const person = await openVerified(server)
    await person.call(calls.funding.addCard, practiceCard)
    await signInAs(page, person)
    await page.goto('/#/pages/withdraw/bcard')
    await page.getByRole('textbox', { name: say.withdrawAmount }).fill('1200')
    await button(page, say.review).tap()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel(say.payPassword, { exact: true }).fill(payPassword)
    await button(page, say.confirm).tap()
    await expect(sheet.getByRole('heading', { name: say.underReview })).toBeVisible()
    wire.cut()
    const isPaid = async () => {
      const { rows } = await person.call(calls.funding.withdrawals, { pageNum: 1, pageSize: 1 })
      return rows[0]?.paidAt !== undefined
    }
    await expect.poll(isPaid, { timeout: 30_000 }).toBe(true)
    await expect(sheet.getByRole('heading', { name: say.underReview }), 'the last that is known stays').toBeVisible()
    wire.mend()
    await expect(sheet.getByRole('heading', { name: say.paid })).toBeVisible({ timeout: 20_000 })

    await page.goto('/#/pages/deposit/wallet')
    await button(page, say.sendTest).tap()
    wire.cut()
    await expect(button(page, say.sendCoins)).toBeDisabled()
    wire.mend()
    await expect(button(page, say.sendCoins)).toBeEnabled({ timeout: 40_000 })
    await button(page, say.sendCoins).tap()
    await expect(page.getByText(say.arrived)).toBeVisible({ timeout: 20_000 })
  },
)

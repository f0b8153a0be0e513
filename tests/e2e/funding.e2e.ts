import { randomInt } from 'node:crypto'
import { calls } from '@mex/contract/areas.ts'
import { practiceCard } from '@mex/core/funding/cards.ts'

import { payPassword, submitIdentity } from '#soak/people.ts'
import { noConnection } from './conditions.ts'
import {
  addBankCard,
  addCoinAccount,
  button,
  depositCoins,
  depositFiat,
  test,
  withdraw,
  within,
} from './funding-steps.ts'
import { expect, openAsGuest, violationsOf } from './journey.ts'
import { openRegistered, openVerified, signInAs } from './trader.ts'
import { openWire, type Wire } from './wire.ts'
import { languagesOf } from './words.ts'

for (const language of languagesOf(import.meta.filename)) {
  test.describe(`in ${language}`, () => {
    test.use({ language })

    test('a test deposit of coins arrives after three confirmations', async ({ page, words, say }) => {
      test.slow()
      await openAsGuest(page, words)
      await page.getByRole('link', { name: say.deposit, exact: true }).first().tap()
      await depositCoins(page, say)
    })

    test('a bank deposit needs a currency, an amount and a proof, and is credited after its review', async ({
      page,
      words,
      say,
    }) => {
      test.slow()
      await openAsGuest(page, words)
      await page.goto('/#/pages/deposit/index')
      await page.getByRole('radio', { name: say.fiatDeposit }).check()
      await depositFiat(page, say)
    })

    test('the withdrawal page tells a guest what it needs and to register first', async ({ page, words, say }) => {
      await openAsGuest(page, words)
      await page.goto('/#/pages/withdraw/bcard')
      await expect(page.getByRole('note').getByText(say.guestFirst)).toBeVisible()
      await expect(page.getByRole('link', { name: say.register, exact: true })).toHaveAttribute(
        'href',
        /auth\/register/,
      )
    })

    test('the withdrawal page leads a registered user to the verification', async ({ page, server, say }) => {
      await signInAs(page, await openRegistered(server.url))
      await page.goto('/#/pages/withdraw/bcard')
      await expect(page.getByRole('link', { name: say.verifyNow })).toHaveAttribute('href', /kyc\/individual/)
    })

    test('a withdrawal waits for the review of the identity, and the notice leaves with its end', async ({
      page,
      server,
      say,
    }) => {
      test.slow()
      const person = await openRegistered(server.url)
      await person.call(calls.security.setPayPassword, { payPassword, confirmPayPassword: payPassword })
      await person.call(calls.funding.addCard, practiceCard)
      await signInAs(page, person)
      await page.goto('/')
      await expect(page.getByRole('heading').first()).toBeVisible()
      // The review takes six seconds.
      await submitIdentity(person, randomInt(100_000_000))
      await page.goto('/#/pages/withdraw/bcard')
      const notice = page.getByRole('note').filter({ hasText: say.identityWaits })
      await expect(notice).toBeVisible()
      await expect(notice.getByRole('link', { name: say.seeReview })).toHaveAttribute('href', /kyc\/individual/)
      await expect(button(page, say.review)).toBeDisabled()
      expect(await violationsOf(page)).toEqual([])
      await expect(notice).toHaveCount(0, within(3))
      await expect(button(page, say.review)).toBeEnabled()
      await withdraw(page, say, '900')
    })

    test('withdrawals to a new card and to a coin account are paid', async ({ page, server, faults, say }) => {
      test.slow()
      faults.expectAlso(/Failed to load resource/)
      await signInAs(page, (await openVerified(server)).person)
      await page.goto('/#/pages/withdraw/bcard')
      await addBankCard(page, say)
      await withdraw(page, say, '1200')
      await page.goto('/#/pages/withdraw/vm')
      // Nobody knows the coin of the fee before there is an account.
      await expect(page.getByText(say.fee, { exact: true }).locator('+ dd')).toHaveText('—')
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
  'changes during a lost connection appear when the connection is back',
  async ({ page, server, wire, faults, say }) => {
    test.slow()
    faults.expectAlso(noConnection)
    const { person } = await openVerified(server)
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
    await expect(sheet.getByRole('heading', { name: say.underReview }), 'the last known state stays').toBeVisible()
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

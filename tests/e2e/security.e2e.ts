import { randomUUID } from 'node:crypto'

import { calls } from '@mex/contract/areas.ts'
import { refusalText } from '@mex/contract/refusals.ts'
import { refusal } from '@mex/core/refusal.ts'
import { openPerson } from '@mex/world/person.ts'

import { expect, serverUrl, settle, test, type Page } from './journey.ts'
import { enterCode, fillIn, newEmail, password, press } from './registration-steps.ts'
import { textsOf, type Texts } from './security-words.ts'
import { languagesOf } from './words.ts'

const newPassword = 'practice-makes-5'

/** Registers with an email address; the page is signed in afterwards. */
async function register(page: Page, t: Texts): Promise<string> {
  const email = newEmail()
  await page.goto('/#/pages/auth/register')
  await fillIn(page, t, email)
  await press(page, t.create)
  await expect(page.getByText(t.registered).filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: t.create })).toHaveCount(0)
  return email
}

async function logIn(page: Page, t: Texts, name: string, secret: string): Promise<void> {
  await page.getByRole('textbox', { name: t.name }).fill(name)
  await page.getByLabel(t.password, { exact: true }).fill(secret)
  await press(page, t.logIn)
}

async function logOut(page: Page, t: Texts): Promise<void> {
  await page.goto('/#/pages/profile/index')
  await press(page, t.logOut)
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: t.logOut }).tap()
  await expect(page.getByRole('textbox', { name: t.name })).toBeVisible()
}

/** A session of the same user on another device. */
async function otherDevice(username: string, secret = password) {
  const person = openPerson(serverUrl())
  person.token = (await person.call(calls.account.login, { username, password: secret })).token
  return { isOpen: async () => (await person.ask(calls.account.me, {})).status === 200 }
}

for (const language of languagesOf(import.meta.filename)) {
  test.describe(language, () => {
    test.use({ language })
    const t = textsOf(language)

    test('an individual registers with persona data, logs in, and a new password ends the other session', async ({
      page,
    }) => {
      test.slow()
      const email = newEmail()
      await page.goto('/#/pages/auth/register?invite=ABC234')
      await page.getByRole('radio', { name: t.individual, exact: true }).click()
      await expect(page.getByRole('textbox', { name: t.username })).toBeVisible()
      await expect(page.getByRole('textbox', { name: t.invitation })).toHaveValue('ABC234')
      await page.getByRole('textbox', { name: t.invitation }).fill('')
      await press(page, t.persona)
      const username = await page.getByRole('textbox', { name: t.username }).inputValue()
      await fillIn(page, t, email)
      await page.getByRole('textbox', { name: t.number }).fill('123-45-6789')
      await press(page, t.create)
      await expect(page.getByText(new RegExp(t.realNumber))).toBeVisible()
      await press(page, t.drawNumber)
      await expect(page.getByRole('textbox', { name: t.number })).toHaveValue(/^666-\d\d-\d{4}$/)
      await press(page, t.create)
      await expect(page.getByRole('button', { name: t.create })).toHaveCount(0)

      await logOut(page, t)
      await logIn(page, t, username.toUpperCase(), password)
      await expect(page.getByRole('textbox', { name: t.name })).toHaveCount(0)
      const other = await otherDevice(email)
      await page.goto('/#/pages/setting/loginpwd')
      await page.getByLabel(t.oldPassword).fill('not-it')
      await page.getByLabel(t.newPassword, { exact: true }).fill(newPassword)
      await page.getByLabel(t.newAgain).fill(newPassword)
      await press(page, t.change)
      await expect(page.getByLabel(t.oldPassword)).toHaveAttribute('aria-invalid', 'true')
      expect(await other.isOpen()).toBe(true)
      await page.getByLabel(t.oldPassword).fill(password)
      await press(page, t.change)
      await expect(page.getByRole('button', { name: t.change, exact: true })).toHaveCount(0)
      expect(await other.isOpen(), 'the other session has ended').toBe(false)
      await page.goto('/#/pages/setting/security')
      await expect(page.getByText(/\*\*\*-\*\*-\d{4}/)).toBeVisible()
    })

    test('a code can be filled in only for the email address that it was sent to', async ({ page }) => {
      await page.goto('/#/pages/auth/register')
      const email = page.getByRole('textbox', { name: t.email, exact: true })
      const sent = newEmail()
      await email.fill(sent)
      await press(page, t.sendCode)
      await expect(page.getByRole('button', { name: t.fillCode })).toBeVisible()
      await expect(page.getByRole('button', { name: t.sendCode, exact: true })).toHaveCount(0)
      await email.fill(newEmail())
      await expect(page.getByRole('button', { name: t.fillCode })).toHaveCount(0)
      await expect(page.getByRole('button', { name: t.sendCode, exact: true })).toBeEnabled()
      await email.fill(sent)
      await expect(page.getByRole('button', { name: t.fillCode })).toBeVisible()
    })

    test('a password is hidden until the reveal button is pressed, and accepts pasting and password managers', async ({
      page,
    }) => {
      await page.goto('/#/pages/auth/login')
      const field = page.getByLabel(t.password, { exact: true })
      await expect(field).toHaveAttribute('type', 'password')
      await expect(field).toHaveAttribute('autocomplete', 'current-password')
      await expect(page.getByRole('textbox', { name: t.name })).toHaveAttribute('autocomplete', 'username')
      const isTaken = await field.evaluate((element) =>
        element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true })),
      )
      expect(isTaken, 'the page does not block pasting').toBe(true)
      await field.fill(password)
      await field.locator('..').getByRole('button').click()
      await expect(field).toHaveAttribute('type', 'text')
      await expect(field).toHaveValue(password)
    })

    test('a company registers with specimen documents and is under review', async ({ page }) => {
      test.slow()
      await page.goto('/#/pages/auth/registercompany')
      await press(page, t.companyPersona)
      for (const left of [1, 0]) {
        await page.getByRole('button', { name: t.specimen }).first().tap()
        await expect(page.getByRole('button', { name: t.specimen })).toHaveCount(left)
      }
      await page.getByRole('textbox', { name: t.username }).fill(`Ex${randomUUID().slice(0, 8)}`)
      await fillIn(page, t, newEmail(), 'practice4company')
      await press(page, t.create)
      await expect(page.getByRole('button', { name: t.create })).toHaveCount(0)
      await page.goto('/#/pages/profile/index')
      await expect(page.getByText(new RegExp(`· ${t.company}$`)).filter({ visible: true })).toBeVisible()
      await expect(page.getByText(t.underReview).filter({ visible: true }).first()).toBeVisible()
    })

    test('five wrong passwords lock the account and show the remaining time; an emailed code resets the password', async ({
      page,
    }) => {
      test.slow()
      const email = await register(page, t)
      await logOut(page, t)
      for (let tries = 0; tries < 5; tries += 1) {
        // The button ignores presses while an attempt is under way: each attempt has its answer before the next.
        const answered = page.waitForResponse(/\/loginByUsername$/)
        await logIn(page, t, email, `wrong-${tries}`)
        await answered
        await expect(page.getByRole('button', { name: t.logIn, exact: true })).not.toHaveAttribute('aria-busy')
      }
      await logIn(page, t, email, password)
      await expect(page.getByText(new RegExp(`${t.tooMany} 1[45]:\\d\\d`))).toBeVisible()
      const name = page.getByRole('textbox', { name: t.name })
      await name.fill('somebody')
      await page.getByRole('link', { name: t.forgot }).tap()
      await page.getByRole('textbox', { name: t.email, exact: true }).fill(email)
      await enterCode(page, t)
      await page.getByLabel(t.newPassword, { exact: true }).fill(newPassword)
      await page.getByLabel(t.newAgain).fill(newPassword)
      await press(page, t.setPassword)
      await expect(page.getByRole('button', { name: t.setPassword })).toHaveCount(0)
      await expect(name).toHaveValue(email)
      await expect(page.getByLabel(t.password, { exact: true })).toHaveValue('')
      await logIn(page, t, email, newPassword)
      await expect(name).toHaveCount(0)
    })

    test('a transaction password is set, changed, and locked after five wrong attempts', async ({ page }) => {
      test.slow()
      await register(page, t)
      await page.goto('/#/pages/setting/security')
      await page.getByRole('link', { name: new RegExp(t.pay) }).tap()
      await page.getByLabel(t.pay, { exact: true }).fill('246810')
      await page.getByLabel(t.payAgain).fill('246810')
      await press(page, t.setPay)
      await expect(page.getByText(t.isSet, { exact: true })).toBeVisible()
      await page.getByRole('link', { name: new RegExp(t.pay) }).tap()
      await page.getByLabel(t.oldPay).fill('246810')
      await page.getByLabel(t.newPay, { exact: true }).fill('135791')
      await page.getByLabel(t.newPayAgain).fill('135791')
      await press(page, t.changePay)
      await expect(page.getByRole('button', { name: t.changePay })).toHaveCount(0)
      await page.getByRole('link', { name: new RegExp(t.pay) }).tap()
      await page.getByLabel(t.newPay, { exact: true }).fill('975310')
      await page.getByLabel(t.newPayAgain).fill('975310')
      for (const left of ['4', '3', '2', '1']) {
        await page.getByLabel(t.oldPay).fill(`00000${left}`)
        await press(page, t.changePay)
        const why = refusal('pay_password_wrong', { values: { n: left } })
        await expect(page.getByText(refusalText(why, language))).toBeVisible()
      }
      await page.getByLabel(t.oldPay).fill('000000')
      await press(page, t.changePay)
      await expect(page.getByRole('timer')).toContainText(/(29:\d\d|30:00)/)
      await expect(page.getByRole('button', { name: t.changePay })).toBeDisabled()
    })

    test('a user can end a session on another device', async ({ page }) => {
      const email = await register(page, t)
      const other = await otherDevice(email)
      await page.goto('/#/pages/setting/security')
      await page
        .getByRole('button', { name: new RegExp(t.endSession) })
        .first()
        .tap()
      await page
        .getByRole('dialog')
        .or(page.getByRole('alertdialog'))
        .getByRole('button', { name: t.end, exact: true })
        .tap()
      await expect(page.getByRole('button', { name: new RegExp(t.endSession) })).toHaveCount(0)
      // The button above is hidden as soon as the dialog opens, so the server must confirm the end.
      await expect.poll(other.isOpen).toBe(false)
    })

    test('a copied invitation link fills in the invitation code of the new user', async ({ page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await register(page, t)
      await page.goto('/#/pages/profile/share')
      await expect(page.getByRole('img', { name: /[0-9A-Z]{6}/ })).toBeVisible()
      await press(page, t.copyLink)
      await expect(page.getByText(t.copied).filter({ visible: true }).first()).toBeVisible()
      const link = await page.evaluate(() => navigator.clipboard.readText())
      expect(link).toMatch(/^http:\/\/[\d.:]+\/#\/pages\/auth\/register\?invite=[0-9A-Z]{6}$/)
      await page.goto(link)
      await expect(page.getByRole('textbox', { name: t.invitation })).toHaveValue(link.slice(-6))
    })
  })
}

test.describe('passkeys', () => {
  // Browsers support passkeys only for host names, not for IP addresses.
  test.use({ baseURL: async ({}, use) => use(serverUrl().replace('127.0.0.1', 'localhost')) })
  for (const language of languagesOf(import.meta.filename))
    test.describe(language, () => {
      test.use({ language })
      const t = textsOf(language)

      test('a passkey is created, signs the user in, and no longer works after its removal', async ({
        page,
        context,
      }) => {
        test.slow()
        const devTools = await context.newCDPSession(page)
        await devTools.send('WebAuthn.enable')
        const options = {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        } as const
        await devTools.send('WebAuthn.addVirtualAuthenticator', { options })
        await register(page, t)
        await page.goto('/#/pages/setting/security')
        await settle(page)
        await press(page, t.addPasskey)
        await page.getByLabel(t.yourPassword).fill('not-it')
        await press(page, t.createPasskey)
        await expect(page.getByLabel(t.yourPassword)).toHaveAttribute('aria-invalid', 'true')
        await page.getByLabel(t.yourPassword).fill(password)
        await press(page, t.createPasskey)
        const removal = page.getByRole('button', { name: new RegExp(t.remove) })
        await expect(removal).toBeVisible()
        await logOut(page, t)
        await press(page, t.byPasskey)
        await expect(page.getByRole('textbox', { name: t.name })).toHaveCount(0)
        await page.goto('/#/pages/setting/security')
        await removal.tap()
        await page
          .getByRole('dialog')
          .or(page.getByRole('alertdialog'))
          .getByRole('button', { name: t.remove, exact: true })
          .tap()
        await expect(removal).toHaveCount(0)
        await logOut(page, t)
        await press(page, t.byPasskey)
        await expect(page.getByRole('alert').filter({ hasText: /passkey|通行密钥/ })).toBeVisible()
      })
    })
})

import { calls } from '@mex/contract/calls.ts'
import { openPerson } from '@mex/world/person.ts'

import { expectNoJump, noConnection, noteShifts, slowDown, test, withCalls } from './conditions.ts'
import { button, field, keyboardOf, secret } from './hands.ts'
import { expect, serverUrl, violationsOf, type Page } from './journey.ts'
import { openFunded, openRegistered, openTrader, signInAs } from './trader.ts'

/** The account's screens under hard conditions, as `states.e2e.ts` has it for trading. */

test.describe('on a slow connection nothing jumps', () => {
  const pages = [
    ['/#/pages/setting/security', '/#/pages/deposit/index', '/#/pages/deposit/record', '/#/pages/withdraw/bcard'],
    ['/#/pages/bcard/index', '/#/pages/profile/transfer', '/#/pages/profile/transaction?view=results'],
    ['/#/pages/kyc/individual', '/#/pages/notice/index?tab=messages'],
  ]
  for (const addresses of pages) {
    test(addresses.join(' '), async ({ page }) => {
      test.slow()
      await signInAs(page, (await openFunded()).person)
      await noteShifts(page)
      await slowDown(page)
      for (const address of addresses) {
        await expectNoJump(page, address)
        // The next is opened from nothing, as this one was.
        await page.goto('about:blank')
      }
    })
  }
})

test.describe('when calls fail the page says so, and Try again brings it', () => {
  const pages = [
    [
      '/#/pages/setting/security',
      '/#/pages/deposit/index',
      '/#/pages/deposit/record',
      '/#/pages/withdraw/bcard',
      '/#/pages/bcard/index',
      '/#/pages/bcard/modify?id=1',
    ],
    [
      '/#/pages/kyc/individual',
      '/#/pages/notice/index?tab=messages',
      '/#/pages/news/detail?id=1',
      '/#/pages/webview/index?page=help',
      '/#/pages/webview/index?page=simchain',
      '/#/pages/profile/transaction?view=statement',
      '/#/pages/auth/protocol',
    ],
  ]
  for (const addresses of pages) {
    test(addresses.join(' '), async ({ page, words, faults }) => {
      test.slow()
      faults.expectAlso(noConnection)
      await signInAs(page, await openRegistered())
      const again = button(page, words.tryAgain)
      for (const address of addresses) {
        await withCalls(page, (call) => call.abort())
        await page.goto(address)
        await expect(again.first(), address).toBeVisible()
        await expect(
          page
            .getByText(/(code network)/)
            .filter({ visible: true })
            .first(),
        ).toBeVisible()
        expect(await violationsOf(page), address).toEqual([])
        await page.unrouteAll({ behavior: 'ignoreErrors' })
        await expect(async () => {
          if ((await again.count()) > 0) await again.first().tap({ timeout: 1000 })
          await expect(again, address).toHaveCount(0, { timeout: 1000 })
        }).toPass()
        await page.goto('about:blank')
      }
    })
  }
})

/** A form, what is entered, and what is wrong with it. */
type Refused = {
  readonly address: string
  readonly enter?: (page: Page) => Promise<void>
  readonly press: string
  /** The field that takes the focus, and what it says. */
  readonly field: string | RegExp
  readonly why: RegExp
}

/** The field in focus is the one that is wrong, and whoever cannot see it hears why. */
async function expectRefused(page: Page, { address, enter, press, field: name, why }: Refused): Promise<void> {
  await page.goto(address)
  await expect(button(page, press)).toBeVisible()
  await enter?.(page)
  await button(page, press).tap()
  const focused = page.locator(':focus')
  await expect(focused, address).toHaveAttribute('aria-invalid', 'true')
  await expect(focused, address).toHaveAccessibleName(name)
  await expect(focused, address).toHaveAccessibleDescription(why)
  await expect(page.getByRole('alert').filter({ hasText: why }).first(), address).toBeVisible()
  const isSeen = await focused.evaluate((element: HTMLInputElement) => {
    const { left, top, width, height } = (element.labels?.[0] ?? element).getBoundingClientRect()
    const place = document.elementFromPoint(left + width / 2, top + height / 2)
    return element.labels?.[0]?.contains(place) === true || element === place
  })
  expect(isSeen, `${address}: nothing covers it`).toBe(true)
  await page.goto('about:blank')
}

test('an address that names no article, no message and no card says so, and leads on', async ({ page }) => {
  await signInAs(page, await openRegistered())
  const leads = {
    '/#/pages/news/detail': '#/',
    '/#/pages/news/detail?id=abc': '#/',
    '/#/pages/notice/detail?id=-1': '#/',
    '/#/pages/notice/detail?kind=message': '#/pages/notice/index?tab=messages',
    '/#/pages/bcard/modify?id=abc': '#/pages/bcard/index',
    '/#/pages/vm/modify?id=0': '#/pages/bcard/index?tab=coins',
  }
  for (const [address, way] of Object.entries(leads)) {
    await page.goto('about:blank')
    await page.goto(address)
    await expect(page.getByRole('main').getByRole('link').last(), address).toHaveAttribute('href', way)
    await expect(page.getByText('This page didn’t load'), address).toHaveCount(0)
  }
})

test('a form that is refused leads to its first wrong field: signed out', async ({ page }) => {
  const forms: readonly Refused[] = [
    { address: 'login', press: 'Log in', field: 'User ID or email', why: /Please enter/i },
    { address: 'register', press: 'Create account', field: 'Email', why: /Please Enter Email/ },
    { address: 'registerindividual', press: 'Create account', field: 'Email', why: /Please Enter/ },
    { address: 'registercompany', press: 'Create account', field: 'Email', why: /Please Enter/ },
    { address: 'resetpwd', press: 'Set new password', field: 'Email', why: /Please Enter Email/ },
  ]
  for (const form of forms) await expectRefused(page, { ...form, address: `/#/pages/auth/${form.address}` })
})

test('a form that is refused leads to its first wrong field: signed in', async ({ page, faults }) => {
  test.slow()
  faults.expectAlso(/Failed to load resource: the server responded with a status of 4/)
  const { person } = await openFunded()
  await signInAs(page, person)
  const forms: readonly Refused[] = [
    { address: 'setting/loginpwd', press: 'Change password', field: 'Current password', why: /Please enter/i },
    {
      address: 'setting/loginpwd',
      enter: async (on) => {
        await secret(on, 'Current password').fill('not-it-at-all')
        await secret(on, 'New password').fill('practice-makes-5')
        await secret(on, 'New password again').fill('practice-makes-5')
      },
      press: 'Change password',
      field: 'Current password',
      why: /Incorrect current password/,
    },
    {
      address: 'setting/paypwd',
      press: 'Change transaction password',
      field: 'Current transaction password',
      why: /Please enter/i,
    },
    { address: 'bcard/modify', press: 'Save', field: 'bank name', why: /Please enter bank name/ },
    {
      address: 'vm/modify',
      enter: (on) => on.getByRole('radio', { name: 'SUSD' }).check(),
      press: 'Save',
      field: 'Wallet address',
      why: /Please enter/i,
    },
    {
      address: 'deposit/fiat',
      enter: (on) => on.getByRole('radio', { name: 'USD' }).check(),
      press: 'Submit for review',
      field: 'Amount',
      why: /correct amount/,
    },
    {
      address: 'deposit/fiat',
      enter: async (on) => {
        await on.getByRole('radio', { name: 'USD' }).check()
        await field(on, 'Amount').fill('2500')
      },
      press: 'Submit for review',
      field: /^Proof/,
      why: /upload your credentials/,
    },
    { address: 'withdraw/bcard', press: 'Review', field: 'Amount to withdraw', why: /correct amount/ },
    {
      address: 'withdraw/bcard',
      enter: (on) => field(on, 'Amount to withdraw').fill('99999999.99'),
      press: 'Review',
      field: 'Amount to withdraw',
      why: /Insufficient/i,
    },
    { address: 'profile/transfer', press: 'Review', field: 'Amount', why: /correct amount/ },
  ]
  for (const form of forms) await expectRefused(page, { ...form, address: `/#/pages/${form.address}` })
})

test('nothing but a keyboard: a deposit with its picture, a withdrawal with its review', async ({ page }) => {
  test.slow()
  const { person, payPassword } = await openFunded()
  await signInAs(page, person)
  const { press, choose, type } = keyboardOf(page)
  const { keyboard } = page
  await page.goto('/#/pages/deposit/index')
  await choose(page.getByRole('radio', { name: 'Bank transfer' }))
  await choose(page.getByRole('radio', { name: 'USD' }))
  await type(field(page, 'Amount'), '250')
  await press(button(page, 'Draw a specimen'))
  await expect(page.getByText('Uploaded', { exact: true })).toBeVisible()
  await expect(secret(page, 'Proof'), 'the field has the focus in place of the button').toBeFocused()
  await press(button(page, 'Remove'))
  await expect(secret(page, 'Proof')).toBeFocused()
  await press(button(page, 'Draw a specimen'))
  await expect(page.getByText('Uploaded', { exact: true })).toBeVisible()
  await press(button(page, 'Submit for review'))
  await expect(page.getByRole('heading', { name: 'Pending review' })).toBeVisible()

  await page.goto('/#/pages/withdraw/bcard')
  await type(field(page, 'Amount to withdraw'), '1200')
  await keyboard.press('Enter')
  const sheet = page.getByRole('dialog')
  await expect(sheet).toBeVisible()
  const hasFocus = () => sheet.evaluate((element) => element.contains(document.activeElement))
  // It takes the focus when it opens, and takes it back a moment after a stop at its end.
  await expect.poll(hasFocus).toBe(true)
  for (let stop = 0; stop < 12; stop += 1) {
    await keyboard.press('Tab')
    await expect.poll(hasFocus, 'the sheet keeps the focus').toBe(true)
  }
  await keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(field(page, 'Amount to withdraw'), 'the focus is given back').toBeFocused()
  await keyboard.press('Enter')
  await type(secret(sheet, 'Transaction password'), 'not-this-1')
  await keyboard.press('Enter')
  await expect(secret(sheet, 'Transaction password')).toHaveAccessibleDescription(/Incorrect transaction password/)
  await expect(secret(sheet, 'Transaction password')).toBeFocused()
  await type(secret(sheet, 'Transaction password'), payPassword)
  await keyboard.press('Enter')
  await expect(sheet.getByRole('heading', { name: 'Pending review' })).toBeVisible()
  await press(button(sheet, 'Done'))
  await expect(sheet).toHaveCount(0)
})

/** What is entered when the session ends, and what is there again after the next sign-in. */
const interrupted: readonly {
  readonly address: string
  readonly title: string
  readonly kept: Record<string, string>
  readonly lost?: string
}[] = [
  { address: 'withdraw/bcard', title: 'Withdraw to bank card', kept: { 'Amount to withdraw': '1234.5' } },
  { address: 'bcard/modify', title: 'Add bank card', kept: { 'bank name': 'Practice Bank of Toluca', city: 'Toluca' } },
  { address: 'deposit/fiat', title: 'Fiat deposit', kept: { Amount: '777' } },
  { address: 'profile/transfer?from=US_STOCK&to=BALANCE', title: 'Transfer', kept: { Amount: '12.34' } },
  { address: 'setting/loginpwd', title: 'Login password', kept: {}, lost: 'Current password' },
]

test('a session that ends in the middle of a form goes on in it, without passwords', async ({ page, faults }) => {
  test.slow()
  faults.expectAlso(/Failed to load resource: the server responded with a status of 401/)
  const { person, email, password } = await openFunded()
  await signInAs(page, person)
  for (const { address, title, kept, lost } of interrupted) {
    await page.goto(`/#/pages/${address}`)
    // Until its code is there the page before stands there, which may have a field of the same name.
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
    for (const [name, value] of Object.entries(kept)) await field(page, name).fill(value)
    if (lost !== undefined) await secret(page, lost).fill('practice-makes-4')
    await revokeAll(email, password)
    await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible({ timeout: 40_000 })
    await expect(page.getByText('Your session has ended. Log in to go on where you were')).toBeVisible()
    await field(page, 'User ID or email').fill(email)
    await secret(page, 'Password').fill(password)
    await button(page, 'Log in').tap()
    for (const [name, value] of Object.entries(kept)) await expect(field(page, name), address).toHaveValue(value)
    if (lost !== undefined) await expect(secret(page, lost)).toHaveValue('')
    expect(page.url()).toContain(address)
  }
  await page.goto('/#/pages/profile/index')
  await page.getByRole('link', { name: 'Withdraw', exact: true }).tap()
  await expect(field(page, 'Amount to withdraw'), 'a new visit begins anew').toHaveValue('')
})

/** On another device: signs in and ends every other session. */
async function revokeAll(username: string, password: string): Promise<void> {
  const other = openPerson(serverUrl())
  other.token = (await other.call(calls.account.login, { username, password })).token
  for (const { id, isCurrent } of await other.call(calls.account.sessions, {}))
    if (!isCurrent) await other.call(calls.account.revokeSession, { id })
}

test('a file that is no picture is not sent again: another one or the specimen is offered', async ({
  page,
  faults,
}) => {
  // Where a run is recorded, the recorder asks for the picture that could not be shown.
  faults.expectAlso(/Failed to load resource|connect-src/)
  await signInAs(page, (await openTrader()).person)
  await page.goto('/#/pages/deposit/fiat')
  const picture = secret(page, 'Proof')
  await picture.setInputFiles({ name: 'words.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(page.getByText('Upload Fail', { exact: true })).toBeVisible()
  await expect(picture).toHaveAccessibleDescription(/Upload Fail.*Choose a JPEG, PNG or WebP/)
  await expect(button(page, 'Try again')).toHaveCount(0)
  await button(page, 'Draw a specimen').tap()
  await expect(page.getByText('Uploaded', { exact: true })).toBeVisible()
  await expect(picture).not.toHaveAccessibleDescription(/Upload Fail/)
})

test('too little is said before the review, and what a review finds at the amount is read in it', async ({
  page,
  faults,
}) => {
  faults.expectAlso(/Failed to load resource/)
  const { person, payPassword } = await openFunded()
  await signInAs(page, person)
  await page.goto('/#/pages/withdraw/bcard')
  const amount = field(page, 'Amount to withdraw')
  await amount.fill('9.99')
  await expect(amount).not.toHaveAttribute('aria-invalid', 'true')
  await button(page, 'Review').tap()
  await expect(page.getByText('Minimum withdrawal is 10.00 MXN')).toBeVisible()
  await expect(amount).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await amount.fill('1200')
  await expect(amount).not.toHaveAttribute('aria-invalid', 'true')
  await button(page, 'Review').tap()
  const sheet = page.getByRole('dialog')
  const pay = secret(sheet, 'Transaction password')
  await pay.fill('not-this-1')
  await button(sheet, 'Withdraw now').tap()
  await expect(sheet.getByText(/4 attempts left/)).toBeVisible()
  await button(sheet, 'Edit').tap()
  await button(page, 'Review').tap()
  await expect(pay).toHaveValue('')
  await expect(sheet.getByText(/attempts left/), 'what was said of another try').toHaveCount(0)
  await page.route('**/withdrawal/withdrawal-apply', (route) =>
    route.fulfill({ json: { code: 1323, msg: 'Daily limit reached', data: { field: 'amount' } } }),
  )
  await pay.fill(payPassword)
  await button(sheet, 'Withdraw now').tap()
  await expect(sheet.getByText('Daily limit reached')).toBeVisible()
  await button(sheet, 'Edit').tap()
  await expect(amount).toHaveAttribute('aria-invalid', 'true')
})

test('a picture is watched on its way, can be taken back, and sent again when it did not arrive', async ({
  page,
  faults,
}) => {
  faults.expectAlso(noConnection)
  await signInAs(page, (await openTrader()).person)
  await page.goto('/#/pages/deposit/fiat')
  await field(page, 'Amount').fill('2500')
  let wait = 60_000
  await page.route('**/file/terms/upload', async (route) => {
    await new Promise((next) => setTimeout(next, wait))
    await route.continue().catch(() => undefined)
  })
  await button(page, 'Draw a specimen').tap()
  await expect(page.getByRole('progressbar', { name: 'Uploading' })).toBeVisible()
  await button(page, 'Cancel').tap()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route('**/file/terms/upload', (route) => route.abort())
  await button(page, 'Draw a specimen').tap()
  await expect(secret(page, 'Proof')).toHaveAttribute('aria-invalid', 'true')
  wait = 0
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await button(page, 'Try again').tap()
  await expect(page.getByText('Uploaded', { exact: true })).toBeVisible()
  await expect(field(page, 'Amount')).toHaveValue('2500')
  await page.getByRole('link', { name: 'Deposit records' }).tap()
  await page.getByRole('button', { name: 'Back' }).tap()
  await expect(field(page, 'Amount'), 'another page was looked at meanwhile').toHaveValue('2500')
})

test('code that does not come takes nothing with it that was entered', async ({ page, words, faults }) => {
  faults.expectAlso(noConnection)
  faults.expectAlso(/The code did not come/)
  await signInAs(page, (await openFunded()).person)
  await page.goto('/#/pages/withdraw/bcard')
  await field(page, 'Amount to withdraw').fill('1234.5')
  // Neither the file nor whether the server is there.
  await page.route(/\/assets\/sheet-panel-|^[^#]*:\d+\/$/, (route) => route.abort())
  await button(page, 'Review').tap()
  await expect(page.getByRole('alert').filter({ hasText: words.networkError })).toBeAttached()
  await expect(field(page, 'Amount to withdraw')).toHaveValue('1234.5')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const renewed = page.waitForEvent('load')
  await button(page, 'Review').tap()
  await renewed
  await expect(field(page, 'Amount to withdraw'), 'also by the page that was fetched anew').toHaveValue('1234.5')
  await button(page, 'Review').tap()
  await expect(button(page.getByRole('dialog'), 'Withdraw now')).toBeVisible()
})

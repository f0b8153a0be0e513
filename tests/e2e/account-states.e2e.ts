import { calls } from '@mex/contract/areas.ts'
import { openPerson } from '@mex/world/person.ts'

import {
  expectFailureAndRetry,
  expectNoJump,
  noCode,
  noConnection,
  noteShifts,
  scriptOf,
  slowDown,
  test,
} from './conditions.ts'
import { button, field, keyboardInput, secret } from './controls.ts'
import { expect, serverUrl, type Page } from './journey.ts'
import { openFunded, openRegistered, openTrader, signInAs } from './trader.ts'

/** The account's screens under hard conditions; `states.e2e.ts` has the trading screens. */

test.describe('no layout shift on a slow connection', () => {
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
        // Every page starts from an empty document.
        await page.goto('about:blank')
      }
    })
  }
})

test.describe('failed calls show an error, and Try again loads the page', () => {
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
      for (const address of addresses) {
        await expectFailureAndRetry(page, address, button(page, words.tryAgain))
        await page.goto('about:blank')
      }
    })
  }
})

/** A form, the input, and the expected validation error. */
type InvalidForm = {
  readonly address: string
  readonly enter?: (page: Page) => Promise<void>
  readonly press: string
  /** The name of the field that must receive the focus. */
  readonly field: string | RegExp
  readonly why: RegExp
}

/** Expects the focus on the invalid field, and the error in its accessible description and in an alert. */
async function expectInvalid(page: Page, { address, enter, press, field: name, why }: InvalidForm): Promise<void> {
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
  expect(isSeen, `${address}: the field is not covered`).toBe(true)
  await page.goto('about:blank')
}

test('a URL with an invalid article, message or card id shows a page with a link onwards', async ({ page }) => {
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

test('an invalid form focuses its first invalid field: signed out', async ({ page }) => {
  const forms: readonly InvalidForm[] = [
    { address: 'login', press: 'Log in', field: 'User ID or email', why: /Please enter/i },
    { address: 'register', press: 'Create account', field: 'Email', why: /Please Enter Email/ },
    { address: 'registerindividual', press: 'Create account', field: 'Email', why: /Please Enter/ },
    { address: 'registercompany', press: 'Create account', field: 'Email', why: /Please Enter/ },
    { address: 'resetpwd', press: 'Set new password', field: 'Email', why: /Please Enter Email/ },
  ]
  for (const form of forms) await expectInvalid(page, { ...form, address: `/#/pages/auth/${form.address}` })
})

test('an invalid form focuses its first invalid field: signed in', async ({ page, faults }) => {
  test.slow()
  faults.expectAlso(/Failed to load resource: the server responded with a status of 4/)
  const { person } = await openFunded()
  await signInAs(page, person)
  const forms: readonly InvalidForm[] = [
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
  for (const form of forms) await expectInvalid(page, { ...form, address: `/#/pages/${form.address}` })
})

test('a deposit with a picture and a withdrawal with its review work by keyboard alone', async ({ page }) => {
  test.slow()
  const { person, payPassword } = await openFunded()
  await signInAs(page, person)
  const { press, choose, type } = keyboardInput(page)
  const { keyboard } = page
  await page.goto('/#/pages/deposit/index')
  await choose(page.getByRole('radio', { name: 'Fiat deposit' }))
  await choose(page.getByRole('radio', { name: 'USD' }))
  await type(field(page, 'Amount'), '250')
  await press(button(page, 'Use a sample image'))
  await expect(page.getByText('Uploaded', { exact: true })).toBeVisible()
  await expect(secret(page, 'Proof'), 'the focus moves from the removed button to the field').toBeFocused()
  await press(button(page, 'Remove'))
  await expect(secret(page, 'Proof')).toBeFocused()
  await press(button(page, 'Use a sample image'))
  await expect(page.getByText('Uploaded', { exact: true })).toBeVisible()
  await press(button(page, 'Submit for review'))
  await expect(page.getByRole('heading', { name: 'Pending review' })).toBeVisible()

  await page.goto('/#/pages/withdraw/bcard')
  await type(field(page, 'Amount to withdraw'), '1200')
  await keyboard.press('Enter')
  const sheet = page.getByRole('dialog')
  await expect(sheet).toBeVisible()
  const hasFocus = () => sheet.evaluate((element) => element.contains(document.activeElement))
  // The sheet takes the focus when it opens, and again shortly after Tab leaves its last element.
  await expect.poll(hasFocus).toBe(true)
  for (let stop = 0; stop < 12; stop += 1) {
    await keyboard.press('Tab')
    await expect.poll(hasFocus, 'the sheet keeps the focus').toBe(true)
  }
  await keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(field(page, 'Amount to withdraw'), 'the focus returns').toBeFocused()
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

/** The input at the moment when the session ends: `kept` is restored after the next sign-in, `lost` is not. */
const interrupted: readonly {
  readonly address: string
  readonly title: string
  readonly kept: Record<string, string>
  readonly lost?: string
}[] = [
  { address: 'withdraw/bcard', title: 'Withdraw to bank card', kept: { 'Amount to withdraw': '834.5' } },
  { address: 'bcard/modify', title: 'Add bank card', kept: { 'bank name': 'Practice Bank of Toluca', city: 'Toluca' } },
  { address: 'deposit/fiat', title: 'Fiat deposit', kept: { Amount: '777' } },
  { address: 'profile/transfer?from=US_STOCK&to=BALANCE', title: 'Transfer', kept: { Amount: '12.34' } },
  { address: 'setting/loginpwd', title: 'Login password', kept: {}, lost: 'Current password' },
]

test('a session that ends in a form returns to it after login, with all input except passwords', async ({
  page,
  faults,
}) => {
  test.slow()
  faults.expectAlso(/Failed to load resource: the server responded with a status of 401/)
  const { person, email, password } = await openFunded()
  await signInAs(page, person)
  for (const { address, title, kept, lost } of interrupted) {
    await page.goto(`/#/pages/${address}`)
    // Until the code has loaded, the previous page stays, which may have a field of the same name.
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
  await expect(field(page, 'Amount to withdraw'), 'a new visit starts empty').toHaveValue('')
})

/** Signs in on another device and revokes every other session. */
async function revokeAll(username: string, password: string): Promise<void> {
  const other = openPerson(serverUrl())
  other.token = (await other.call(calls.account.login, { username, password })).token
  for (const { id, isCurrent } of await other.call(calls.account.sessions, {}))
    if (!isCurrent) await other.call(calls.account.revokeSession, { id })
}

test('a file that is not a picture offers another file or the specimen, but no retry', async ({ page, faults }) => {
  // With tracing on, Playwright's recorder requests the picture that could not be shown.
  faults.expectAlso(/Failed to load resource|connect-src/)
  await signInAs(page, (await openTrader()).person)
  await page.goto('/#/pages/deposit/fiat')
  const picture = secret(page, 'Proof')
  await picture.setInputFiles({ name: 'words.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(page.getByText('Upload Fail', { exact: true })).toBeVisible()
  await expect(picture).toHaveAccessibleDescription(/Upload Fail.*Choose a JPEG, PNG or WebP/)
  await expect(button(page, 'Try again')).toHaveCount(0)
  await button(page, 'Use a sample image').tap()
  await expect(page.getByText('Uploaded', { exact: true })).toBeVisible()
  await expect(picture).not.toHaveAccessibleDescription(/Upload Fail/)
})

test('an amount below the minimum is refused before the review, and a refusal during it shows in the review', async ({
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
  await expect(sheet.getByText(/attempts left/), 'the error of the last try is gone').toHaveCount(0)
  await page.route('**/withdrawal/withdrawal-apply', (route) =>
    route.fulfill({ json: { code: 1323, msg: 'Daily limit reached', data: { field: 'amount' } } }),
  )
  await pay.fill(payPassword)
  await button(sheet, 'Withdraw now').tap()
  await expect(sheet.getByText('Daily limit reached')).toBeVisible()
  await button(sheet, 'Edit').tap()
  await expect(amount).toHaveAttribute('aria-invalid', 'true')
})

test('an upload shows its progress, can be cancelled, and can be retried after a failure', async ({ page, faults }) => {
  faults.expectAlso(noConnection)
  await signInAs(page, (await openTrader()).person)
  await page.goto('/#/pages/deposit/fiat')
  await field(page, 'Amount').fill('2500')
  let wait = 60_000
  await page.route('**/file/terms/upload', async (route) => {
    await new Promise((next) => setTimeout(next, wait))
    await route.continue().catch(() => undefined)
  })
  await button(page, 'Use a sample image').tap()
  await expect(page.getByRole('progressbar', { name: 'Uploading' })).toBeVisible()
  await button(page, 'Cancel').tap()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route('**/file/terms/upload', (route) => route.abort())
  await button(page, 'Use a sample image').tap()
  await expect(secret(page, 'Proof')).toHaveAttribute('aria-invalid', 'true')
  wait = 0
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await button(page, 'Try again').tap()
  await expect(page.getByText('Uploaded', { exact: true })).toBeVisible()
  await expect(field(page, 'Amount')).toHaveValue('2,500')
  await page.getByRole('link', { name: 'Deposit records' }).tap()
  await page.getByRole('button', { name: 'Back' }).tap()
  await expect(field(page, 'Amount'), 'the input survives a visit to another page').toHaveValue('2,500')
})

test('a failed load of code keeps the input, also after the reload', async ({ page, words, faults }) => {
  faults.expectAlso(noConnection)
  faults.expectAlso(noCode)
  await signInAs(page, (await openFunded()).person)
  await page.goto('/#/pages/withdraw/bcard')
  await field(page, 'Amount to withdraw').fill('1234.5')
  // Blocks the file, and the request that checks whether the server is up.
  const script = scriptOf('ui/sheet-panel.tsx')
  await page.route(
    ({ pathname }) => [`/${script}`, '/'].includes(pathname),
    (route) => route.abort(),
  )
  await button(page, 'Review').tap()
  await expect(page.getByRole('alert').filter({ hasText: words.networkError })).toBeAttached()
  await expect(field(page, 'Amount to withdraw')).toHaveValue('1,234.5')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const renewed = page.waitForEvent('load')
  await button(page, 'Review').tap()
  await renewed
  await expect(field(page, 'Amount to withdraw'), 'the input survives the reload').toHaveValue('1,234.5')
  await button(page, 'Review').tap()
  await expect(button(page.getByRole('dialog'), 'Withdraw now')).toBeVisible()
})

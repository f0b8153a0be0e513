import { Buffer } from 'node:buffer'
import { sql } from '@mex/server/testing.ts'
import { calls } from '@mex/contract/areas.ts'
import type { Person } from '@mex/world/person.ts'

import { expect, test, type Page } from './journey.ts'
import { asOperator } from './operator.ts'
import { moved } from './still.ts'
import { openRegistered, signInAs } from './trader.ts'
import type { Language } from './words.ts'

/**
 * The specification's validation messages (§5, §8) at the invalid field, in all three languages. The texts are written
 * out here, so that the test does not depend on the page's catalogue.
 */
const messages = {
  email: ['Please Enter Email', '请输入邮箱', '請輸入電子信箱'],
  userId: ['Please Enter User ID', '请输入用户名', '請輸入使用者名稱'],
  code: ['Please Enter Email Verification Code', '请输入邮箱验证码', '請輸入電子信箱驗證碼'],
  password: ['Please Enter Password', '请输入密码', '請輸入密碼'],
  newPassword: ['Please Enter New Password', '请输入新密码', '請輸入新密碼'],
  differ: ['The two passwords do not match', '两次输入的密码不一致', '兩次輸入的密碼不一致'],
  passport: ['Please Enter Passport Number', '请输入护照号码', '請輸入護照號碼'],
  identityCard: ['Please Enter ID Card Number', '请输入身份证号码', '請輸入身分證號碼'],
  image: ['Please Upload Image', '请上传图片', '請上傳圖片'],
  amount: ['Please enter the correct amount', '请输入正确的金额', '請輸入正確的金額'],
  size: ['The size cannot exceed 5M', '大小不能超过 5M', '大小不能超過 5M'],
  country: ['Please Select Country', '请选择国家', '請選擇國家'],
  bankName: ['Please enter bank name', '请输入银行名称', '請輸入銀行名稱'],
  accountName: ['Please Input Bank Account Name', '请输入银行账户名', '請輸入銀行帳戶名'],
  card: ['Please select a bank card first', '请先选择银行卡', '請先選擇銀行卡'],
  payPassword: ['Please enter the transaction password', '请输入交易密码', '請輸入交易密碼'],
  agreement: ['Please agree to the user agreement first', '请先同意用户协议', '請先同意使用者協議'],
  credentials: ['Please upload your credentials first', '请先上传凭证', '請先上傳憑證'],
  currency: ['Please select a currency type', '请选择币种', '請選擇幣種'],
  wallet: ['Please enter your wallet address', '请输入钱包地址', '請輸入錢包地址'],
  uploadFail: ['Upload Fail', '上传失败', '上傳失敗'],
} as const satisfies Record<string, readonly [string, string, string]>
type Message = keyof typeof messages

const languages: readonly Language[] = ['en', 'zh-CN', 'zh-TW']

/** The error that the page shows at a field, given by name or selector; '' without an error. */
async function errorAt(page: Page, field: string): Promise<string> {
  const found = page.locator(/^\w+$/.test(field) ? `form [name="${field}"]` : field).last()
  await expect(found).toBeAttached()
  return found.evaluate((element) => {
    const described = element.closest('[aria-describedby]')
    const [note = null] = (described?.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id))
    return note?.getAttribute('role') === 'alert' ? (note.textContent ?? '') : ''
  })
}

const oneTimeCode = 'form [role="group"] [autocomplete="one-time-code"]'
const consent = 'form [type="checkbox"]'
const choice = 'form [role="radiogroup"] [type="radio"]'

/** Opens a page from an empty document. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(`/#/pages/${path}`)
}

for (const language of languages)
  test.describe(language, () => {
    test.use({ language })
    const textOf = (message: Message): string => messages[message][languages.indexOf(language)] ?? ''

    /** Expects these errors by field; '' means no error. */
    async function expectAt(page: Page, expected: Readonly<Record<string, Message | ''>>): Promise<void> {
      for (const [field, message] of Object.entries(expected)) {
        await expect.poll(() => errorAt(page, field), { message: field }).toBe(message === '' ? '' : textOf(message))
      }
    }
    /** Submits the form with its own button or the one in the page footer. */
    const send = (page: Page) =>
      page.locator('form button[type="submit"]:visible, footer button:visible').last().tap({ timeout: 10_000 })

    test('empty login, registration and reset forms show the required-field errors', async ({ page }) => {
      await open(page, 'auth/login')
      await send(page)
      await expectAt(page, { username: 'userId', password: 'password' })
      await page.locator('form [name="username"]').fill('someone')
      await expectAt(page, { username: '', password: 'password' })

      await open(page, 'auth/register')
      await send(page)
      await expectAt(page, { email: 'email', [oneTimeCode]: 'code', password: 'password', [consent]: 'agreement' })
      await page.locator('form [name="password"]').fill('practice-makes-4')
      await page.locator('form [name="passwordConfirm"]').fill('practice-makes-5')
      await expectAt(page, { password: '', passwordConfirm: 'differ', invitationCode: '' })

      await open(page, 'auth/resetpwd')
      await send(page)
      await expectAt(page, { email: 'email', [oneTimeCode]: 'code', newPassword: 'newPassword' })
    })

    test('empty registration forms of individuals and companies show the required-field errors', async ({ page }) => {
      await open(page, 'auth/registerindividual')
      await expect(page.locator('form [name="country"] option')).not.toHaveCount(1)
      await send(page)
      const both = { email: 'email', [oneTimeCode]: 'code', username: 'userId', password: 'password' } as const
      await expectAt(page, { ...both, country: 'country', [consent]: 'agreement', additionalAddress: '' })
      await open(page, 'auth/registercompany')
      await send(page)
      await expectAt(page, { ...both, licenseImage: 'image', corporateAccountImage: 'image', [consent]: 'agreement' })
    })

    test('identity documents, pictures and the transaction password show their field errors', async ({
      page,
      faults,
    }) => {
      faults.expectAlso(/Connecting to 'blob:|connect-src forbids blob|Failed to load resource/)
      await signInAs(page, await openRegistered())
      await open(page, 'kyc/individual')
      await page.locator('form [name="firstName"]').fill('Paula')
      await page.locator('form [name="lastName"]').fill('Practice')
      await send(page)
      await expect(page.locator('form [name="documentNumber"]')).toBeVisible()
      await send(page)
      await expectAt(page, {
        documentNumber: 'identityCard',
        country: 'country',
        frontImage: 'image',
        backImage: 'image',
      })
      await page.locator('form [type="radio"]').nth(1).check({ force: true })
      await send(page)
      await expectAt(page, { documentNumber: 'passport', passportImage: 'image' })
      const picture = page.locator('form [name="passportImage"]')
      await picture.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(6 * 1024 * 1024) })
      await expectAt(page, { passportImage: 'size' })
      await page.route('**/file/terms/upload', (route) => route.abort())
      // A specimen passes the page's own checks, so that the upload itself fails.
      await page
        .locator('form button:visible')
        .filter({ hasText: /Remove|移除|删除|刪除/ })
        .tap()
      await page
        .locator('form button:visible')
        .filter({ hasText: /specimen|样本|樣本/ })
        .tap()
      await expectAt(page, { passportImage: 'uploadFail' })

      await open(page, 'setting/paypwd')
      await send(page)
      await expectAt(page, { payPassword: 'payPassword' })
      await page.locator('form [name="payPassword"]').fill('246810')
      await page.locator('form [name="confirmPayPassword"]').fill('246811')
      await expectAt(page, { payPassword: '', confirmPayPassword: 'differ' })
    })

    test('cards, deposits, transfers and withdrawals show their field errors', async ({ page }) => {
      test.slow()
      const person = await openRegistered()
      const { id } = await person.call(calls.account.me, {})
      await asOperator((db) => sql`update app_user set real_status = 3 where id = ${id}`.execute(db))
      await signInAs(page, person)

      await open(page, 'withdraw/bcard')
      await send(page)
      await expectAt(page, { amount: 'amount', cardId: 'card' })
      await open(page, 'withdraw/vm')
      await send(page)
      await expectAt(page, { amount: 'amount', cardId: 'wallet' })

      await open(page, 'bcard/modify')
      await send(page)
      await expectAt(page, { bankName: 'bankName', accountName: 'accountName', swiftCode: '' })
      await open(page, 'vm/modify')
      await send(page)
      await expectAt(page, { [choice]: 'currency', address: 'wallet' })

      await open(page, 'deposit/fiat')
      await send(page)
      await expectAt(page, { [choice]: 'currency' })
      await page.locator('form [type="radio"]').first().check({ force: true })
      await send(page)
      await expectAt(page, { amount: 'amount', proofImage: 'credentials' })
      await page.locator('form [name="amount"]').fill('0.00')
      await send(page)
      await expectAt(page, { amount: 'amount' })

      await open(page, 'profile/transfer')
      await send(page)
      await expectAt(page, { amount: 'amount' })
      await withdrawWithoutPassword(page, person)
    })

    async function withdrawWithoutPassword(page: Page, person: Person): Promise<void> {
      const [own] = await person.call(calls.funding.depositOptions, { kind: 'coin' })
      await person.call(calls.funding.addCard, {
        kind: 'coin',
        coin: 'SUSD',
        network: 'SIMCHAIN',
        address: own?.address ?? '',
      })
      await open(page, 'withdraw/vm')
      await page.locator('form [name="amount"]').fill('100')
      await send(page)
      const sheet = page.getByRole('dialog')
      await sheet.getByRole('button').last().tap()
      await expectAt(page, { payPassword: 'payPassword' })
    }
  })

test('the forms list their fields in the order of the specification', async ({ page }) => {
  const namesOf = (): Promise<string[]> =>
    page
      .locator('form')
      .last()
      .locator('[name]:not([type="radio"])')
      .evaluateAll((fields) => fields.map((field) => field.getAttribute('name') ?? ''))
  await open(page, 'auth/registerindividual')
  await expect(page.locator('form [name="country"]')).toBeAttached()
  expect(await namesOf()).toEqual([
    'email',
    'streetAddress',
    'additionalAddress',
    'stateProvince',
    'phoneNumber',
    'country',
    'socialSecurityNumber',
    'username',
    'password',
    'passwordConfirm',
    'invitationCode',
  ])
  await open(page, 'auth/registercompany')
  await expect(page.locator('form [name="enterpriseName"]')).toBeAttached()
  expect(await namesOf()).toEqual([
    'email',
    'enterpriseName',
    'licenseNumber',
    'licenseImage',
    'enterpriseAddress',
    'corporateAccountNumber',
    'corporateAccountImage',
    'placeOfRegistration',
    'officerCertificateNumber',
    'officerPhone',
    'username',
    'password',
    'passwordConfirm',
    'invitationCode',
  ])
  await signInAs(page, await openRegistered())
  await open(page, 'bcard/modify')
  await expect(page.locator('form [name="bankName"]')).toBeAttached()
  expect(await namesOf()).toEqual([
    'bankName',
    'accountName',
    'cardNumber',
    'swiftCode',
    'branchCode',
    'cardholderName',
    'account',
    'region',
    'city',
    'postalCode',
    'bankAddress',
    'personalAddress',
    'abaRoutingNumber',
    'frontImage',
    'backImage',
  ])
})

test('an invalid email address is refused; a sent code is confirmed with a countdown', async ({ page }) => {
  await open(page, 'auth/register')
  await page.locator('form [name="email"]').fill('not an address')
  await page.getByRole('button', { name: 'Send code' }).tap()
  await expect.poll(() => errorAt(page, 'email')).toBe('Invalid parameter: email')
  for (const half of ['@example.org', 'someone@', 'some one@example.org']) {
    await page.locator('form [name="email"]').fill(half)
    await page.getByRole('button', { name: 'Send code' }).tap()
    await expect.poll(() => errorAt(page, 'email'), { message: half }).toBe('Invalid parameter: email')
  }
  await page.locator('form [name="email"]').fill(`someone-${Date.now()}@example.org`)
  await page.getByRole('button', { name: 'Send code' }).tap()
  await expect(page.getByText('Send Success').filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Again in \d+ s$/ })).toBeDisabled()
  await expect(page.getByText(/The code is valid for \d+:\d\d\./)).toBeVisible()
})

test('copying shows and announces a message that covers the page for two seconds', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAs(page, await openRegistered())
  await open(page, 'profile/share')
  const other = page.getByRole('button', { name: 'Copy code' })
  await page.getByRole('button', { name: 'Copy link' }).tap()
  const toast = page.getByText('Copy Success', { exact: true })
  await expect(toast).toBeVisible()
  const seen = Date.now()
  await expect(page.getByRole('status').filter({ hasText: 'copied successfully' })).toBeAttached()
  const isCovered = await other.evaluate((button) => {
    const { x, y, width, height } = button.getBoundingClientRect()
    return !button.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })
  expect(isCovered).toBe(true)
  await expect(toast).toHaveCount(0)
  const lasted = Date.now() - seen
  expect(lasted).toBeGreaterThan(1000)
  expect(lasted).toBeLessThan(3000)
})

test('a saved change shows Success, and a refusal without a text shows a network error', async ({ page }) => {
  await signInAs(page, await openRegistered())
  await open(page, 'vm/modify')
  await page.getByRole('radio', { name: 'SUSD' }).check({ force: true })
  await page.getByRole('button', { name: 'Fill with my practice address' }).tap()
  await page.route('**/UserAccount/addCardNo', (route) => route.fulfill({ json: { code: 1004, msg: '', data: null } }))
  await page.getByRole('button', { name: 'Save' }).tap()
  await expect(page.getByRole('alert').filter({ hasText: 'network error' })).toBeVisible()
  await page.unroute('**/UserAccount/addCardNo')
  await page.getByRole('button', { name: 'Save' }).tap()
  await expect(page.getByText('Success', { exact: true }).filter({ visible: true }).first()).toBeVisible()
})

test('focusing a field under the sticky bar scrolls its label into view', async ({ page }) => {
  await page.goto('/#/pages/auth/registerindividual')
  for (const name of ['Username', 'Digit 2 of 6']) {
    const field = page.getByRole('textbox', { name, exact: true })
    await field.evaluate((element) => window.scrollBy(0, element.getBoundingClientRect().top - 55))
    await field.focus()
    const label = page.getByText(name === 'Username' ? 'Username' : 'Email verification code', { exact: true })
    const bar = await page.getByRole('banner').last().boundingBox()
    const under = bar === null ? 0 : bar.y + bar.height
    await expect.poll(async () => (await label.boundingBox())?.y, { message: name }).toBeGreaterThanOrEqual(under)
  }
})

test('the lock message disappears when the lock ends', async ({ page, faults }) => {
  // Time passes.
  faults.expectAlso(moved)
  await open(page, 'auth/login')
  const locked = { code: 1101, msg: 'Too many attempts. Try again in 1 minutes', data: { m: '1', s: '3' } }
  await page.route('**/loginByUsername', (route) => route.fulfill({ json: locked }))
  await page.locator('form [name="username"]').fill('someone')
  await page.locator('form [name="password"]').fill('practice-makes-4')
  await page.getByRole('button', { name: 'Log in', exact: true }).tap()
  await expect(page.getByText(/Too many attempts\. Try again in 0:0[123]\./)).toBeVisible()
  await expect(page.getByText(/Too many attempts/)).toHaveCount(0)
})

for (const { locale, decimals } of [
  { locale: 'en-US', decimals: '.7' },
  { locale: 'de-DE', decimals: ',7' },
])
  test.describe(`a number in ${locale}`, () => {
    test.use({ locale })

    test('is typed, grouped and changed without becoming another one', async ({ page }) => {
      await signInAs(page, await openRegistered())
      await open(page, 'profile/transfer?from=BALANCE&to=US_STOCK')
      const amount = page.getByRole('textbox', { name: 'Amount', exact: true })
      await amount.pressSequentially('0,5')
      await expect(amount).toHaveValue('0.5')
      await amount.fill('')
      await amount.pressSequentially('1234')
      await amount.blur()
      await expect(amount).toHaveValue('1,234')
      await amount.focus()
      await amount.press('End')
      await amount.pressSequentially('5')
      await expect(amount).toHaveValue('12345')
      await amount.blur()
      await amount.focus()
      await amount.press('End')
      await amount.press('Backspace')
      await expect(amount).toHaveValue('1234')
      await amount.blur()
      await amount.focus()
      await amount.press('End')
      await amount.pressSequentially(`5${decimals}`)
      await expect(amount).toHaveValue('12345.7')
    })
  })

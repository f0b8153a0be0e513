import { randomUUID } from 'node:crypto'

import { centsIn } from './money.ts'
import { expect, figureOf, listenForToasts, openAsGuest, openTab, test, type Page } from './journey.ts'
import { openGuest, openTrader, signInAs } from './trader.ts'
import type { Words } from './words.ts'

const password = 'practice-makes-4'
/** An email address that no earlier run has used on this server. */
const newEmail = (): string => `${randomUUID().slice(0, 8)}@example.org`

async function register(page: Page, email: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
  await page.getByRole('button', { name: 'Send code' }).tap()
  await page.getByRole('button', { name: 'Fill in the code' }).tap()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password again').fill(password)
  await page.getByRole('checkbox', { name: /I agree/ }).check()
  await page.getByRole('button', { name: 'Create account' }).tap()
}

async function logIn(page: Page, name: string, secret: string): Promise<void> {
  await page.getByRole('textbox', { name: 'User ID or email' }).fill(name)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Log in' }).tap()
}

async function openSettings(page: Page, words: Words): Promise<void> {
  await openTab(page, words, 'account')
  await page.getByRole('link', { name: 'Settings' }).first().tap()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
}

test('a guest who registers keeps id and positions, and can log out and in again', async ({ page, words, faults }) => {
  test.slow()
  faults.expectAlso(/Failed to load resource: the server responded with a status of 4/)
  await signInAs(page, (await openTrader()).person)
  await page.goto('/#/pages/profile/index')
  const number = page.getByText(/^ID \d+/)
  const before = await number.innerText()
  const expired = await listenForToasts(page, words.loginExpired)
  await page.getByRole('link', { name: 'Register to keep it' }).tap()
  const email = newEmail()
  await register(page, email)
  await expect(page.getByRole('link', { name: 'Register to keep it' })).toHaveCount(0)
  await expect(number).toHaveText(before)

  await openTab(page, words, 'trade')
  await expect(page.getByRole('list', { name: words.holding })).toContainText('10 @')
  await openTab(page, words, 'account')
  await page.getByRole('button', { name: 'Log out' }).tap()
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: 'Log out' }).tap()
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()

  await logIn(page, email, 'practice-makes-5')
  await expect(page.getByRole('alert').filter({ hasText: /password/i })).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('practice-makes-5')
  await logIn(page, email, password)
  await expect(page.getByRole('button', { name: 'Log in' })).toHaveCount(0)
  await openTab(page, words, 'trade')
  await expect(page.getByRole('list', { name: words.holding })).toContainText('10 @')
  expect(await expired(), 'a deliberate logout shows no expiry message').toBe(0)
})

test('registration shows each error at its field', async ({ page }) => {
  await page.goto('/#/pages/auth/register')
  await page.getByRole('button', { name: 'Create account' }).tap()
  await expect(page.getByText('Please Enter Email', { exact: true })).toBeVisible()
  await expect(page.getByText('Please Enter Email Verification Code')).toBeVisible()
  await expect(page.getByText('Please agree to the user agreement first')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toBeFocused()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password again').fill('practice-makes-5')
  await expect(page.getByText('The two passwords do not match')).toBeVisible()
})

test('a language change applies at once and survives a reload', async ({ page, words }) => {
  await openAsGuest(page, words)
  await openSettings(page, words)
  await page.getByRole('radio', { name: '简体中文' }).check()
  await expect(page.getByRole('heading', { level: 1, name: '设置' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: '设置' })).toBeVisible()
  await page.getByRole('radio', { name: '繁體中文' }).check()
  await expect(page.getByRole('heading', { level: 1, name: '設定' })).toBeVisible()
  await page.getByRole('radio', { name: 'English' }).check()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
})

test('theme, price colours and hidden amounts survive a reload', async ({ page, words }) => {
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await openAsGuest(page, words)
  await openSettings(page, words)
  const light = await background()
  await page.getByRole('radio', { name: 'Dark' }).check()
  await expect.poll(background).not.toBe(light)
  const dark = await background()
  await page.getByRole('radio', { name: /Red up/ }).check()
  await page.getByRole('switch', { name: 'Hide amounts' }).check()
  await page.reload()
  await expect.poll(background).toBe(dark)
  await expect(page.getByRole('radio', { name: /Red up/ })).toBeChecked()
  await page.getByRole('button', { name: words.back }).tap()
  await openTab(page, words, 'account')
  await expect(page.getByRole('button', { name: 'Show amounts' })).toBeVisible()
  await expect(page.getByText(/MX\$\d/)).toHaveCount(0)
})

test('an address with a wallet brings the card of the wallet into view', async ({ page }) => {
  await signInAs(page, await openGuest())
  await page.goto('/#/pages/profile/index?wallet=US_STOCK')
  await expect(page.getByRole('heading', { name: 'US stocks', exact: true })).toBeInViewport()
})

/** Fills in a transfer to US stocks and sends it. */
async function transfer(page: Page, words: Words, amount: string): Promise<void> {
  await page.goto('/#/pages/profile/transfer?from=BALANCE&to=US_STOCK')
  await page.getByRole('textbox', { name: words.amount }).fill(amount)
  await page.getByRole('button', { name: 'Review' }).tap()
  await page.getByRole('button', { name: 'Transfer now' }).tap()
}

async function balanceOf(page: Page, wallet: string): Promise<bigint> {
  await page.goto(`/#/pages/profile/index?wallet=${wallet}`)
  const balance = figureOf(page.getByRole('main'), 'Balance')
  await expect(balance).toHaveText(/\d/)
  return centsIn(await balance.innerText())
}

/** Longer than a transfer takes to settle. */
const arrival = { timeout: 60_000 }

test('a transfer settles: the source loses the amount and the target gains it', async ({ page, words }) => {
  test.slow()
  await signInAs(page, await openGuest())
  const [pesos, dollars] = [await balanceOf(page, 'BALANCE'), await balanceOf(page, 'US_STOCK')]
  await transfer(page, words, '1000')
  await expect(page.getByRole('heading', { name: 'Transfer completed' })).toBeVisible(arrival)
  await expect.poll(() => balanceOf(page, 'BALANCE')).toBe(pesos - 100_000n)
  await expect.poll(() => balanceOf(page, 'US_STOCK')).toBeGreaterThan(dollars)
})

test('a pending transfer can be cancelled, which restores the balance', async ({ page, words }) => {
  await signInAs(page, await openGuest())
  const pesos = await balanceOf(page, 'BALANCE')
  await transfer(page, words, '500')
  await page.getByRole('button', { name: 'cancel transfer' }).tap()
  await expect(page.getByRole('heading', { name: 'Transfer cancelled' })).toBeVisible()
  await expect.poll(() => balanceOf(page, 'BALANCE')).toBe(pesos)
})

test('a transfer above the balance is refused at the amount field', async ({ page, words }) => {
  await signInAs(page, await openGuest())
  await page.goto('/#/pages/profile/transfer?from=BALANCE&to=US_STOCK')
  await page.getByRole('textbox', { name: words.amount }).fill('99999999')
  await page.getByRole('button', { name: 'Review' }).tap()
  await expect(page.getByRole('textbox', { name: words.amount })).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the history filters by account, kind and month', async ({ page }) => {
  await signInAs(page, (await openTrader()).person)
  await page.goto('/#/pages/profile/transaction')
  const rows = page.getByRole('region', { name: 'Movements of money' }).getByRole('button')
  await expect(rows.filter({ hasText: 'Open · AAPL' })).toBeVisible()
  const grants = rows.filter({ hasText: 'Practice grant' })
  await expect(grants).toHaveCount(1)
  await grants.tap()
  await expect(page.getByRole('dialog').getByRole('term').filter({ hasText: 'Hong Kong stocks' })).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).tap()
  const account = page.getByRole('combobox', { name: 'Account' })
  const kind = page.getByRole('combobox', { name: 'Kind of movement' })
  await account.selectOption('Hong Kong stocks')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Practice grant')
  await account.selectOption('US stocks')
  await expect(rows).toHaveCount(2)
  await kind.selectOption('Opened')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Open · AAPL')
  await kind.selectOption('Transfers')
  await expect(rows).toHaveCount(0)
  await page.getByRole('button', { name: 'Show everything' }).tap()
  await expect(rows.filter({ hasText: 'Open · AAPL' })).toBeVisible()
  const month = page.getByRole('combobox', { name: 'Month' })
  await month.selectOption({ index: 1 })
  await expect(rows.filter({ hasText: 'Open · AAPL' })).toBeVisible()
  await rows.filter({ hasText: 'Open · AAPL' }).tap()
  await expect(page.getByRole('dialog')).toContainText('US stocks')
})

import { calls } from '@mex/contract/areas.ts'
import { present } from '@mex/core/assert.ts'
import { moneyOf } from '@mex/core/money/money.ts'
import type { Person } from '@mex/world/person.ts'

import { noConnection, test } from './conditions.ts'
import { button, field, secret } from './controls.ts'
import { expect, type Locator, type Page } from './journey.ts'
import { openFunded, openTrader, signInAs } from './trader.ts'

/** A form that must take effect once, and the count of its results on the server. */
type Submission = {
  readonly name: string
  /** The path of the call that the form sends. */
  readonly call: string
  readonly address: string
  readonly enter: (page: Page, payPassword: string) => Promise<void>
  readonly press: (page: Page) => Locator
  readonly done: (page: Page) => Locator
  readonly count: (person: Person) => Promise<number>
}

const firstRows = { pageNum: 1, pageSize: 20 } as const
const submissions: readonly Submission[] = [
  {
    name: 'deposit',
    call: '/recharge/create',
    address: 'deposit/fiat',
    enter: async (page) => {
      await page.getByRole('radio', { name: 'MXN' }).check()
      await field(page, 'Amount').fill('2500')
      await button(page, 'Use a sample image').tap()
      await expect(page.getByText('Uploaded', { exact: true })).toBeVisible()
    },
    press: (page) => button(page, 'Submit for review'),
    done: (page) => page.getByRole('heading', { name: 'Pending review' }),
    count: async (person) => (await person.call(calls.funding.deposits, { ...firstRows, kind: 'fiat' })).total,
  },
  {
    name: 'withdrawal',
    call: '/withdrawal/withdrawal-apply',
    address: 'withdraw/bcard',
    enter: async (page, payPassword) => {
      await field(page, 'Amount to withdraw').fill('1200')
      await button(page, 'Review').tap()
      await secret(page.getByRole('dialog'), 'Transaction password').fill(payPassword)
    },
    press: (page) => button(page, 'Withdraw now'),
    done: (page) => page.getByRole('dialog').getByRole('heading', { name: 'Pending review' }),
    count: async (person) => (await person.call(calls.funding.withdrawals, firstRows)).total,
  },
  {
    name: 'card',
    call: '/UserAccount/addCardNo',
    address: 'bcard/modify',
    enter: (page) => button(page, 'Fill with practice card').tap(),
    press: (page) => button(page, 'Save'),
    done: (page) => page.getByText('Net worth'),
    count: async (person) => (await person.call(calls.funding.cards, { kind: 'bank' })).length - 1,
  },
  {
    name: 'transfer',
    call: '/wallet/transfer',
    address: 'profile/transfer?from=BALANCE&to=HK_STOCK',
    enter: async (page) => {
      await field(page, 'Amount').fill('1000')
      await button(page, 'Review').tap()
    },
    press: (page) => button(page, 'Transfer now'),
    done: (page) => page.getByRole('dialog').getByRole('heading', { name: /On its way|completed/ }),
    // The first row is the practice grant.
    count: async (person) =>
      (await person.call(calls.wallet.bills, { ...firstRows, wallet: 'BALANCE', timeZone: 'UTC' })).total - 1,
  },
]
const noAnswer = /No answer came. What you entered is still here/

for (const { name, call, address, enter, press, done, count } of submissions) {
  test(`a double tap and a retry after a lost answer create one ${name}`, async ({ page, faults }) => {
    test.slow()
    faults.expectAlso(noConnection)
    const { person, payPassword } = await openFunded()
    await signInAs(page, person)
    const keys: (string | undefined)[] = []
    await page.route(`**${call}`, async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      const answer = await route.fetch()
      await new Promise((next) => setTimeout(next, 1000))
      if (keys.length === 1) await route.abort()
      else await route.fulfill({ response: answer })
    })
    await page.goto(`/#/pages/${address}`)
    await enter(page, payPassword)
    await press(page).dblclick()
    await press(page).press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: noAnswer })).toBeVisible()
    expect(keys, 'three presses send one request').toHaveLength(1)
    await press(page).tap()
    await expect(done(page)).toBeVisible()
    expect([keys.length, keys[1] === keys[0]]).toEqual([2, true])
    expect(await count(person)).toBe(1)
  })
}

test('a purchase whose answer is lost is the same one after another review, and its receipt finds who closed the sheet', async ({
  page,
  faults,
}) => {
  faults.expectAlso(noConnection)
  const { person } = await openTrader()
  const { rows } = await person.call(calls.bonds.list, { pageNum: 1, pageSize: 50 })
  const bond = present(
    rows.find(({ kind }) => kind === 'cetes'),
    'a bill',
  )
  // Whoever has bought once needs no lesson, once the page knows of the purchase.
  await person.call(calls.bonds.buy, { id: bond.id, face: moneyOf('1000') })
  await signInAs(page, person)
  const keys: (string | undefined)[] = []
  await page.route('**/treasuryBond/create', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    const answer = await route.fetch()
    await new Promise((next) => setTimeout(next, 1500))
    if (keys.length === 1) await route.abort()
    else await route.fulfill({ response: answer })
  })
  const sheet = page.getByRole('dialog')
  const holdings = page.waitForResponse((response) => response.url().endsWith(calls.bonds.holdings.path))
  await page.goto(`/#/pages/bonds/open?id=${bond.id}`)
  await (await holdings).finished()
  await button(page, 'Review').tap()
  await button(sheet, 'Buy').tap()
  await expect(sheet.getByRole('alert').filter({ hasText: noAnswer })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await button(page, 'Review').tap()
  await button(sheet, 'Buy').tap()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(sheet.getByRole('heading', { name: 'Purchase successful' })).toBeVisible()
  expect(new Set(keys).size, 'the same request').toBe(1)
  expect((await person.call(calls.bonds.holdings, firstRows)).total).toBe(2)
})

test('a chat message whose answer is lost appears once, and its text stays in the field until then', async ({
  page,
  wire,
  faults,
}) => {
  faults.expectAlso(noConnection)
  const { person } = await openTrader()
  await signInAs(page, person)
  await page.goto('/#/pages/webview/index?page=chat')
  const entry = field(page, 'Your message')
  const message = page.getByRole('list', { name: 'Conversation' }).getByText('What fees do I pay?')
  await expect(button(page, 'What fees do I pay?')).toBeVisible()
  await entry.fill('What fees do I pay?')
  wire.deafen()
  await button(page, 'Send').tap()
  await expect(page.getByRole('alert').filter({ hasText: /not connected/ })).toBeVisible({ timeout: 20_000 })
  await expect(entry).toHaveValue('What fees do I pay?')
  wire.cut()
  wire.mend()
  await expect(message, 'the server had received it').toHaveCount(1)
  await expect(entry, 'the field is cleared').toHaveValue('')
  await expect(page.getByRole('alert').filter({ hasText: /not connected/ })).toHaveCount(0)
})

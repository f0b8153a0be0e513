import { messageKinds } from '@mex/contract/areas.ts'
import type { MessageKind } from '@mex/contract/messages.ts'

import { payPassword } from '#soak/people.ts'
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
import type { FundingWords } from './funding-words.ts'
import { expect, figureOf, openAsGuest, openTab, settle, violationsOf, type Page } from './journey.ts'
import { handIn } from './kyc-steps.ts'
import { centsIn } from './money.ts'
import { fillIn, newEmail, press } from './registration-steps.ts'
import { textsOf, type Texts } from './security-words.ts'
import { languagesOf, textsIn, type Words } from './words.ts'

/** Labels that only this journey uses: [English, Simplified Chinese]. */
const pairs = {
  keep: ['Register to keep it', '注册并保留'],
  verified: ['Verified', '已通过认证'],
  settings: ['Settings', '设置'],
  security: ['Security', '安全中心'],
  withdraw: ['Withdraw', '提现'],
  coins: ['Digital currency', '数字货币'],
  transferNow: ['Transfer now', '确认划转'],
  transferred: ['Transfer completed', '划转完成'],
  invite: ['Invite friends', '邀请好友'],
} as const satisfies Record<string, readonly [string, string]>

/** The messages that this journey causes. Cards, coin accounts and questions cause none. */
const expectedMessages: readonly MessageKind[] = [
  'welcome',
  'kyc_under_review',
  'kyc_verified',
  'pay_password_set',
  'deposit_credited',
  'fiat_approved',
  'transfer_settled',
  'withdrawal_applied',
  'withdrawal_paid',
]

type Story = {
  readonly page: Page
  readonly words: Words
  readonly say: FundingWords
  readonly t: Texts
  readonly own: Readonly<Record<keyof typeof pairs, string>>
}

const accountTab = ({ page, words }: Story) => openTab(page, words, 'account')
/** Taps the first link of this name in view. */
const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().tap()

/** The balance of the funding account as the page shows it, in cents. */
async function pesos({ page, words }: Story): Promise<bigint> {
  await page.goto('/#/pages/profile/index?wallet=BALANCE')
  const balance = figureOf(page.getByRole('main'), words.balance)
  await expect(balance).toHaveText(/\d/)
  return centsIn(await balance.innerText())
}
/** Polls the balance, because the page shows the cached value until the answer arrives. */
const expectPesos = (story: Story, reason: string) => expect.poll(() => pesos(story), reason)

async function register(story: Story): Promise<void> {
  const { page, words, t, own } = story
  await openAsGuest(page, words)
  await accountTab(story)
  const number = page.getByText(/^ID \d+/)
  const before = (await number.innerText()).split(' · ')[0] ?? ''
  const balance = await pesos(story)
  await follow(page, own.keep)
  await page.getByRole('radio', { name: t.individual, exact: true }).click()
  await press(page, t.persona)
  await fillIn(page, t, newEmail())
  await press(page, t.drawNumber)
  expect(await violationsOf(page)).toEqual([])
  await press(page, t.create)
  await expect(page.getByRole('button', { name: t.create })).toHaveCount(0)
  await expect(page.getByRole('link', { name: own.keep })).toHaveCount(0)
  await expect(number).toContainText(before)
  await expectPesos(story, 'the balance is kept').toBe(balance)
}

async function verify(story: Story): Promise<void> {
  const { page, words, own } = story
  await accountTab(story)
  await page.getByRole('link', { name: words.identityVerification }).last().tap()
  await handIn(page, words)
  await expect(page.getByRole('heading', { name: own.verified })).toBeVisible(within(5))
}

async function setPayPassword({ page, t, own }: Story): Promise<void> {
  await page.goto('/#/pages/profile/index')
  await follow(page, own.settings)
  await page.getByRole('link', { name: own.security }).tap()
  await page.getByRole('link', { name: new RegExp(t.pay) }).tap()
  await page.getByLabel(t.pay, { exact: true }).fill(payPassword)
  await page.getByLabel(t.payAgain).fill(payPassword)
  await press(page, t.setPay)
  await expect(page.getByText(t.isSet, { exact: true })).toBeVisible()
}

async function addTargets({ page, say, own }: Story): Promise<void> {
  await page.goto('/#/pages/profile/index')
  await follow(page, own.withdraw)
  await page.getByRole('radio', { name: say.bankTransfer }).tap()
  await addBankCard(page, say)
  await page.getByRole('radio', { name: own.coins }).tap()
  await addCoinAccount(page, say)
}

async function deposit({ page, say }: Story): Promise<void> {
  await page.goto('/#/pages/profile/index')
  await follow(page, say.deposit)
  await depositCoins(page, say)
  await page.goto('/#/pages/profile/index')
  await follow(page, say.deposit)
  await page.getByRole('radio', { name: say.fiatDeposit }).check()
  await depositFiat(page, say)
}

async function transfer({ page, words, say, own }: Story): Promise<void> {
  await page.goto('/#/pages/profile/index')
  await follow(page, words.transfer)
  await page.getByRole('textbox', { name: words.amount }).fill('1000')
  await button(page, say.review).tap()
  await button(page, own.transferNow).tap()
  await expect(page.getByRole('heading', { name: own.transferred })).toBeVisible(within(2))
}

/** Finds the message of every step and opens the last one. */
async function readMessages({ page, words }: Story, language: 'en' | 'zh'): Promise<void> {
  await page.goto('/#/pages/notice/index?tab=messages')
  const title = (kind: MessageKind) => messageKinds[kind].title[language]
  const list = page.getByRole('region', { name: words.messages })
  for (const kind of expectedMessages)
    await expect(list.getByText(title(kind)).filter({ visible: true }).first()).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  const paid = title('withdrawal_paid')
  await page.getByRole('link', { name: `${words.unread}: ${paid}` }).tap()
  await expect(page.getByRole('heading', { level: 2, name: paid })).toBeVisible()
  await expect(page.getByText('1111')).toBeVisible()
  await page.getByRole('button', { name: words.back }).tap()
  await expect(page.getByRole('link', { name: paid })).not.toContainText(words.unread)
}

async function askForHelp({ page, words }: Story): Promise<void> {
  await page.goto('/#/pages/profile/index')
  await page.getByRole('link', { name: words.customerService }).tap()
  await page.getByRole('button', { name: words.feesQuestion }).tap()
  await expect(page.getByRole('list', { name: words.conversation })).toContainText(words.feesAnswer)
}

async function invite({ page, own }: Story): Promise<void> {
  await page.goto('/#/pages/profile/index')
  await follow(page, own.invite)
  await expect(page.getByRole('img', { name: /[0-9A-Z]{6}/ })).toBeVisible()
  await settle(page)
  expect(await violationsOf(page)).toEqual([])
}

for (const language of languagesOf(import.meta.filename)) {
  test.describe(`in ${language}`, () => {
    test.use({ language })

    test('a new user registers, is verified, deposits, transfers, withdraws and reads the messages', async ({
      page,
      words,
      say,
      server,
      faults,
    }) => {
      test.setTimeout(120_000 + within(30).timeout)
      // The withdrawal step enters a wrong transaction password once.
      faults.expectAlso(/Failed to load resource: the server responded with a status of 4/)
      const story: Story = { page, words, say, t: textsOf(language), own: textsIn(language, pairs) }
      await test.step('registers and keeps everything', () => register(story))
      await test.step('is verified', () => verify(story))
      await test.step('sets a transaction password', () => setPayPassword(story))
      await test.step('adds a card and a coin account', () => addTargets(story))
      const before = await pesos(story)
      await test.step('deposits', () => deposit(story))
      await expectPesos(story, 'both deposits are there').toBeGreaterThan(before + 250_000n)
      const paidIn = await pesos(story)
      await test.step('transfers', () => transfer(story))
      await expectPesos(story, 'a thousand went to the other account').toBe(paidIn - 100_000n)
      await page.goto('/#/pages/withdraw/bcard')
      await test.step('withdraws', () => withdraw(page, say, '1200'))
      await expectPesos(story, 'and twelve hundred out').toBe(paidIn - 220_000n)
      await test.step('reads the messages', () => readMessages(story, language === 'en' ? 'en' : 'zh'))
      await test.step('asks for help', () => askForHelp(story))
      await test.step('invites', () => invite(story))
      await test.step('the ledger is consistent', () => server.ops('verify', 'all'))
    })
  })
}

import { calls } from '@mex/contract/areas.ts'
import { present } from '@mex/core/assert.ts'
import { connect } from '@mex/server/testing.ts'
import type { Person } from '@mex/world/person.ts'

import { expect, settle, test, violationsOf } from './journey.ts'
import { openFunded, openGuest, openRegistered, signInAs } from './trader.ts'
import { languagesOf } from './words.ts'

const texts = {
  en: {
    apply: 'Apply for activation',
    again: 'Apply again',
    notOpen: 'Block trading is not activated yet.',
    reviewing: 'Under review',
    refused: 'Your application was not successful.',
    buy: 'Buy',
    closed: 'Not activated yet',
    quantity: 'Quantity (shares)',
    small: 'Block orders need at least 10000 shares',
    left: /^Only [\d,]+ left$/,
    review: 'Review',
    place: 'Buy block',
    confirming: 'Confirming',
    bought: 'Block bought',
    inTrade: 'View in Trade',
    plan: 'See the selling plan',
    hash: 'Hash of the plan',
    lockEnds: 'Lock-up ends',
    noCancel: /A block cannot be cancelled/,
    signIn: 'Log in to buy a block. You can look at the offers without an account.',
    over: 'This offer has ended',
    verify: 'Verify your identity first',
    type: 'Block trade',
  },
  'zh-CN': {
    apply: '申请开通',
    again: '重新申请',
    notOpen: '您尚未开通大宗交易。',
    reviewing: '审核中',
    refused: '您的申请未通过。',
    buy: '买入',
    closed: '尚未开通',
    quantity: '数量（股）',
    small: '大宗交易单笔至少 10000 股',
    left: /^仅剩 [\d,]+$/,
    review: '核对',
    place: '买入大宗',
    confirming: '确认中',
    bought: '大宗已买入',
    inTrade: '在交易中查看',
    plan: '查看出售计划',
    hash: '计划的哈希',
    lockEnds: '锁定截止',
    noCancel: /大宗不可撤销/,
    signIn: '登录后可进行大宗交易，浏览无需登录。',
    over: '该大宗已结束',
    verify: '先完成身份认证',
    type: '大宗交易',
  },
} as const

/** Marks the permission in the database: its review takes five minutes. */
async function setPermission(email: string, status: 0 | 1 | 2 | 3): Promise<void> {
  const { pool } = connect(process.env['E2E_DATABASE'] ?? '', 1)
  const reason = status === 2 ? 'RISK_NOT_ACKNOWLEDGED' : null
  await pool.query('update app_user set block_status = $2, block_reason = $3 where email = $1', [email, status, reason])
  await pool.end()
}

async function buyer() {
  const { person, email } = await openFunded()
  await setPermission(email, 3)
  return { person, email }
}

const offersOf = async (person: Person) => (await person.call(calls.blocks.offers, { pageNum: 1, pageSize: 50 })).rows

for (const language of languagesOf(import.meta.filename))
  test.describe(language, () => {
    test.use({ language })
    const said = texts[language]

    test('a block is bought from the list: review, a minute of waiting, then a locked position', async ({ page }) => {
      test.setTimeout(150_000)
      const { person } = await buyer()
      const offer = present(
        (await offersOf(person)).find(({ market, remaining }) => market === 'MX' && remaining >= 10_000n * 10n ** 8n),
        'an open block',
      )
      const available = async () => (await person.call(calls.wallet.balance, { wallet: 'STOCK' })).available
      const before = await available()
      await signInAs(page, person)
      await page.goto('/#/pages/product/blocktrade')
      await expect(page.getByText(said.notOpen)).toHaveCount(0)
      await page.getByRole('radio', { name: /^(MX|墨股)/ }).check({ force: true })
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
      await page.locator(`a[href*="id=${offer.offerId}"]`).tap()
      const sheet = page.getByRole('dialog')
      const field = sheet.getByRole('textbox', { name: said.quantity })
      await field.fill('9999')
      await sheet.getByRole('button', { name: said.review }).tap()
      await expect(sheet.getByText(said.small)).toBeVisible()
      await field.fill('900000')
      await expect(sheet.getByText(said.left)).toBeVisible()
      await field.fill('10000')
      await field.blur()
      await expect(field, 'the thousands are grouped').toHaveValue('10,000')
      await field.fill('10000')
      await expect(field, 'what is typed over a grouped text replaces it').toHaveValue('10000')
      expect(await violationsOf(page)).toEqual([])
      await sheet.getByRole('button', { name: said.review }).tap()
      await sheet.getByRole('button', { name: said.place }).tap()
      await expect(sheet.getByText(said.confirming)).toBeVisible()
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
      const placed = present(
        (await person.call(calls.trading.orders, { pageNum: 1, pageSize: 5, source: 4 })).rows[0],
        'the order',
      )
      expect(await available()).toBe(before - placed.margin)

      await expect(sheet.getByText(said.bought)).toBeVisible({ timeout: 90_000 })
      await sheet.getByRole('link', { name: said.inTrade }).tap()
      await page.getByRole('button', { expanded: false }).first().tap()
      await expect(page.getByText(said.lockEnds)).toBeVisible()
      await expect(page.getByText(said.type).first()).toBeVisible()
      expect(await violationsOf(page)).toEqual([])
      const position = present(
        (await person.call(calls.trading.positions, { pageNum: 1, pageSize: 5 })).rows[0],
        'the position',
      )
      expect([position.state, position.source, position.wallet, position.closable]).toEqual(['LOCKED', 4, 'STOCK', 0n])
      expect(position.expiresAt).toBe(offer.unlocksAt)
    })

    test('the form opens by its address, with the keyboard alone, and the order in the list cannot be cancelled', async ({
      page,
    }) => {
      const { person } = await buyer()
      const offer = present(
        (await offersOf(person)).find(({ market }) => market === 'HK'),
        'an open block',
      )
      await signInAs(page, person)
      await page.goto(`/#/pages/payment/stock?source=4&id=${offer.offerId}`)
      const review = page.getByRole('button', { name: said.review })
      await review.focus()
      await page.keyboard.press('Enter')
      const place = page.getByRole('button', { name: said.place })
      await place.focus()
      await page.keyboard.press('Enter')
      await expect(page.getByText(said.confirming)).toBeVisible()
      await page.goto('/#/pages/trade/index?list=2')
      await page.getByRole('button', { expanded: false }).first().tap()
      await expect(page.getByText(said.noCancel)).toBeVisible()
      expect(await violationsOf(page)).toEqual([])
      await page.goto('/#/pages/product/blocktrade')
      await page.getByRole('button', { name: said.plan }).first().tap()
      await expect(page.getByRole('dialog').getByText(said.hash)).toBeVisible()
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
      await page.goto('/#/pages/payment/stock?source=4&id=999999')
      await expect(page.getByText(said.over)).toBeVisible()
    })

    test('whoever may not buy is told why, and led to the application', async ({ page }) => {
      const { person, email } = await openFunded()
      await signInAs(page, person)
      await page.goto('/#/pages/product/blocktrade')
      await expect(page.getByText(said.notOpen)).toBeVisible()
      await expect(page.getByRole('button', { name: said.plan }).first()).toBeVisible()
      await expect(page.locator('main').getByText(said.buy, { exact: true })).toHaveCount(0)
      expect(await violationsOf(page)).toEqual([])
      const [offer] = await offersOf(person)
      await page.goto(`/#/pages/payment/stock?source=4&id=${present(offer, 'a block').offerId}`)
      await expect(page.getByText(said.closed).first()).toBeVisible()
      await page.goto('/#/pages/product/blocktrade')
      await page.getByRole('button', { name: said.apply }).tap()
      const sheet = page.getByRole('dialog')
      await sheet.getByRole('checkbox').check()
      await sheet.getByRole('button', { name: said.apply }).tap()
      await expect(page.getByText(said.reviewing).first()).toBeVisible()
      await setPermission(email, 2)
      await page.reload()
      await expect(page.getByText(said.refused)).toBeVisible()
      await expect(page.getByRole('button', { name: said.again })).toBeVisible()
      expect(await violationsOf(page)).toEqual([])
    })

    test('a visitor sees the blocks and is asked to sign in; a newcomer is led to the verification', async ({
      page,
    }) => {
      await page.goto('/#/pages/product/blocktrade')
      await expect(page.getByText(said.signIn)).toBeVisible()
      await expect(page.getByRole('link', { name: said.buy }).first()).toBeVisible()
      expect(await violationsOf(page)).toEqual([])
    })
  })

test('a guest, and who is not verified, are refused by the server', async () => {
  for (const person of [await openGuest(), await openRegistered()]) {
    const [offer] = await offersOf(person)
    const { envelope } = await person.ask(calls.blocks.create, {
      id: present(offer, 'a block').offerId,
      quantity: (10_000n * 10n ** 8n) as never,
    })
    expect(envelope.code).toBe(1200)
  }
})

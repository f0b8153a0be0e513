import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'

import { calls } from '@mex/contract/areas.ts'

import { expect, settle, test, violationsOf, type Page } from './journey.ts'
import { moved } from './still.ts'
import { openTrader, signInAs } from './trader.ts'
import { languagesOf } from './words.ts'

const password = 'practice-makes-4'

const texts = {
  en: {
    trades: 'Trades',
    profit: 'Profit',
    hongKong: 'Hong Kong stocks',
    funding: 'Funding account',
    bought: 'Bought',
    csv: 'Save as CSV',
    statement: 'Statement',
    atTheEnd: 'Closing balance',
    print: 'Print',
    download: 'Download your data',
    downloadNow: 'Download',
    restart: 'Start again',
    restarting: /Starting again|Possible again from/,
    close: 'Close account',
    closeNow: 'Close account for good',
    password: 'Login password',
    wrong: 'Incorrect current password',
    missing: 'Please Enter Password',
    notPossible: 'Not possible in the current state',
    account: 'Account',
    tryItNow: 'Try it now',
  },
  'zh-CN': {
    trades: '成交',
    profit: '盈亏',
    hongKong: '港股账户',
    funding: '资金账户',
    bought: '买入',
    csv: '保存为 CSV',
    statement: '月结单',
    atTheEnd: '期末余额',
    print: '打印',
    download: '下载您的数据',
    downloadNow: '下载',
    restart: '重新开始',
    restarting: /正在重新开始|之后可再次使用/,
    close: '关闭账户',
    closeNow: '永久关闭账户',
    password: '登录密码',
    wrong: '当前密码错误',
    missing: '请输入密码',
    notPossible: '当前状态下无法执行',
    account: '账户',
    tryItNow: '立即体验',
  },
} as const

async function saveFile(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).tap(),
  ])
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

/** A user who has traded, with an email address and a password. */
async function openRegistered() {
  const { person, positionId } = await openTrader()
  const email = `${randomUUID().slice(0, 8)}@example.org`
  const { devCode } = await person.call(calls.account.sendEmailCode, { email, purpose: 'register' })
  const fields = { email, emailCode: devCode ?? '', password, passwordConfirm: password, agree: true } as const
  await person.call(calls.account.register, fields)
  person.token = (await person.call(calls.account.login, { username: email, password })).token
  return { person, positionId }
}

for (const language of languagesOf(import.meta.filename)) {
  const words = texts[language]
  test.describe(language, () => {
    test.use({ language })

    test('the history shows money, trades and profit, and exports CSV files and a printable statement', async ({
      page,
      faults,
    }) => {
      await signInAs(page, (await openTrader()).person)
      await page.goto('/#/pages/profile/transaction')
      const history = await saveFile(page, words.csv)
      expect(history.name).toBe('practice-history-all.csv')
      expect(history.text.charCodeAt(0)).toBe(0xfeff)
      expect(history.text.trimEnd().split('\r\n')).toHaveLength(11)

      await page.getByRole('radio', { name: words.trades, exact: true }).check()
      await expect(page.getByText(words.bought, { exact: true })).toBeVisible()
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
      expect((await saveFile(page, words.csv)).name).toBe('practice-trades-all.csv')

      await page.getByRole('radio', { name: words.profit, exact: true }).check()
      await expect(page.getByRole('definition').first()).toContainText(/^\$/)
      await page.getByRole('radio', { name: words.hongKong, exact: true }).check()
      await expect(page.getByRole('definition').first()).toContainText(/^HK\$/)
      await page.getByRole('radio', { name: words.funding, exact: true }).check()
      await expect(page.getByRole('definition').first()).toContainText(/^MX\$/)

      await page.goto('/#/pages/profile/transaction')
      await page.getByRole('link', { name: words.statement, exact: true }).tap()
      await expect(page.getByText(words.atTheEnd, { exact: true }).filter({ visible: true }).first()).toBeVisible()
      await expect(page.getByRole('table').last()).toContainText('AAPL')
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
      // Printed, it has no bars.
      faults.expectAlso(moved)
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByRole('button', { name: words.print })).toBeHidden()
      await expect(page.getByRole('article')).toBeVisible()
    })

    test('a user downloads the personal data, restarts the practice, and closes the account', async ({
      page,
      faults,
    }) => {
      test.slow()
      faults.expectAlso(/Failed to load resource: the server responded with a status of 4/)
      const { person, positionId } = await openRegistered()
      await signInAs(page, person)
      await page.goto('/#/pages/setting/index')
      const sheet = page.getByRole('dialog')
      const confirm = async (secret: string, button: string) => {
        await sheet.getByLabel(words.password, { exact: true }).fill(secret)
        await sheet.getByRole('button', { name: button, exact: true }).tap()
      }

      await page.getByRole('button', { name: words.close }).tap()
      await sheet.getByRole('button', { name: words.closeNow, exact: true }).tap()
      await expect(sheet.getByText(words.missing)).toBeVisible()
      await confirm('practice-makes-5', words.closeNow)
      await expect(sheet.getByText(words.wrong)).toBeVisible()
      await confirm(password, words.closeNow)
      await expect(sheet.getByText(words.notPossible), 'a position is open').toBeVisible()
      await page.keyboard.press('Escape')
      await expect(sheet).toHaveCount(0)

      await page.getByRole('button', { name: words.download }).tap()
      await sheet.getByLabel(words.password, { exact: true }).fill(password)
      const copy = await saveFile(page, words.downloadNow)
      const { person: own, journals } = JSON.parse(copy.text) as { person: unknown[]; journals: unknown[] }
      expect([own.length, journals.length >= 9]).toEqual([1, true])
      await expect(sheet).toHaveCount(0)

      await page.getByRole('button', { name: words.restart }).tap()
      await confirm(password, words.restart)
      await expect(page.getByText(words.restarting)).toBeVisible()
      const positions = async () => (await person.call(calls.trading.positions, { pageNum: 1, pageSize: 10 })).rows
      await expect
        .poll(async () => (await positions()).some(({ id }) => id === positionId), { timeout: 20_000 })
        .toBe(false)
      await expect
        .poll(async () => (await person.call(calls.records.ownData, {})).isResetting, { timeout: 20_000 })
        .toBe(false)

      await page.getByRole('button', { name: words.close }).tap()
      await confirm(password, words.closeNow)
      await expect(page.getByRole('button', { name: words.tryItNow })).toBeVisible()
      expect((await person.ask(calls.account.me, {})).status).toBe(403)
    })
  })
}

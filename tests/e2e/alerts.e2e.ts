import { createECDH, randomBytes } from 'node:crypto'
import { calls } from '@mex/contract/areas.ts'
import { formatPrice, price } from '@mex/core/money/money.ts'

import { button, field } from './controls.ts'
import { expect, test } from './journey.ts'
import { openTrader, signInAs } from './trader.ts'
import { languagesOf } from './words.ts'

const texts = {
  en: {
    bell: /^Price alert for /,
    sheet: 'Price alert',
    above: 'Above',
    below: 'Below',
    move: 'Moves in a day',
    price: 'Price',
    average: 'Avg cost',
    practice: 'Also in practice hours',
    once: 'Once, then switch off',
    set: 'Set alert',
    cancel: 'Cancel',
    passed: 'The price is there already',
    enterPrice: 'Enter a price',
    list: 'Your alerts',
    over: 'Over',
    own: /^Your alerts on /,
    isMove: /Moves 3\.00% in a day/,
    isBelow: /^Below [\d.,]+$/,
    away: /^once · −3\.\d\d% away$/,
    remove: /^Delete: .*/,
    reached: /AAPL is at [\d.]+: it has reached your level, (above|below) [\d.]+\./,
    alerts: 'Price alerts',
    empty: 'No price alerts',
    device: 'Tell me when the app is closed',
    blocked: /^Your browser blocks notifications of this page/,
  },
  'zh-CN': {
    bell: /的价格提醒$/,
    sheet: '价格提醒',
    above: '高于',
    below: '低于',
    move: '当日波动',
    price: '价格',
    average: '持仓成本',
    practice: '练习时段也提醒',
    once: '仅提醒一次',
    set: '设置提醒',
    cancel: '取消',
    passed: '价格已达到该水平',
    enterPrice: '请输入价格',
    list: '您的提醒',
    over: '已结束',
    own: /^您对.*的提醒$/,
    isMove: /当日波动 3\.00%/,
    isBelow: /^低于 [\d.,]+$/,
    away: /^一次 · 距离 −3\.\d\d%$/,
    remove: /^删除：/,
    reached: /AAPL 现价 [\d.]+，已达到您设定的水平（(高于|低于) [\d.]+）。/,
    alerts: '价格提醒',
    empty: '暂无价格提醒',
    device: '应用关闭时也通知我',
    blocked: /^浏览器已阻止本页通知/,
  },
} as const

const quote = '/#/pages/quote/stock?name=Apple&code=AAPL&source=0&market=US'

/** The keys that a browser makes for a server. */
function browserKeys() {
  const keys = createECDH('prime256v1')
  return { p256dh: keys.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') }
}

/** Stands in the page for the service of the browser's maker, which no journey may depend on. */
function pretendMaker(keys: ReturnType<typeof browserKeys>): void {
  const address = () => sessionStorage.getItem('address at the maker')
  const subscription = () => {
    const endpoint = address()
    if (endpoint === null) return null
    const unsubscribe = () => Promise.resolve(sessionStorage.removeItem('address at the maker'))
    return { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe }
  }
  Object.assign(PushManager.prototype, {
    getSubscription: () => Promise.resolve(subscription()),
    subscribe: () => {
      const endpoint = `https://updates.push.services.mozilla.com/wpush/v2/${crypto.randomUUID()}`
      sessionStorage.setItem('address at the maker', endpoint)
      return Promise.resolve(subscription())
    },
  })
}

for (const language of languagesOf(import.meta.filename))
  test.describe(language, () => {
    test.use({ language, serviceWorkers: 'allow' })
    const said = texts[language]

    test('an alert is set beside the quote, tells once in the inbox, and is deleted', async ({ page }) => {
      test.setTimeout(120_000)
      const { person } = await openTrader()
      await signInAs(page, person)
      await page.goto(quote)
      await page.getByRole('button', { name: said.bell }).click()
      const sheet = page.getByRole('dialog')
      await expect(sheet.getByRole('radio', { name: said.below })).toBeChecked()
      await button(sheet, said.average).click()
      await expect(field(sheet, said.price)).not.toHaveValue('')
      await field(sheet, said.price).fill('')
      await button(sheet, said.set).click()
      await expect(sheet.getByText(said.enterPrice)).toBeVisible()
      // Above zero is a level that the price has reached.
      await sheet.getByRole('radio', { name: said.above }).check()
      await field(sheet, said.price).fill('1')
      await button(sheet, said.set).click()
      await expect(sheet.getByText(said.passed)).toBeVisible()
      await sheet.getByRole('radio', { name: said.below }).check()
      await button(sheet, said.set).click()
      await expect(sheet).toHaveCount(0)

      await page.getByRole('button', { name: said.bell }).click()
      const own = sheet.getByRole('region', { name: said.own })
      await expect(own.getByText(said.isBelow)).toBeVisible()
      await expect(own.getByText(said.away)).toBeVisible()
      await sheet.getByRole('radio', { name: said.move }).check()
      await sheet.getByRole('switch', { name: said.once }).uncheck()
      await button(sheet, said.set).click()
      await expect(sheet).toHaveCount(0)

      const apple = { code: 'AAPL', market: 'US' } as const
      const besidePrice = async (steps: bigint) => {
        const { last, tick } = await person.call(calls.market.quote, apple)
        return price(last + steps * tick)
      }
      await page.getByRole('button', { name: said.bell }).click()
      await sheet.getByRole('radio', { name: said.above }).check()
      await sheet.getByRole('switch', { name: said.practice }).check()
      // The price may pass a level so close to it before it is set.
      await expect(async () => {
        await field(sheet, said.price).fill(formatPrice(await besidePrice(3n), 2))
        await button(sheet, said.set).click()
        await expect(sheet).toHaveCount(0, { timeout: 2000 })
      }).toPass({ timeout: 20_000 })
      const messages = async () =>
        (await person.call(calls.content.messages, { pageNum: 1, pageSize: 10, type: 'ALERT' })).total
      // The market moves by a step within seconds, up or down: alerts on both sides stay close to it.
      const always = { ...apple, repeats: false, inPracticeHours: true } as const
      await expect(async () => {
        if ((await messages()) > 0) return
        await person.ask(calls.alerts.create, { ...always, kind: 'above', level: await besidePrice(1n) })
        await person.ask(calls.alerts.create, { ...always, kind: 'below', level: await besidePrice(-1n) })
        expect(await messages()).toBeGreaterThan(0)
      }).toPass({ timeout: 60_000, intervals: [3000] })

      await page.goto('/#/pages/notice/index?tab=messages')
      await page.getByRole('link').filter({ hasText: said.sheet }).first().click()
      await expect(page.getByText(said.reached)).toBeVisible()
      await page.getByRole('link', { name: said.alerts }).click()
      await expect(page.getByRole('region', { name: said.list }).getByText(said.isMove)).toBeVisible()
      const over = page.getByRole('region', { name: said.over, exact: true })
      await expect(over.getByRole('link').first()).toBeVisible()
      // Each alert that is over has told once, however many are over by now.
      await expect(async () => expect(await messages()).toBe(await over.getByRole('link').count())).toPass({
        timeout: 20_000,
      })
      const removals = page.getByRole('button', { name: said.remove })
      for (let left = await removals.count(); left > 0; left -= 1) {
        await removals.first().click()
        await expect(removals).toHaveCount(left - 1)
      }
      await expect(page.getByText(said.empty)).toBeVisible()
      const told = await messages()
      // Several ticks later nothing more was told.
      await page.waitForTimeout(3000)
      expect(await messages()).toBe(told)
    })

    test('a browser is told while the page is closed, until its person switches it off', async ({ page, context }) => {
      test.slow()
      await signInAs(page, (await openTrader()).person)
      await page.goto('/#/pages/alert/index')
      const toggle = page.getByRole('switch', { name: said.device })
      // It waits for the service worker, which first keeps all files of the page.
      await expect(toggle).not.toBeChecked({ timeout: 40_000 })
      // A browser without a permission and without anybody who could give it says no.
      await toggle.click()
      await expect(page.getByText(said.blocked)).toBeVisible()
      await expect(toggle).not.toBeChecked()

      await context.grantPermissions(['notifications'])
      await page.addInitScript(pretendMaker, browserKeys())
      await page.reload()
      await toggle.click()
      await expect(toggle).toBeChecked()
      await expect(page.getByText(said.blocked)).toHaveCount(0)
      await page.reload()
      await expect(toggle).toBeChecked()
      await toggle.click()
      await expect(toggle).not.toBeChecked()
      await page.reload()
      await expect(toggle).not.toBeChecked()
    })
  })

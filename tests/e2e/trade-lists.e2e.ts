import { readFile } from 'node:fs/promises'

import { calls } from '@mex/contract/areas.ts'
import { price, quantityOf } from '@mex/core/money/money.ts'
import type { Person } from '@mex/world/person.ts'

import { button } from './controls.ts'
import { overflowOf } from './inspect.ts'
import { expect, figureOf, settle, test, violationsOf, type Locator, type Page } from './journey.ts'
import { linesOf } from './lines.ts'
import { openBusyTrader, openGuest, openTrader, signInAs } from './trader.ts'
import { languages, languagesOf } from './words.ts'

/** The lists of Trade: positions sorted and totalled, orders filtered, and the share card of a result. */

const texts = {
  totals: ['Totals of the positions', '持仓合计'],
  marketValue: ['Market value', '市值'],
  sortByName: ['Sort by Name', '按名称排序'],
  nameUp: ['Name, sorted from low to high', '名称，由低到高'],
  nameDown: ['Name, sorted from high to low', '名称，由高到低'],
  side: ['Side', '方向'],
  instrument: ['Instrument', '品种'],
  time: ['Order by time', '按时间排序'],
  none: ['No order matches these filters.', '没有符合筛选条件的委托。'],
  share: ['Share', '分享'],
  shareApple: ['Share the result of Apple', '分享苹果的盈亏'],
  card: [/^Share card: Apple/, /^分享图片：苹果/],
  showAmount: ['Show the amount of money', '显示盈亏金额'],
  save: ['Save picture', '保存图片'],
} as const

const share = {
  market: 'US',
  classify: 'UsStock',
  extendedHours: false,
  leverage: 1,
  purpose: 'open',
} as const
const trade = '/#/pages/trade/index'

/** Positions in Apple, long, and Microsoft, short. */
async function openTwo(person: Person): Promise<void> {
  const order = { ...share, type: 'market', quantity: quantityOf('2') } as const
  await person.call(calls.trading.createStock, { ...order, code: 'AAPL', side: 'buy' })
  await person.call(calls.trading.createStock, { ...order, code: 'MSFT', side: 'sell' })
  const open = async () => (await person.call(calls.trading.positions, { pageNum: 1, pageSize: 9 })).total
  await expect.poll(open).toBe(2)
}

async function placeLimit(person: Person, code: string, side: 'buy' | 'sell'): Promise<void> {
  const { last } = await person.call(calls.market.quote, { code, market: 'US' })
  const far = side === 'buy' ? 85n : 115n
  const limit = price(((last * far) / 100n / 10n ** 8n) * 10n ** 8n)
  await person.call(calls.trading.createStock, {
    ...share,
    code,
    side,
    type: 'limit',
    limit,
    quantity: quantityOf('1'),
  })
}

/** The parts of a picture, in tiles of this many pixels, that have no pixel of the red of the practice words. */
async function tilesWithoutMark(page: Page, picture: Buffer, size: number): Promise<readonly string[]> {
  return page.evaluate(
    async ({ bytes, size }) => {
      const image = await createImageBitmap(new Blob([Uint8Array.from(bytes)], { type: 'image/png' }))
      const canvas = document.createElement('canvas')
      canvas.width = image.width
      canvas.height = image.height
      const brush = canvas.getContext('2d', { willReadFrequently: true })
      if (brush === null) throw new Error('no canvas')
      brush.drawImage(image, 0, 0)
      const bare: string[] = []
      for (let y = 0; y + size <= image.height; y += size)
        for (let x = 0; x + size <= image.width; x += size) {
          const { data } = brush.getImageData(x, y, size, size)
          let red = 0
          // Every pixel of the words is redder than white, however pale.
          for (let at = 0; at < data.length; at += 4)
            if ((data[at] ?? 0) - (data[at + 1] ?? 0) > 15 && (data[at] ?? 0) > 190) red += 1
          if (red < (size * size) / 100) bare.push(`${x},${y}`)
        }
      return bare
    },
    { bytes: [...picture], size },
  )
}

async function savedPicture(page: Page, save: Locator): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

test.describe('in English, whose words are the longest', () => {
  test.use({ language: 'en', viewport: { width: 360, height: 740 } })

  test('each action of an opened position is written in one line', async ({ page, words }) => {
    await signInAs(page, (await openTrader()).person)
    await page.goto(trade)
    await page.getByRole('button', { name: words.cardDetails }).tap()
    for (const name of [words.addMargin, words.half, words.close])
      expect(await page.getByText(name, { exact: true }).filter({ visible: true }).evaluate(linesOf), name).toBe(1)
  })

  test('a list that is opened by its address has its chip in view, and no word is cut before it', async ({ page }) => {
    await signInAs(page, (await openBusyTrader()).person)
    for (const width of [360, 390]) {
      await page.setViewportSize({ width, height: 740 })
      for (const list of [0, 2, 1]) {
        await page.goto(`${trade}?list=${list}`)
        const chips = page.getByRole('main').getByRole('group').first().locator('label')
        await expect(chips.and(page.locator(':has(:checked)'))).toBeInViewport({ ratio: 1 })
        const cut = () =>
          chips
            .locator('span')
            .evaluateAll((words) =>
              words
                .map((word) => ({ text: word.textContent, ...word.getBoundingClientRect().toJSON() }))
                .filter(({ left, right }: DOMRect) => left < 0 && right > 0),
            )
        await expect.poll(cut, { message: `list ${list} at ${width} px` }).toEqual([])
      }
    }
    // The result of a closing is after its fees, and says so.
    await expect(page.getByText('after fees', { exact: true }).first()).toBeVisible()
  })
})

for (const language of languagesOf(import.meta.filename)) {
  const at = languages.indexOf(language) as 0 | 1
  test.describe(language, () => {
    test.use({ language })

    test('positions have totals, and are sorted as the device remembers', async ({ page, words }) => {
      const person = await openGuest()
      await openTwo(person)
      await signInAs(page, person)
      await page.goto(trade)
      const cards = page.getByRole('list', { name: words.holding }).getByRole('listitem')
      const totals = page.getByRole('region', { name: texts.totals[at] })
      await expect(figureOf(totals, texts.marketValue[at])).toContainText('$')
      await expect(cards.first()).toContainText('MSFT')
      await button(page, texts.sortByName[at]).tap()
      // The Chinese names are sorted by their sound: Apple is first in both languages.
      await expect(cards.first()).toContainText('AAPL')
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
      await page.reload()
      await expect(button(page, texts.nameUp[at])).toHaveAttribute('aria-pressed', 'true')
      await expect(cards.first()).toContainText('AAPL')
      await button(page, texts.nameUp[at]).tap()
      await expect(cards.last()).toContainText('AAPL')
      await button(page, texts.nameDown[at]).tap()
      await expect(cards.first()).toContainText('MSFT')
      // Whoever hides amounts hides the totals too.
      await page.evaluate(() => localStorage.setItem('mex.amountsHidden', 'on'))
      await page.setViewportSize({ width: 320, height: 640 })
      await page.reload()
      await expect(figureOf(totals, texts.marketValue[at])).toHaveText('••••')
      expect(await overflowOf(page)).toEqual([])
    })

    test('orders are filtered by side and instrument and sorted by time, and Back keeps the filter', async ({
      page,
      words,
    }) => {
      const person = await openGuest()
      await placeLimit(person, 'AAPL', 'buy')
      await placeLimit(person, 'MSFT', 'sell')
      await placeLimit(person, 'AAPL', 'sell')
      await signInAs(page, person)
      await page.goto(`${trade}?list=2`)
      const cards = page.getByRole('list', { name: words.orders }).getByRole('listitem')
      const chip = (name: string) => page.getByRole('combobox', { name })
      await expect(cards).toHaveCount(3)
      await chip(texts.time[at]).selectOption('asc')
      await expect(cards.nth(1)).toContainText('MSFT')
      await chip(texts.side[at]).selectOption('sell')
      await expect(cards).toHaveCount(2)
      await expect(cards.first()).toContainText('MSFT')
      await chip(texts.instrument[at]).selectOption({ label: words.appleName })
      await expect(cards).toHaveCount(1)
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
      await cards.getByRole('link').tap()
      await expect(page).toHaveURL(/type=2/)
      await page.goBack()
      await expect(chip(texts.instrument[at])).toHaveValue('US:AAPL')
      await expect(cards).toHaveCount(1)
      await page.getByRole('radio', { name: words.success, exact: true }).check()
      await expect(page.getByText(texts.none[at])).toBeVisible()
      await expect(chip(texts.side[at])).toHaveValue('sell')
    })

    test('a result is shared as a picture that says everywhere that the money is simulated', async ({
      page,
      words,
    }) => {
      const { person } = await openTrader()
      await signInAs(page, person)
      await page.goto(trade)
      const card = page.getByRole('list', { name: words.holding }).getByRole('listitem')
      await card.getByRole('button', { name: words.cardDetails }).tap()
      await card.getByRole('button', { name: texts.share[at], exact: true }).tap()
      const sheet = page.getByRole('dialog')
      await expect(sheet.getByRole('img', { name: texts.card[at] })).toBeVisible()
      await expect(sheet.getByRole('switch', { name: texts.showAmount[at] })).not.toBeChecked()
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
      const save = button(sheet, texts.save[at])
      const { name, bytes } = await savedPicture(page, save)
      expect(name).toMatch(/^AAPL-.+\.png$/)
      expect(await tilesWithoutMark(page, bytes, 180)).toEqual([])
      // The amount is added only by the switch.
      await sheet.getByRole('switch', { name: texts.showAmount[at] }).check()
      await expect(async () => {
        const withAmount = await savedPicture(page, save)
        expect(withAmount.bytes.equals(bytes)).toBe(false)
        expect(await tilesWithoutMark(page, withAmount.bytes, 180)).toEqual([])
      }).toPass()
    })
  })
}

test.describe('on a desk', () => {
  test.use({ viewport: { width: 1440, height: 900 }, hasTouch: false })

  test('the headers sort with aria-sort, and the row opens the share card', async ({ page, words }) => {
    const person = await openGuest()
    await openTwo(person)
    await signInAs(page, person)
    await page.goto(trade)
    const lists = page.getByRole('region', { name: words.lists })
    const rows = lists.locator('tbody tr')
    const header = lists.getByRole('columnheader', { name: /Name/ })
    await expect(rows.first()).toContainText('MSFT')
    await expect(header).toHaveAttribute('aria-sort', 'none')
    await header.getByRole('button').click()
    await expect(header).toHaveAttribute('aria-sort', 'ascending')
    await expect(rows.first()).toContainText('AAPL')
    await header.getByRole('button').click()
    await expect(header).toHaveAttribute('aria-sort', 'descending')
    await expect(rows.first()).toContainText('MSFT')
    await expect(lists.getByRole('region', { name: texts.totals[0] })).toContainText('Market value')
    await lists.getByRole('button', { name: texts.shareApple[0] }).click()
    await expect(page.getByRole('dialog').getByRole('img', { name: texts.card[0] })).toBeVisible()
    await expect(page.getByRole('dialog')).toContainText(words.practice)
    await settle(page)
    expect(await violationsOf(page)).toEqual([])
  })
})

import { expect, settle, test, type Page } from './journey.ts'
import { linesOf } from './lines.ts'
import { openBusyTrader, openRegistered, signInAs } from './trader.ts'

/** What fits a phone of 360 pixels in English, whose words are the longest. */

test.use({ language: 'en', viewport: { width: 360, height: 740 } })

/** The names of the figures whose value does not stand below them. */
const besides = (rows: readonly Element[]): readonly string[] =>
  rows.flatMap((row) => {
    const [name, value] = [row.querySelector('dt'), row.querySelector('dd')]
    if (name === null || value === null) return ['nothing']
    return value.getBoundingClientRect().top < name.getBoundingClientRect().bottom - 1 ? [name.innerText] : []
  })

async function expectOneLine(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const text = page.getByText(name, { exact: true }).filter({ visible: true }).first()
    // A list that is drawn again meanwhile has no lines for a moment.
    await expect.poll(() => text.evaluate(linesOf), { message: name }).toBe(1)
  }
}

test('each tab of a list is written in one line', async ({ page }) => {
  await page.goto('/#/pages/product/popular')
  await expect(page.getByRole('radio', { name: 'Most active' })).toBeVisible()
  await expectOneLine(page, ['Popular', 'Gainers', 'Losers', 'Most active'])
})

test('each index to compare with, and each state of an order, is written in one line', async ({ page }) => {
  await signInAs(page, (await openBusyTrader()).person)
  await page.goto('/#/pages/trade/index?list=2')
  await expect(page.getByRole('radio', { name: 'Cancelled' })).toBeVisible()
  await expectOneLine(page, ['Success', 'Cancelled'])
  await page.goto('/#/pages/profile/index')
  await expect(page.getByRole('radio', { name: 'Hang Seng' })).toBeVisible()
  await expectOneLine(page, ['S&P 500', 'Hang Seng'])
})

test('the key figures of an index and the sectors of a market stand in even rows', async ({ page }) => {
  await page.goto('/#/pages/quote/globalindex?name=S%26P+500&code=SPX&source=99&market=GLOBAL')
  const figures = page.getByRole('heading', { name: 'Key figures' }).locator('..').locator('dl > div')
  await expect(figures.nth(1)).toBeVisible()
  // Beside their names, only some of the values would fit.
  expect(await figures.evaluateAll(besides)).toEqual([])
  await page.goto('/#/pages/market/screener')
  const tiles = page.getByRole('listitem').getByRole('button', { name: /up · \d+ down/ })
  await expect(tiles.nth(1)).toBeVisible()
  const tops = await tiles.evaluateAll((all) =>
    all.map((tile) => {
      const { top, height } = tile.getBoundingClientRect()
      return [Math.round(top), Math.round(height)] as const
    }),
  )
  for (const sameRow of Map.groupBy(tops, ([top]) => top).values())
    expect(new Set(sameRow.map(([, height]) => height)).size).toBe(1)
})

test('the words of a notice are not squeezed beside its button', async ({ page }) => {
  await signInAs(page, await openRegistered())
  await page.goto('/#/pages/bcard/modify')
  const notice = page.getByRole('note').filter({ hasText: 'Practice cards only' })
  await expect(notice).toBeVisible()
  const [words, button] = [notice.locator('> div'), notice.getByRole('button')]
  const [above, below] = [await words.boundingBox(), await button.boundingBox()]
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
})

/** How many pixels of the code of the invitation are neither dark nor white. */
const greyPixels = (picture: Element): number => {
  if (!(picture instanceof HTMLImageElement)) return -1
  const canvas = document.createElement('canvas')
  const [width, height] = [picture.naturalWidth, picture.naturalHeight]
  Object.assign(canvas, { width, height })
  const brush = canvas.getContext('2d')
  if (brush === null) return -1
  brush.drawImage(picture, 0, 0)
  const { data } = brush.getImageData(width / 2 - 200, 320, 400, 400)
  let grey = 0
  for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 0) > 40 && (data[at] ?? 0) < 240) grey += 1
  return grey
}

test('the code of the invitation has no lines between its squares, and its link stands in one line', async ({
  page,
}) => {
  await signInAs(page, await openRegistered())
  await page.goto('/#/pages/profile/share')
  const picture = page.getByRole('img', { name: /[0-9A-Z]{6}/ })
  await expect(picture).toBeVisible()
  await settle(page)
  expect(await picture.evaluate(greyPixels)).toBe(0)
  expect((await picture.boundingBox())?.width).toBe(330)
  expect(await page.getByText(/^http.*invite=/).evaluate(linesOf)).toBe(1)
})

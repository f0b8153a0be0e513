import { calls } from '@mex/contract/areas.ts'
import { formatPrice } from '@mex/core/money/money.ts'
import { openPerson } from '@mex/world/person.ts'

import { expect, serverUrl, test, type Locator, type Page } from './journey.ts'
import { languagesOf } from './words.ts'

/** A chart that is dragged into the past: what it says is about the candles in view, and it leads back to now. */

const texts = {
  en: { day: '1D', chart: /1D chart, .*: from [\d.,]+ to ([\d.,]*\d)/, backToNow: 'Back to now' },
  'zh-CN': { day: '日K', chart: /日K图，.*：从 [\d.,]+ 到 ([\d.,]+)，/, backToNow: '回到最新' },
} as const

const quote = '/#/pages/quote/stock?name=Apple&code=AAPL&source=0&market=US'

/** Notes what canvases write: the tags of the scale are no elements of the page. */
function noteDrawnTexts(): void {
  const drawn: string[] = []
  Object.assign(window, { drawn })
  const { prototype } = CanvasRenderingContext2D
  const write = Object.getOwnPropertyDescriptor(prototype, 'fillText')?.value as (...given: unknown[]) => void
  prototype.fillText = function fillText(...given: [text: string, x: number, y: number]) {
    drawn.push(given[0])
    Reflect.apply(write, this, given)
  }
}

type Noting = { drawn: string[] }
const forgetDrawn = (page: Page) => page.evaluate(() => (window as unknown as Noting).drawn.splice(0).length)
const drawnTexts = (page: Page) => page.evaluate(() => (window as unknown as Noting).drawn)

async function drag(page: Page, chart: Locator, distance: number): Promise<void> {
  const box = await chart.boundingBox()
  const [x, y] = [(box?.x ?? 0) + 60, (box?.y ?? 0) + 120]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + distance, y, { steps: 6 })
  await page.mouse.up()
}

const dayText = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  timeZone: 'America/New_York',
})

/** The candles of days as the page writes them: the date, then open, high, low and close. */
async function candlesOfDays(): Promise<readonly (readonly string[])[]> {
  const asked = { code: 'AAPL', market: 'US', period: '1D' } as const
  const { bars } = await openPerson(serverUrl()).call(calls.market.candles, asked)
  return bars.map(({ time, open, high, low, close }) => [
    dayText.format(time * 1000),
    ...[open, high, low, close].map((price) => formatPrice(price, 2)),
  ])
}

for (const language of languagesOf(import.meta.filename))
  test.describe(language, () => {
    test.use({ language })
    const said = texts[language]

    test('the row, the legend and the tag are those of the candles in view, until the chart is back', async ({
      page,
    }) => {
      await page.addInitScript(noteDrawnTexts)
      await page.goto(quote)
      await page.getByRole('radio', { name: said.day }).check()
      const chart = page.getByRole('figure', { name: said.chart })
      await expect(chart).toContainText(/MA5 [\d.,]+/)
      const now = page.getByRole('button', { name: said.backToNow })
      await expect(now).toHaveCount(0)
      await drag(page, chart, 225)
      await expect(now).toBeVisible()

      const days = await candlesOfDays()
      const row = chart.locator('p', { has: page.locator('strong') })
      const [box, button] = [await chart.boundingBox(), await now.boundingBox()]
      /** The place of the candle under the crosshair among the days; the row has its date and its prices. */
      const dayAt = async (x: number): Promise<number> => {
        await page.mouse.move(x, (box?.y ?? 0) + 150)
        const [date, ...prices] = (await row.innerText()).match(/[\d./]+/g) ?? []
        const index = days.findIndex(([day]) => day === date)
        expect(prices.slice(0, 4)).toEqual(days[index]?.slice(1))
        return index
      }
      const first = await dayAt((box?.x ?? 0) + 90)
      // The button stands eight pixels from the scale.
      const last = await dayAt((button?.x ?? 0) + (button?.width ?? 0) + 6)
      expect(last).toBeGreaterThan(first)
      expect(last).toBeLessThan(days.length - 10)

      await page.mouse.move(5, 5)
      await expect(row).toHaveCount(0)
      const closes = days.map((day) => Number(day[4]))
      const average = closes.slice(last - 4, last + 1).reduce((sum, close) => sum + close / 5, 0)
      const legend = Number(/MA5 ([\d.]+)/.exec(await chart.innerText())?.[1])
      expect(Math.abs(legend - average)).toBeLessThan(0.011)
      // The next tick writes the scale anew.
      await forgetDrawn(page)
      await expect.poll(() => drawnTexts(page)).toContain(days[last]?.[4])
      const newest = said.chart.exec((await chart.getAttribute('aria-label')) ?? '')?.[1]
      expect(await drawnTexts(page)).not.toContain(newest)

      await now.tap()
      await expect(now).toHaveCount(0)
      await forgetDrawn(page)
      await expect
        .poll(async () => {
          const newest = said.chart.exec((await chart.getAttribute('aria-label')) ?? '')?.[1] ?? ''
          return (await drawnTexts(page)).includes(newest)
        })
        .toBe(true)
    })
  })

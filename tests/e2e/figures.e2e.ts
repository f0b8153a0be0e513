import { calls } from '@mex/contract/areas.ts'
import { formatMoney } from '@mex/core/money/money.ts'

import { expect, test, type Page } from './journey.ts'
import { openTrader, signInAs } from './trader.ts'

/** The figures of a quote page at one moment. The market clock is before the New York open. */
async function readFigures(page: Page) {
  const text = await page.locator('main').last().innerText()
  const figure = (label: string): number => {
    const found = new RegExp(`(?:^|\\n)${label}\\n\\s*([+−-]?[\\d,]+\\.\\d+)`).exec(text)?.[1]
    return Number((found ?? 'none').replaceAll(',', '').replace('−', '-'))
  }
  const [last, low, high] = [figure('Last'), figure('Low'), figure('High')]
  return { last, low, high, previousClose: figure('Previous close'), change: figure('Change'), text }
}

test('before the open the quote page computes all figures from the last close and labels it', async ({ page }) => {
  const trader = await openTrader()
  await signInAs(page, trader.person)
  await page.goto('/#/pages/quote/stock?name=Apple&code=AAPL&source=0&market=US')
  await expect(page.getByText(/^At close Thu$/)).toBeVisible()
  const { lastSession } = await trader.person.call(calls.market.quote, { code: 'AAPL', market: 'US' })
  await expect(page.getByText(/^Last$/)).toBeVisible()
  for (let look = 0; look < 20; look += 1) {
    const { last, low, high, previousClose, change, text } = await readFigures(page)
    expect(low).toBeLessThanOrEqual(last)
    expect(last).toBeLessThanOrEqual(high)
    expect(Math.abs(last - previousClose - change)).toBeLessThan(0.001)
    expect(previousClose).toBe(Number(lastSession?.close) / 1e8)
    expect(text).toContain(lastSession?.date === undefined ? 'a session' : 'At close Thu')
    await page.waitForTimeout(300)
  }
})

test('home shows the net worth of the overview call, including floating profit', async ({ page, words }) => {
  const { person } = await openTrader()
  await signInAs(page, person)
  const answer = page.waitForResponse((response) => response.url().includes('getFundingOverview'))
  await page.goto('/')
  const { data } = (await (await answer).json()) as { data: Readonly<Record<string, string>> }
  expect(data['equity']).not.toBe(data['total'])
  const shown = (amount: string | undefined): RegExp =>
    new RegExp(`MX\\$${(amount ?? 'none').replaceAll(/\B(?=(\d{3})+(?!\d))(?=[\d]*\.)/g, ',').replace('.', '\\.')}`)
  await expect(page.getByText(shown(data['equity'])).filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByText(words.netWorth)).toBeVisible()
  const overview = await person.call(calls.account.overview, { wallet: 'OVERVIEW' })
  const dollars = overview.wallets.find(({ wallet }) => wallet === 'US_STOCK')
  expect(formatMoney(dollars?.equity ?? overview.total)).not.toBe(formatMoney(dollars?.total ?? overview.total))
})

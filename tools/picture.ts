import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { root } from './web-build.ts'

/**
 * Makes docs/picture.png, the picture of the README, from a running server: home, a quote, the order form and the Trade tab
 * side by side, as a guest sees them after a few trades. Run by hand: `node tools/picture.ts http://127.0.0.1:8080`.
 */
const [url = 'http://127.0.0.1:8080'] = process.argv.slice(2)
const phone = { width: 390, height: 844 }
const gap = 12

const bought = [
  { name: 'Apple', code: 'AAPL', quantity: '10', leverage: '2×' },
  { name: 'NVIDIA', code: 'NVDA', quantity: '8', leverage: '3×' },
  { name: 'Microsoft', code: 'MSFT', quantity: '4', leverage: '1×' },
]
const quoteOf = ({ name, code }: { name: string; code: string }): string =>
  `${url}/#/pages/quote/stock?name=${name}&code=${code}&source=0&market=US`

async function openTicket(page: Page, { quantity, leverage, ...share }: (typeof bought)[number]): Promise<void> {
  await page.goto(quoteOf(share))
  await page.getByRole('link', { name: 'Buy / Long' }).click()
  await page.getByRole('textbox', { name: 'Quantity (shares)' }).fill(quantity)
  await page.getByRole('radio', { name: leverage }).check()
}

async function buy(page: Page, share: (typeof bought)[number]): Promise<void> {
  await openTicket(page, share)
  await page.getByRole('button', { name: 'Review order' }).click()
  await page.getByRole('button', { name: 'Place order' }).click()
  await page.getByRole('heading', { name: 'Filled' }).waitFor({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Done' }).click()
}

/** A screenshot, in base64, after the content has loaded and animations have ended. */
async function screenshot(page: Page): Promise<string> {
  await page.waitForTimeout(1500)
  await page.locator('[data-skeleton]:visible').first().waitFor({ state: 'hidden' })
  return (await page.screenshot()).toString('base64')
}

async function pictures(browser: Browser): Promise<readonly string[]> {
  const page = await browser.newPage({ viewport: phone, reducedMotion: 'reduce' })
  await page.goto(url)
  await page.getByRole('button', { name: 'Try it now' }).click()
  await page
    .getByText(/^Net worth/)
    .first()
    .waitFor()
  for (const share of bought) await buy(page, share)
  await page.goto(`${url}/#/`)
  const home = await screenshot(page)
  await page.goto(quoteOf({ name: 'Apple', code: 'AAPL' }))
  await page.getByRole('radio', { name: '1D' }).check()
  const quote = await screenshot(page)
  await openTicket(page, { name: 'Tesla', code: 'TSLA', quantity: '5', leverage: '2×' })
  const ticket = await screenshot(page)
  await page.goto(`${url}/#/pages/trade/index`)
  await page.getByRole('button', { name: 'Apple, details' }).click()
  const trade = await screenshot(page)
  return [home, quote, ticket, trade]
}

/** Combines several screenshots into one picture, in the browser. */
async function sideBySide(browser: Browser, parts: readonly string[]): Promise<Buffer> {
  const width = parts.length * (phone.width + gap) + gap
  const page = await browser.newPage({ viewport: { width, height: phone.height + 2 * gap } })
  const images = parts.map((part) => `<img src="data:image/png;base64,${part}" width="${phone.width}">`).join('')
  const style = `margin: ${gap}px; display: flex; gap: ${gap}px; background: #8f95a3`
  await page.setContent(`<body style="${style}">${images}</body>`)
  return page.screenshot()
}

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const picture = await sideBySide(browser, await pictures(browser))
  await writeFile(join(root, 'docs', 'picture.png'), picture)
  console.log(`docs/picture.png: ${Math.ceil(picture.length / 1024)} KB`)
} finally {
  await browser.close()
}

import { watchOrder } from './conditions.ts'
import { touchInput, keyboardInput, type InputMethod } from './controls.ts'
import { expect, figureOf, openTab, test, type Page } from './journey.ts'
import { centsIn } from './money.ts'
import { languagesOf, type Words } from './words.ts'

/** One user's page, its labels, and the input method. */
type Trader = { readonly page: Page; readonly words: Words; readonly input: InputMethod }

/** Matches names that a count or a price may follow. */
const beginning = (text: string): RegExp => new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)

/** Records the order frames of the push socket. */
function listenForOrders(page: Page): string[] {
  const frames: string[] = []
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('"type":"order"')) frames.push(String(payload))
    }),
  )
  return frames
}

async function findApple({ page, words, input }: Trader): Promise<void> {
  await input.press(page.getByRole('button', { name: words.tryItNow }))
  await expect(page.getByText(words.netWorth)).toBeVisible()
  await expect(
    page
      .getByText(/MX\$[\d,]+\.\d\d/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
  await input.press(page.getByRole('link', { name: words.search, exact: true }))
  await input.type(page.getByRole('searchbox', { name: words.searchField }), words.apple)
  await input.press(page.getByRole('link', { name: /AAPL/ }))
  await expect(page.getByRole('heading', { level: 1, name: words.appleName })).toBeVisible()
}

async function readChart({ page, words, input }: Trader): Promise<void> {
  const periods = page.getByRole('group', { name: words.chartPeriods })
  for (const period of ['day', 'week', 'month', 'quarter', 'year', 'intraday'] as const) {
    await input.choose(periods.getByRole('radio', { name: words[period] }))
    await expect(page.getByRole('figure', { name: new RegExp(`${words.appleName}.*${words[period]}`) })).toBeVisible()
  }
}

async function buyTen({ page, words, input }: Trader): Promise<void> {
  await input.press(page.getByRole('link', { name: words.buyLong }))
  const ticket = page.getByRole('dialog')
  await expect(ticket.getByText(words.practice).filter({ visible: true }).first()).toBeVisible()
  await input.type(ticket.getByRole('textbox', { name: words.quantityShares }), '10')
  await input.choose(ticket.getByRole('radio', { name: '2×' }))
  await input.press(ticket.getByRole('button', { name: words.reviewOrder }))
  await expect(ticket.getByRole('heading', { name: /10/ })).toBeVisible()
  const expectStill = await watchOrder(page)
  await input.press(ticket.getByRole('button', { name: words.placeOrder }))
  await expect(ticket.getByRole('heading', { name: words.filled })).toBeVisible()
  await expectStill()
  await input.press(ticket.getByRole('link', { name: words.viewInTrade }))
}

async function watchProfit({ page, words }: Trader): Promise<void> {
  const card = page.getByRole('list', { name: words.holding }).getByRole('listitem')
  await expect(card).toContainText(`${words.long} 2×`)
  await expect(card).toContainText('10 @')
  const before = await card.innerText()
  await expect.poll(() => card.innerText(), { timeout: 20_000 }).not.toBe(before)
}

async function addMargin({ page, words, input }: Trader): Promise<void> {
  const card = page.getByRole('list', { name: words.holding }).getByRole('listitem')
  await input.press(card.getByRole('button', { name: words.cardDetails }))
  await input.press(card.getByRole('button', { name: words.addMargin }))
  const sheet = page.getByRole('dialog')
  await input.type(sheet.getByRole('textbox', { name: words.amount }), '50')
  await input.press(sheet.getByRole('button', { name: words.add50 }))
  await expect(page.getByRole('status').filter({ hasText: words.success })).toBeAttached()
  await expect(sheet).toHaveCount(0)
}

/** Closes half of the position or all of it, from its expanded card. */
async function close({ page, words, input }: Trader, part: 'half' | 'close', quantity: string): Promise<void> {
  const card = page.getByRole('list', { name: words.holding }).getByRole('listitem')
  await input.press(card.getByRole('link', { name: words[part], exact: true }))
  const ticket = page.getByRole('dialog')
  await expect(ticket.getByRole('textbox', { name: words.quantityToClose })).toHaveValue(quantity)
  await input.press(ticket.getByRole('button', { name: words.reviewOrder }))
  await input.press(ticket.getByRole('button', { name: words.closePosition }))
  await expect(ticket.getByRole('heading', { name: words.filled })).toBeVisible()
  await input.press(ticket.getByRole('button', { name: words.done }))
  await expect(ticket).toHaveCount(0)
}

async function closeAll(trader: Trader): Promise<void> {
  const { page, words, input } = trader
  await close(trader, 'half', '5')
  await expect(page.getByRole('list', { name: words.holding })).toContainText('5 @')
  await close(trader, 'close', '5')
  await expect(page.getByText(words.noPositions)).toBeVisible()
  await input.choose(page.getByRole('radio', { name: beginning(words.closed) }))
  const closed = page.getByRole('list', { name: words.closed })
  await expect(closed.getByRole('listitem')).toHaveCount(2)
  await expect(closed.getByRole('listitem').first()).toContainText('5 @')
}

/** Expects the sum of the wallet's history rows to equal its balance, to the cent. */
async function checkEveryCent({ page, words, input }: Trader): Promise<void> {
  await openTab(page, words, 'account', input)
  await input.choose(page.getByRole('radio', { name: words.usWallet, exact: true }))
  await input.press(page.getByRole('link', { name: words.history, exact: true }).first())
  const rows = page.getByRole('region', { name: words.movements }).getByRole('button')
  // The grant, the opening, the added margin and two closings.
  await expect(rows).toHaveCount(5)
  await expect(rows.last()).toContainText(words.grant)
  let sum = 0n
  // A row that is drawn again meanwhile has no text for a moment.
  await expect(async () => {
    sum = (await rows.allInnerTexts()).reduce((total, text) => total + centsIn(text), 0n)
  }).toPass()
  await input.press(page.getByRole('button', { name: words.back }))
  const balance = figureOf(page.getByRole('main'), words.balance)
  await expect(balance).toHaveText(/^\$/)
  await expect.poll(async () => centsIn(await balance.innerText())).toBe(sum)
}

/** The whole journey, from the first load to the balance check. */
async function play(trader: Trader): Promise<void> {
  const { page } = trader
  const started = Date.now()
  const frames = listenForOrders(page)
  let loads = 0
  page.on('load', () => loads++)
  await page.goto('/')
  await findApple(trader)
  await readChart(trader)
  await buyTen(trader)
  expect(Date.now() - started, 'the first trade takes less than a minute').toBeLessThan(60_000)
  expect(
    frames.some((frame) => frame.includes('AAPL')),
    'the fill is pushed',
  ).toBe(true)
  await watchProfit(trader)
  await addMargin(trader)
  await closeAll(trader)
  await checkEveryCent(trader)
  expect(loads, 'the page loads once').toBe(1)
}

for (const language of languagesOf(import.meta.filename)) {
  test.describe(`in ${language}`, () => {
    // The first load of a real person installs the service worker.
    test.use({ language, serviceWorkers: 'allow' })
    test('a guest buys, adds margin and closes, and the history sums to the balance, by touch', async ({
      page,
      words,
    }) => {
      await play({ page, words, input: touchInput })
    })
    test('a guest buys, adds margin and closes, and the history sums to the balance, by keyboard alone', async ({
      page,
      words,
    }) => {
      test.slow()
      await play({ page, words, input: keyboardInput(page) })
    })
  })
}

test('a browser that prefers Chinese is offered Chinese, and the choice survives a reload', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ locale: 'zh-HK', ...(baseURL === undefined ? {} : { baseURL }) })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Try it now' })).toBeVisible()
  await page.getByRole('button', { name: '繁體中文' }).click()
  await expect(page.getByRole('button', { name: '立即體驗' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', /zh-TW/)
  await page.reload()
  await expect(page.getByRole('button', { name: '立即體驗' })).toBeVisible()
  await expect(page.getByRole('button', { name: '繁體中文' })).toHaveCount(0)
  await context.close()
})

import { finger, keyboardOf, type Hands } from './hands.ts'
import { expect, figureOf, openTab, test, type Page } from './journey.ts'
import { centsIn } from './money.ts'
import { languages, type Words } from './words.ts'

/** One user's page, its labels, and the input method. */
type Trader = { readonly page: Page; readonly words: Words; readonly hands: Hands }

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

async function findApple({ page, words, hands }: Trader): Promise<void> {
  await hands.press(page.getByRole('button', { name: words.tryItNow }))
  await expect(page.getByText(words.netWorth)).toBeVisible()
  await expect(
    page
      .getByText(/MX\$[\d,]+\.\d\d/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
  await hands.press(page.getByRole('link', { name: words.search, exact: true }))
  await hands.type(page.getByRole('searchbox', { name: words.searchField }), words.apple)
  await hands.press(page.getByRole('link', { name: /AAPL/ }))
  await expect(page.getByRole('heading', { level: 1, name: words.appleName })).toBeVisible()
}

async function readChart({ page, words, hands }: Trader): Promise<void> {
  const periods = page.getByRole('group', { name: words.chartPeriods })
  for (const period of ['day', 'week', 'month', 'quarter', 'year', 'intraday'] as const) {
    await hands.choose(periods.getByRole('radio', { name: words[period] }))
    await expect(page.getByRole('figure', { name: new RegExp(`${words.appleName}.*${words[period]}`) })).toBeVisible()
  }
}

async function buyTen({ page, words, hands }: Trader): Promise<void> {
  await hands.press(page.getByRole('link', { name: words.buyLong }))
  const ticket = page.getByRole('dialog')
  await expect(ticket.getByText(words.practice).filter({ visible: true }).first()).toBeVisible()
  await hands.type(ticket.getByRole('textbox', { name: words.quantityShares }), '10')
  await hands.choose(ticket.getByRole('radio', { name: '2×' }))
  await hands.press(ticket.getByRole('button', { name: words.reviewOrder }))
  await expect(ticket.getByRole('heading', { name: /10/ })).toBeVisible()
  await hands.press(ticket.getByRole('button', { name: words.placeOrder }))
  await expect(ticket.getByRole('heading', { name: words.filled })).toBeVisible()
  await hands.press(ticket.getByRole('link', { name: words.viewInTrade }))
}

async function watchProfit({ page, words }: Trader): Promise<void> {
  const card = page.getByRole('list', { name: words.holding }).getByRole('listitem')
  await expect(card).toContainText(`${words.long} 2×`)
  await expect(card).toContainText('10 @')
  const before = await card.innerText()
  await expect.poll(() => card.innerText(), { timeout: 20_000 }).not.toBe(before)
}

async function addMargin({ page, words, hands }: Trader): Promise<void> {
  const card = page.getByRole('list', { name: words.holding }).getByRole('listitem')
  await hands.press(card.getByRole('button', { name: words.cardDetails }))
  await hands.press(card.getByRole('button', { name: words.addMargin }))
  const sheet = page.getByRole('dialog')
  await hands.type(sheet.getByRole('textbox', { name: words.amount }), '50')
  await hands.press(sheet.getByRole('button', { name: words.add50 }))
  await expect(page.getByRole('status').filter({ hasText: words.success })).toBeAttached()
  await expect(sheet).toHaveCount(0)
}

/** Closes half of the position or all of it, from its expanded card. */
async function close({ page, words, hands }: Trader, part: 'half' | 'close', quantity: string): Promise<void> {
  const card = page.getByRole('list', { name: words.holding }).getByRole('listitem')
  await hands.press(card.getByRole('link', { name: words[part], exact: true }))
  const ticket = page.getByRole('dialog')
  await expect(ticket.getByRole('textbox', { name: words.quantityToClose })).toHaveValue(quantity)
  await hands.press(ticket.getByRole('button', { name: words.reviewOrder }))
  await hands.press(ticket.getByRole('button', { name: words.closePosition }))
  await expect(ticket.getByRole('heading', { name: words.filled })).toBeVisible()
  await hands.press(ticket.getByRole('button', { name: words.done }))
  await expect(ticket).toHaveCount(0)
}

async function closeAll(person: Trader): Promise<void> {
  const { page, words, hands } = person
  await close(person, 'half', '5')
  await expect(page.getByRole('list', { name: words.holding })).toContainText('5 @')
  await close(person, 'close', '5')
  await expect(page.getByText(words.noPositions)).toBeVisible()
  await hands.choose(page.getByRole('radio', { name: beginning(words.closed) }))
  const closed = page.getByRole('list', { name: words.closed })
  await expect(closed.getByRole('listitem')).toHaveCount(2)
  await expect(closed.getByRole('listitem').first()).toContainText('5 @')
}

/** Expects the sum of the wallet's history rows to equal its balance, to the cent. */
async function checkEveryCent({ page, words, hands }: Trader): Promise<void> {
  await openTab(page, words, 'account', hands)
  await hands.choose(page.getByRole('radio', { name: words.usWallet, exact: true }))
  await hands.press(page.getByRole('link', { name: words.history, exact: true }).first())
  const rows = page.getByRole('region', { name: words.movements }).getByRole('button')
  // The grant, the opening, the added margin and two closings.
  await expect(rows).toHaveCount(5)
  await expect(rows.last()).toContainText(words.grant)
  const texts = await rows.allInnerTexts()
  const sum = texts.reduce((total, text) => total + centsIn(text), 0n)
  await hands.press(page.getByRole('button', { name: words.back }))
  const balance = figureOf(page.getByRole('main'), words.balance)
  await expect(balance).toHaveText(/^\$/)
  await expect.poll(async () => centsIn(await balance.innerText())).toBe(sum)
}

/** The whole journey, from the first load to the balance check. */
async function play(person: Trader): Promise<void> {
  const { page } = person
  const started = Date.now()
  const frames = listenForOrders(page)
  let loads = 0
  page.on('load', () => loads++)
  await page.goto('/')
  await findApple(person)
  await readChart(person)
  await buyTen(person)
  expect(Date.now() - started, 'the first trade takes less than a minute').toBeLessThan(60_000)
  expect(
    frames.some((frame) => frame.includes('AAPL')),
    'the fill is pushed',
  ).toBe(true)
  await watchProfit(person)
  await addMargin(person)
  await closeAll(person)
  await checkEveryCent(person)
  expect(loads, 'the page loads once').toBe(1)
}

for (const language of languages) {
  test.describe(`in ${language}`, () => {
    test.use({ language })
    test('a guest buys, adds margin and closes, and the history sums to the balance, by touch', async ({
      page,
      words,
    }) => {
      await play({ page, words, hands: finger })
    })
    test('a guest buys, adds margin and closes, and the history sums to the balance, by keyboard alone', async ({
      page,
      words,
    }) => {
      test.slow()
      await play({ page, words, hands: keyboardOf(page) })
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

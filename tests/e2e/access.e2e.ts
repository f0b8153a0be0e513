import { calls } from '@mex/contract/areas.ts'

import { keyboardInput } from './controls.ts'
import { enlarge, expectReadable } from './inspect.ts'
import { expect, test, type Locator, type Page } from './journey.ts'
import { openGuest, signInAs } from './trader.ts'
import { textsIn, type Words } from './words.ts'

/** A trade from search to receipt by roles, names and keys alone: what people hear, and how they get on without a pointer. */

const phone = { width: 390, height: 844 }
const desk = { width: 1440, height: 900 }

const pairs = {
  last: ['last', '最新价'],
  changePercent: ['change %', '涨跌幅'],
  order: ['Stock order', '股票下单'],
  tooLarge: ['Order too large', '订单过大'],
  tooFar: ['Price too far from the market', '价格偏离市价过大'],
  atMost: ['At most', '最多'],
  range: ['Between', '可接受范围'],
  buyTen: ['Buy long 10 shares', '买入做多 10 股'],
  edit: ['Edit', '修改'],
  type: ['Order type', '订单类型'],
  market: ['Market', '市价'],
  estimatedPrice: ['Est. price', '预估成交价'],
  leverage: ['Leverage', '杠杆'],
  notional: ['Order value', '订单金额'],
  margin: ['Margin required', '所需保证金'],
  fee: ['Handling fee', '手续费'],
  reserve: ['Set aside until filled', '成交前预留'],
  after: ['Buying power after', '下单后可用'],
  liquidation: ['Est. liquidation price', '预估强平价'],
  filledText: ['10 shares at', '10 股，成交均价'],
  orderNumber: ['Order number', '订单号'],
  status: ['Status', '状态'],
  filledQuantity: ['Filled', '已成交'],
  tenShares: ['10 shares', '10 股'],
  averagePrice: ['Average price', '成交均价'],
  placed: ['Placed', '下单时间'],
  profit: ['floating profit and loss', '浮动盈亏'],
  favour: ['Price gain or loss', '持仓涨跌幅'],
} as const

type Labels = Readonly<Record<keyof typeof pairs, string>>

type Way = {
  readonly page: Page
  readonly words: Words
  readonly labels: Labels
  /** The window shows the workspace, where the order form is a part of the page. */
  readonly isWide: boolean
  readonly hasLargeLetters: boolean
}

const ticketOf = ({ page, words, labels, isWide }: Way): Locator =>
  isWide
    ? page.getByRole('region', { name: words.order, exact: true })
    : page.getByRole('dialog', { name: labels.order, exact: true })

/** Finds Apple and opens its page; the focus is on its heading. */
async function search(way: Way): Promise<void> {
  const { page, words, labels, isWide, hasLargeLetters } = way
  const { press, type } = keyboardInput(page)
  await page.goto(isWide ? '/#/pages/trade/index' : '/')
  if (isWide) {
    // The first page of a server that has just started waits for its prices.
    await expect(ticketOf(way).getByRole('textbox')).toBeVisible({ timeout: 30_000 })
    await page.keyboard.press('/')
  } else await press(page.getByRole('link', { name: words.search, exact: true }))
  const field = page.getByRole('searchbox', { name: words.searchField })
  await expect(field).toBeFocused()
  // At the default size, a long name of a list ends after its second line.
  if (hasLargeLetters) await expectReadable(page.getByRole('main'), 'search')
  await type(field, words.apple)
  const found = page.getByRole('link', {
    name: new RegExp(`^${words.appleName} AAPL · NASDAQ ${labels.last} [\\d,.]+ ${labels.changePercent} [+−\\d]`),
  })
  await expect(found).toBeVisible()
  if (isWide) await page.keyboard.press('Enter')
  else {
    await expectReadable(page.getByRole('main'), 'found', found)
    await press(found)
  }
  await expect(page.getByRole('heading', { level: 1, name: words.appleName, exact: true })).toBeFocused()
}

/** Opens the ticket and enters what is refused, then what is not. */
async function enter(way: Way): Promise<void> {
  const { page, words, labels, isWide } = way
  const { press, type } = keyboardInput(page)
  if (isWide) await page.keyboard.press('b')
  else {
    const buy = page.getByRole('link', { name: words.buyLong })
    await expectReadable(page.getByRole('main'), 'quote', buy)
    await press(buy)
    await expect(ticketOf(way)).toBeFocused()
  }
  const ticket = ticketOf(way)
  const quantity = ticket.getByRole('textbox', { name: words.quantityShares })
  await type(quantity, '999999')
  await expect(ticket.getByRole('alert')).toHaveText(labels.tooLarge)
  await expect(quantity).toHaveAccessibleDescription(new RegExp(`^${labels.tooLarge} .*${labels.atMost}`))
  await type(quantity, '10')
  await expect(ticket.getByRole('alert')).toHaveCount(0)
  await expectReadable(ticket, 'ticket', ticket.getByRole('button', { name: words.reviewOrder }))
  await quantity.press('Enter')
}

/** Every figure of the review has its label, and the focus is on its heading. */
async function review(way: Way): Promise<void> {
  const { page, words, labels } = way
  const ticket = ticketOf(way)
  await expect(ticket.getByRole('heading', { name: labels.buyTen })).toBeFocused()
  const money = /\$[\d,]+\.\d\d/
  await expect(ticket).toMatchAriaSnapshot(`
    - heading "${labels.buyTen}" [level=2]
    - term: ${labels.type}
    - definition: ${labels.market}
    - term: ${labels.estimatedPrice}
    - definition: ${money}
    - term: ${labels.leverage}
    - definition: 1×
    - term: ${labels.notional}
    - definition: ${money}
    - term: ${labels.margin}
    - definition: ${money}
    - term: ${labels.fee}
    - definition: ${money}
    - term: ${labels.reserve}
    - definition: ${money}
    - term: ${labels.after}
    - definition: ${money}
    - term: ${labels.liquidation}
    - definition
    - paragraph
    - button "${labels.edit}"
    - button "${words.placeOrder}"
  `)
  const place = ticket.getByRole('button', { name: words.placeOrder })
  await expectReadable(ticket, 'review', place)
  await keyboardInput(page).press(place)
}

/** The receipt is a status with the focus on its heading; then the position is named with its figures. */
async function receive(way: Way): Promise<void> {
  const { page, words, labels, isWide } = way
  const { press } = keyboardInput(page)
  const ticket = ticketOf(way)
  await expect(ticket.getByRole('status').getByRole('heading', { name: words.filled })).toBeFocused()
  await expect(ticket).toMatchAriaSnapshot(`
    - status:
      - heading "${words.filled}" [level=2]
      - paragraph: /^${labels.filledText} [\\d,.]+/
    - term: ${labels.orderNumber}
    - definition: /S\\d+-\\d+/
    - term: ${labels.status}
    - definition: ${words.success}
    - term: ${labels.filledQuantity}
    - definition: ${labels.tenShares}
    - term: ${labels.averagePrice}
    - definition: /[\\d,.]+/
    - term: ${words.marginNow}
    - definition: /\\$[\\d,.]+/
    - term: ${labels.fee}
    - definition: /\\$[\\d,.]+/
    - term: ${labels.placed}
    - definition
    - link "${words.viewInTrade}"
    - button "${words.done}"
  `)
  await expectReadable(ticket, 'receipt', ticket.getByRole('button', { name: words.done }))
  if (isWide) {
    await press(ticket.getByRole('button', { name: words.done }))
    // A new form is read from its first control.
    await expect(ticket.getByRole('radio', { name: words.buyLong })).toBeFocused()
    await expect(page.getByRole('table', { name: words.holding }).getByRole('row', { name: /AAPL/ })).toBeVisible()
    return
  }
  await press(ticket.getByRole('link', { name: words.viewInTrade }))
  await expect(page.getByRole('heading', { level: 1, name: words.trade })).toBeFocused()
  await expect(page.getByRole('list', { name: words.holding })).toMatchAriaSnapshot(`
    - listitem:
      - link "${words.appleName} AAPL"
      - text: /${labels.profit} [+−]?\\$[\\d,.]+ ${labels.favour} [+−]?[\\d.]+%/
      - button "${words.cardDetails}"
  `)
  await expectReadable(page.getByRole('list', { name: words.holding }), 'position')
}

for (const { language, viewport, isLarge } of [
  { language: 'en', viewport: phone, isLarge: false },
  { language: 'zh-CN', viewport: desk, isLarge: false },
  { language: 'zh-CN', viewport: phone, isLarge: true },
  { language: 'en', viewport: desk, isLarge: true },
] as const) {
  const size = isLarge ? ', letters of 200 %' : ''
  test.describe(`${language}, ${viewport.width} px${size}`, () => {
    test.use({ language, viewport, hasTouch: false })

    test('a trade is made by names and keys, and every step says what it is', async ({ page, words }) => {
      if (isLarge) await enlarge(page)
      await signInAs(page, await openGuest())
      // Large letters leave no room for the workspace.
      const isWide = viewport === desk && !isLarge
      const way = { page, words, labels: textsIn(language, pairs), isWide, hasLargeLetters: isLarge }
      await search(way)
      await enter(way)
      await review(way)
      await receive(way)
    })
  })
}

test('the error of a limit price is said once, while the accepted prices follow the market', async ({
  page,
  words,
}) => {
  const labels = textsIn('en', pairs)
  await signInAs(page, await openGuest())
  await page.goto('/#/pages/payment/stock?code=AAPL&market=US')
  await page.getByRole('radio', { name: words.limit }).check()
  await page.getByRole('textbox', { name: words.quantityShares }).fill('1')
  const limit = page.getByRole('textbox', { name: words.limitPrice })
  await limit.fill('1')
  const range = page.getByText(new RegExp(`^${labels.range}`))
  const before = await range.innerText()
  await page.evaluate(() => {
    const said: string[] = []
    Object.assign(window, { said })
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement
        const region = element?.closest('[role=alert], [role=status], output, [aria-live]:not([aria-live=off])')
        if (region !== null && region !== undefined) said.push(region.textContent)
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  await expect(range).not.toHaveText(before, { timeout: 20_000 })
  await expect(page.getByRole('alert').filter({ hasText: labels.tooFar })).toHaveText(labels.tooFar)
  await expect(limit).toHaveAccessibleDescription(new RegExp(`^${labels.tooFar} ${labels.range}`))
  expect(await page.evaluate(() => (window as unknown as { said: string[] }).said)).toEqual([])
})

test('Enter in a form that is a page of its own goes on to the review', async ({ page, words }) => {
  const person = await openGuest()
  await signInAs(page, person)
  const [bond] = (await person.call(calls.bonds.list, { pageNum: 1, pageSize: 1 })).rows
  const [robot] = (await person.call(calls.robots.list, { pageNum: 1, pageSize: 1 })).rows
  const forms = [
    [`/#/pages/bonds/open?id=${bond?.id}`, '100', page.getByRole('dialog')],
    [`/#/pages/robotai/rental?id=${robot?.robotId}`, '1', page.getByRole('dialog')],
    [
      '/#/pages/payment/stock?name=Apple&code=AAPL&source=0&market=US&direction=0',
      '10',
      page.getByRole('button', { name: words.placeOrder }),
    ],
  ] as const
  for (const [address, amount, review] of forms) {
    await page.goto('about:blank')
    await page.goto(address)
    const field = page.getByRole('main').getByRole('textbox').first()
    await field.fill(amount)
    await expect(review, address).toHaveCount(0)
    await field.press('Enter')
    await expect(review, address).toBeVisible()
  }
})

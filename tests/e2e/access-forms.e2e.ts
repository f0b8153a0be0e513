import { calls } from '@mex/contract/areas.ts'
import { present } from '@mex/core/assert.ts'
import type { Person } from '@mex/world/person.ts'

import { keyboardInput } from './controls.ts'
import { enlarge, expectReadable } from './inspect.ts'
import { expect, test, type Locator, type Page } from './journey.ts'
import { openGuest, signInAs } from './trader.ts'
import { languages, textsIn, type Words } from './words.ts'

/** Orders of futures and currencies, and closing, by names and keys alone, on pages of their own. */

const pairs = {
  futureOrder: ['Futures order', '期货下单'],
  forexOrder: ['Forex order', '外汇下单'],
  closing: ['Close position', '平仓'],
  contracts: ['Quantity (contracts)', '数量（张）'],
  lots: ['Quantity (lots)', '数量（手）'],
  oneContract: ['Buy long 1 contract', '买入做多 1 张'],
  someLots: ['Buy long 0.05 lots', '买入做多 0.05 手'],
  closeContract: ['Close 1 contract', '平仓 1 张'],
  closeLots: ['Close 0.05 lots', '平仓 0.05 手'],
  last: ['last', '最新价'],
  changePercent: ['change %', '涨跌幅'],
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
  missing: ['Please add quantity', '请输入数量'],
  position: ['Your position', '我的持仓'],
  long: ['Long 20×', '多 20×'],
  openPrice: ['open price', '开仓价'],
  profit: ['Est. P/L before fees', '预估盈亏（未扣费用）'],
  net: ['Net of all fees', '扣除全部费用后'],
  comesBack: ['Comes back', '退回金额'],
  edit: ['Edit', '修改'],
  orderNumber: ['Order number', '订单号'],
} as const

type Labels = Readonly<Record<keyof typeof pairs, string>>

type Walk = {
  readonly page: Page
  readonly words: Words
  readonly labels: Labels
}

type Form = {
  readonly title: string
  readonly field: string
  readonly entered: string
  /** The heading of the review. */
  readonly heading: string
}

/** The second month: the front month may be in its last days, in which nothing can be opened. */
async function laterMonth(person: Person): Promise<string> {
  const months = await person.call(calls.market.futureMonths, { product: 'MES' })
  return present(months[1], 'a second month').code
}

const heading = (page: Page, level: 1 | 2, name: string): Locator =>
  page.getByRole('heading', { level, name, exact: true })
const money = /(MX)?\$[\d,]+\.\d\d/
const signed = /[+−]?(MX)?\$[\d,]+\.\d\d/

/** Opens the form from its own address: it is read from its title, and says what is missing. */
async function enter({ page, words, labels }: Walk, address: string, form: Form): Promise<void> {
  const { choose, type } = keyboardInput(page)
  await page.goto(address)
  const main = page.getByRole('main')
  const field = main.getByRole('textbox', { name: form.field })
  await expect(field).toBeVisible()
  await expect(heading(page, 1, form.title)).toBeVisible()
  await expect(main).toContainText(new RegExp(`${labels.last}[\\d,.]+ *${labels.changePercent}`, 'i'))
  if (form.title !== labels.closing) {
    await expect(page.getByRole('button', { name: words.reviewOrder })).toHaveAccessibleDescription(labels.missing)
    await choose(main.getByRole('radio', { name: '20×' }))
  }
  await type(field, form.entered)
  const button = page.getByRole('button', { name: words.reviewOrder })
  await expectReadable(main, `${form.title}, form`, button)
  await field.press('Enter')
  await expect(heading(page, 2, form.heading)).toBeFocused()
}

/** Enter on a heading places nothing; the button does, and the receipt is read from its heading. */
async function place({ page, words, labels }: Walk, name: string): Promise<void> {
  const main = page.getByRole('main')
  await page.keyboard.press('Enter')
  const button = page.getByRole('button', { name, exact: true })
  await expectReadable(main, 'review', button)
  await keyboardInput(page).press(button)
  const status = page.getByRole('status').getByRole('heading', { level: 2, name: words.filled })
  await expect(status).toBeFocused({ timeout: 20_000 })
  await expect(main).toMatchAriaSnapshot(`
    - status:
      - heading "${words.filled}" [level=2]
      - paragraph
    - term: ${labels.orderNumber}
    - definition: /[A-Z]+\\d+-\\d+/
  `)
  await expectReadable(main, 'receipt', page.getByRole('button', { name: words.done, exact: true }))
}

async function expectOpeningReview({ page, labels }: Walk, { heading: title }: Form): Promise<void> {
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "${title}" [level=2]
    - term: ${labels.type}
    - definition: ${labels.market}
    - term: ${labels.estimatedPrice}
    - definition: /\\$[\\d,.]+/
    - term: ${labels.leverage}
    - definition: 20×
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
  `)
}

async function expectClosingReview({ page, labels }: Walk, { heading: title }: Form): Promise<void> {
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "${title}" [level=2]
    - term: ${labels.position}
    - definition: ${labels.long}
    - term: ${labels.type}
    - definition: ${labels.market}
    - term: ${labels.estimatedPrice}
    - definition: /\\$[\\d,.]+/
    - term: ${labels.openPrice}
    - definition: /\\$[\\d,.]+/
    - term: ${labels.profit}
    - definition: ${signed}
    - term: ${labels.fee}
    - definition: ${money}
    - term: ${labels.net}
    - definition: ${signed}
    - term: ${labels.comesBack}
    - definition: ${money}
  `)
}

for (const [at, language] of languages.entries()) {
  for (const isLarge of [false, true]) {
    test.describe(`${language}${isLarge ? ', letters of 200 %' : ''}`, () => {
      test.use({ language, hasTouch: false })

      // Each product in both languages, each language once with large letters.
      const isFuture = (at === 0) === isLarge
      const product = isFuture ? 'future' : 'currency pair'

      test(`a ${product} is bought and closed by names and keys, on pages of their own`, async ({ page, words }) => {
        if (isLarge) await enlarge(page)
        const person = await openGuest()
        const labels = textsIn(language, pairs)
        const walk = { page, words, labels }
        const code = isFuture ? await laterMonth(person) : 'EURUSD'
        const source = isFuture ? 3 : 2
        const form = {
          title: isFuture ? labels.futureOrder : labels.forexOrder,
          field: isFuture ? labels.contracts : labels.lots,
          entered: isFuture ? '1' : '0.05',
          heading: isFuture ? labels.oneContract : labels.someLots,
        }
        await signInAs(page, person)
        await enter(walk, `/#/pages/payment/${isFuture ? 'future' : 'forex'}?code=${code}`, form)
        await expectOpeningReview(walk, form)
        await place(walk, words.placeOrder)

        const held = async () => (await person.call(calls.trading.positions, { pageNum: 1, pageSize: 5 })).rows[0]
        const { id } = present(await held(), 'the position')
        const closing = {
          title: labels.closing,
          field: words.quantityToClose,
          entered: form.entered,
          heading: isFuture ? labels.closeContract : labels.closeLots,
        }
        await enter(walk, `/#/pages/payment/close?code=${code}&source=${source}&id=${id}`, closing)
        await expectClosingReview(walk, closing)
        await place(walk, words.closePosition)
        await expect.poll(held).toBe(undefined)
      })
    })
  }
}

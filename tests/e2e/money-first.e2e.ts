import { calls } from '@mex/contract/areas.ts'
import { present } from '@mex/core/assert.ts'
import { moneyOf, subtractMoney, type Money } from '@mex/core/money/money.ts'
import type { Wallet } from '@mex/core/wallet/wallets.ts'
import { openPerson, type Person } from '@mex/world/person.ts'

import { button } from './controls.ts'
import { expect, figureOf, settle, test as plain, violationsOf, type Page } from './journey.ts'
import { startServer, type JourneyServer } from './open-server.ts'
import { openVerified, signInAs } from './trader.ts'
import { languages, languagesOf } from './words.ts'

/** Bonds, blocks, applications, campaigns, strategies and robots that other accounts pay for in one confirmation. */

/** The half minute of a transfer takes six seconds. Every product takes orders. */
const settings = { CLOCK_SPEED: '5', CLOCK_START: '2026-11-10T15:30:00Z' }

const texts = {
  others: ['Usable in all accounts', '全部账户可用'],
  about: [/^≈\sMX\$[\d,.]+$/, /^≈\sMX\$[\d,.]+$/],
  most: [/^Max [1-9]/, /^最多 [1-9]/],
  full: ['Max', '最大'],
  missing: [/is missing in “/, /还差 MX\$/],
  first: ['First the money moves', '先划转资金'],
  spread: ['Exchange spread, included', '汇兑点差（已包含）'],
  confirm: ['Move money and order', '划转并下单'],
  moving: ['Your money is moving', '资金划转中'],
  stays: [/^The money is in “Follow.*” and stays there\.$/, /^资金在“跟单.*”，原样保留。$/],
  none: ['No order was placed', '未下单'],
  back: ['Back to the order', '返回订单'],
  leave: ['Don’t place the order', '不下单了'],
  left: [/^You left before the money had arrived/, /^您在资金到账前离开/],
  goOn: ['Continue to my order', '继续下单'],
  review: [/^Review( rental)?$/, /^核对(租赁)?$/],
  understand: ['I understand that it cannot be sold', '我明白不可卖出'],
  agree: ['I understand that I can lose money and cannot take it out early.', '我明白可能亏损，且不能提前取出。'],
  apply: ['Apply', '申请'],
  follow: ['Follow', '跟单'],
  bought: ['Purchase successful', '购买成功'],
  blockWaits: ['Confirming', '确认中'],
  subscribed: ['You have subscribed', '申购成功'],
  applied: ['You have applied', '申请成功'],
  followed: ['Order placed', '跟单已提交'],
  trend: ['Moving-average trend', '均线趋势'],
} as const
type Words = { readonly [Key in keyof typeof texts]: (typeof texts)[Key][0] | (typeof texts)[Key][1] }

const test = plain.extend<object, { server: JourneyServer }>({
  server: [
    async ({}, use) => {
      const server = await startServer(settings)
      // The first account on a server has to wait for the first prices, the first look at the agencies for their record.
      const person = openPerson(server.url)
      await person.call(calls.account.guest, {})
      await person.call(calls.follows.agencies, {})
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
})

const firstRows = { pageNum: 1, pageSize: 50 } as const
const freeOf = async (person: Person, wallet: Wallet): Promise<Money> =>
  (await person.call(calls.wallet.balance, { wallet })).available

/** A verified user, whose wallet has only ten pesos; the rest is in another one. */
async function openPoor(server: JourneyServer, wallet: Wallet): Promise<Person> {
  const { person, email } = await openVerified(server)
  await server.database.pool.query('update app_user set block_status = 3 where email = $1', [email])
  const amount = subtractMoney(await freeOf(person, wallet), moneyOf('10'))
  const to = wallet === 'BALANCE' ? 'FOREX' : 'BALANCE'
  const target = (await freeOf(person, to)) + amount
  await person.call(calls.wallet.transfer, { from: wallet, to, amount })
  await expect.poll(() => freeOf(person, to), { timeout: 30_000 }).toBe(target)
  return person
}

/** The movements of a kind in a wallet. */
async function movements(person: Person, wallet: Wallet, kind: (type: number) => boolean) {
  const { rows } = await person.call(calls.trading.bills, { ...firstRows, wallet, timeZone: 'UTC' })
  return rows.filter(({ type }) => kind(type))
}

type Product = {
  readonly name: string
  readonly wallet: Wallet
  readonly path: (person: Person) => Promise<string>
  /** Fills the form until it can be reviewed. */
  readonly fill: (page: Page, words: Words) => Promise<void>
  readonly receipt: keyof Words
  /** The money is set aside until a confirmation, and paid then. */
  readonly isSetAside?: true
  readonly placed: (person: Person) => Promise<number>
}

const products: readonly Product[] = [
  {
    name: 'a bond',
    wallet: 'BALANCE',
    path: async (person) => {
      const { rows } = await person.call(calls.bonds.list, firstRows)
      const bond = present(
        rows.find(({ kind, remaining }) => kind === 'cetes' && remaining > 0n),
        'Cetes',
      )
      return `/#/pages/bonds/open?id=${bond.id}`
    },
    async fill(page, words) {
      await expect(page.getByText(words.most)).toBeVisible()
      await page.getByRole('main').getByRole('textbox').fill('2000')
    },
    receipt: 'bought',
    placed: async (person) => (await person.call(calls.bonds.holdings, firstRows)).total,
  },
  {
    name: 'a block',
    wallet: 'STOCK',
    path: async (person) => {
      const { rows } = await person.call(calls.blocks.offers, firstRows)
      const offer = present(
        rows.find(({ market, remaining }) => market === 'MX' && remaining > 0n),
        'a block',
      )
      return `/#/pages/payment/stock?source=4&id=${offer.offerId}&code=${offer.code}&market=MX`
    },
    async fill(page, words) {
      await expect(page.getByRole('button', { name: words.most })).toBeEnabled()
      await page.getByRole('textbox').fill('10000')
    },
    receipt: 'blockWaits',
    isSetAside: true,
    placed: async (person) => (await person.call(calls.trading.orders, firstRows)).total,
  },
  {
    name: 'a new issue',
    wallet: 'SUBSCRIPTION',
    path: async (person) => {
      const issues = await person.call(calls.offerings.issues, {})
      const issue = present(
        issues.find(({ phase, market }) => phase === 'open' && market === 'US'),
        'an issue',
      )
      return `/#/pages/payment/newstock?id=${issue.id}`
    },
    async fill(page, words) {
      await expect(page.getByText(words.most)).toBeVisible()
      await page.getByRole('main').getByRole('textbox').fill('1')
    },
    receipt: 'subscribed',
    isSetAside: true,
    placed: async (person) => (await person.call(calls.offerings.applications, firstRows)).total,
  },
  {
    name: 'a placing',
    wallet: 'SUBSCRIPTION',
    path: async (person) => {
      const { rows } = await person.call(calls.placings.list, { ...firstRows, id: undefined, market: undefined })
      const placing = present(
        rows.find(({ phase, market }) => phase === 'open' && market === 'US'),
        'a placing',
      )
      return `/#/pages/placing/index?id=${placing.id}`
    },
    fill: async (page, words) => {
      await page.getByRole('button', { name: words.apply, exact: true }).tap()
      await expect(page.getByText(words.most)).toBeVisible()
      await page.getByRole('dialog').getByRole('textbox').fill('1')
    },
    receipt: 'applied',
    isSetAside: true,
    placed: async (person) => (await person.call(calls.placings.applications, firstRows)).total,
  },
  {
    name: 'a campaign',
    wallet: 'FOLLOW',
    path: async (person) => {
      const agencies = await person.call(calls.follows.agencies, {})
      const open = agencies.flatMap(({ campaigns }) => campaigns).find(({ state }) => state === 'open')
      return `/#/pages/payment/follow?id=${present(open, 'a campaign').id}`
    },
    async fill(page, words) {
      await expect(figureOf(page.locator('body'), words.others)).toHaveText(words.about)
      await page.getByRole('textbox').fill('1')
      await page.getByRole('button', { name: words.full, exact: true }).tap()
      await expect(page.getByRole('textbox')).toHaveValue(/\d{3}/)
      await page.getByRole('textbox').fill('1000')
      await page.getByText(words.understand).tap()
    },
    receipt: 'followed',
    isSetAside: true,
    placed: async (person) => (await person.call(calls.follows.orders, firstRows)).total,
  },
  {
    name: 'a strategy',
    wallet: 'FINANCIAL',
    path: async () => '/#/pages/aiquantify/index',
    fill: async (page, words) => {
      await page.getByRole('button', { name: words.trend }).tap()
      await page.getByRole('dialog').getByRole('textbox').fill('2000')
      await page.getByText(words.agree).tap()
    },
    receipt: 'bought',
    placed: async (person) => (await person.call(calls.quantify.orders, firstRows)).total,
  },
  {
    name: 'a robot',
    wallet: 'FINANCIAL',
    path: async (person) => {
      const [robot] = (await person.call(calls.robots.list, firstRows)).rows
      return `/#/pages/robotai/rental?id=${present(robot, 'a robot').id}`
    },
    fill: (page) => page.getByRole('main').getByRole('textbox').fill('1'),
    receipt: 'bought',
    placed: async (person) => (await person.call(calls.robots.orders, firstRows)).total,
  },
]

const productOf = (name: string): Product =>
  present(
    products.find((each) => each.name === name),
    name,
  )

/** From the form to the steps, past the lesson that stands before the first purchase of some products. */
async function confirm(page: Page, product: Product, words: Words): Promise<void> {
  await product.fill(page, words)
  await expect(page.getByText(words.missing)).toBeVisible({ timeout: 15_000 })
  await expect(figureOf(page.locator('body'), words.others)).toHaveText(words.about)
  await settle(page)
  expect(await violationsOf(page)).toEqual([])
  await page.getByText(words.missing).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: words.review }).tap()
  const goOn = page.getByRole('button', { name: words.goOn, exact: true })
  await expect(goOn.or(button(page, words.confirm))).toBeVisible()
  if (await goOn.isVisible()) await goOn.tap()
  await expect(page.getByRole('heading', { name: words.first })).toBeVisible()
  await settle(page)
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('heading', { name: words.first }).scrollIntoViewIfNeeded()
  await button(page, words.confirm).tap()
}

for (const language of languagesOf(import.meta.filename)) {
  const index = languages.indexOf(language)
  const words = Object.fromEntries(Object.entries(texts).map(([key, said]) => [key, said[index]])) as unknown as Words
  test.describe(language, () => {
    test.use({ language })

    for (const product of products)
      test(`${product.name} that its account cannot pay is paid by the others in one confirmation, to the cent`, async ({
        page,
        server,
      }) => {
        const { wallet, receipt } = product
        const person = await openPoor(server, wallet)
        const before = (await movements(person, wallet, () => true)).map(({ id }) => id)
        await signInAs(page, person)
        await page.goto(await product.path(person))
        await settle(page)
        await confirm(page, product, words)
        await expect(page.getByText(words.moving)).toBeVisible()
        await settle(page)
        expect(await violationsOf(page)).toEqual([])
        await expect(page.getByText(words[receipt]).first()).toBeVisible({ timeout: 40_000 })
        await settle(page)
        expect(await product.placed(person)).toBe(1)
        // What came and what was paid make the balance, to the cent.
        const rows = (await movements(person, wallet, () => true)).filter(({ id }) => !before.includes(id))
        const came = rows.filter(({ type }) => type === 21 || type === 22)
        expect(came.length).toBeGreaterThan(0)
        const sum = rows.reduce((total, { amount }) => total + amount, 0n)
        const { available, used } = await person.call(calls.wallet.balance, { wallet })
        expect(rows.some(({ amount }) => amount < 0n)).toBe(product.isSetAside !== true)
        expect(available + (product.isSetAside === true ? used : 0n)).toBe(moneyOf('10') + sum)
        if (product.isSetAside === true) expect(used).toBeGreaterThan(moneyOf('10'))
      })

    test('a refused order leaves the money in the account that pays, and the next one moves nothing again', async ({
      page,
      server,
    }) => {
      const product = productOf('a campaign')
      const person = await openPoor(server, 'FOLLOW')
      await signInAs(page, person)
      await page.goto(await product.path(person))
      await settle(page)
      // The amount of the campaign is refused once, by the server: it is less than a campaign takes.
      let isChanged = false
      await page.route('**/userFollowInvest/add', async (route) => {
        const body = route.request().postDataJSON() as Record<string, unknown>
        const amount = isChanged ? body['amount'] : '1'
        isChanged = true
        await route.continue({ postData: JSON.stringify({ ...body, amount }) })
      })
      await confirm(page, product, words)
      await expect(page.getByText(words.stays)).toBeVisible({ timeout: 40_000 })
      await expect(page.getByRole('heading', { name: words.none })).toBeVisible()
      await settle(page)
      expect(await violationsOf(page)).toEqual([])
      expect(await product.placed(person)).toBe(0)
      expect(await freeOf(person, 'FOLLOW')).toBe(moneyOf('1000'))
      await button(page, words.back).tap()
      await expect(page.getByText(words.missing)).toHaveCount(0)
      await page.getByRole('button', { name: words.review }).tap()
      await page.getByRole('dialog').getByRole('button', { name: words.follow, exact: true }).tap()
      await expect(page.getByText(words.followed)).toBeVisible()
      expect(await freeOf(person, 'FOLLOW')).toBe(0n)
      expect(
        (await movements(person, 'FOLLOW', (type) => type === 21)).filter(({ amount }) => amount > 0n),
      ).toHaveLength(1)
    })

    test('who leaves while the money moves is told so, and nothing moves twice', async ({ page, server }) => {
      const product = productOf('a robot')
      const person = await openPoor(server, 'FINANCIAL')
      await signInAs(page, person)
      await page.goto(await product.path(person))
      await settle(page)
      await confirm(page, product, words)
      await expect(page.getByText(words.moving)).toBeVisible()
      await button(page, words.leave).tap()
      await expect(page.getByText(words.left)).toBeVisible()
      await expect(page.getByText(words.missing)).toHaveCount(0)
      await page.getByRole('button', { name: words.review }).tap()
      await expect(page.getByRole('dialog').getByText(words.first)).toHaveCount(0)
      await expect.poll(() => freeOf(person, 'FINANCIAL'), { timeout: 20_000 }).toBeGreaterThan(moneyOf('10'))
      expect(await product.placed(person)).toBe(0)
    })
  })
}

import { builtScreens, listed } from '#conformance/reached.ts'
import { expect, type Page } from './journey.ts'
import type { Words } from './words.ts'

/**
 * The user of a scene: a visitor is signed out, a trader is a guest who trades, a newcomer has only registered, and an
 * owner is verified and has cards, deposits and withdrawals.
 */
export type Viewer = 'visitor' | 'trader' | 'newcomer' | 'owner'

/** A state of a screen: a route, and the actions that lead to the state. */
export type Scene = {
  readonly name: string
  /** The routes of the specification that the scene shows. */
  readonly shows: readonly string[]
  /** The address; it contains the id of the trader's position where the route needs one. */
  readonly address: (positionId: number) => string
  readonly seenBy: Viewer
  readonly act?: (page: Page, words: Words) => Promise<void>
}

const scene = (path: string, query = '', more: Partial<Scene> = {}): Scene => ({
  seenBy: 'trader',
  shows: [path],
  address: (positionId) => `/#${path}${query.replace('{position}', String(positionId))}`,
  ...more,
  name: (path === '/' ? 'home' : path.replace('/pages/', '').replaceAll('/', '-')) + (more.name ?? ''),
})

const apple = '?name=Apple&code=AAPL&source=0&market=US'

async function ticket(page: Page, words: Words): Promise<void> {
  await page.getByRole('link', { name: words.buyLong }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('textbox', { name: words.quantityShares }).fill('10')
  await sheet.getByRole('radio', { name: '2×' }).check()
}

async function review(page: Page, words: Words): Promise<void> {
  await ticket(page, words)
  await page.getByRole('button', { name: words.reviewOrder }).click()
  await expect(page.getByRole('button', { name: words.placeOrder })).toBeVisible()
}

async function search(page: Page, words: Words): Promise<void> {
  await page.getByRole('searchbox').fill(words.apple)
  await expect(page.getByRole('list', { name: words.searchResults }).getByRole('link', { name: /AAPL/ })).toBeVisible()
}

async function openGrant(page: Page, words: Words): Promise<void> {
  await page.getByRole('button', { name: new RegExp(words.grant) }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: words.done })).toBeVisible()
}

async function documentPage(page: Page, words: Words): Promise<void> {
  await page.getByRole('textbox', { name: words.firstName }).fill('测试')
  await page.getByRole('textbox', { name: words.lastName }).fill('样本')
  await page.getByRole('button', { name: words.continue }).click()
  await expect(page.getByRole('radio', { name: words.passport })).toBeVisible()
}

async function openDeposit(page: Page): Promise<void> {
  await page.getByRole('button', { name: /SUSD/ }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

async function reviewWithdrawal(page: Page, words: Words): Promise<void> {
  await page.getByRole('textbox').first().fill('1200')
  await page.getByRole('button', { name: words.review, exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

/** The first offer of the list, once its result or its terms are there. */
async function firstOffer(page: Page, words: Words): Promise<void> {
  await page.getByRole('main').locator('a[href*="newstock?id="]').first().click()
  await expect(page.getByRole('heading', { name: words.whatThisIs })).toBeVisible()
}

/** The first robot of the list. */
async function firstRobot(page: Page): Promise<void> {
  await page.getByRole('main').locator('a[href*="robotai/product"]').first().click()
  await expect(page.getByRole('link', { name: /./ }).and(page.locator('a[href*="robotai/rental"]'))).toBeVisible()
}

/** The review of a rental of it. */
async function rentFirstRobot(page: Page): Promise<void> {
  await firstRobot(page)
  await page.locator('a[href*="robotai/rental"]').click()
  await expect(page.getByRole('textbox').first()).toBeVisible()
}

/** The first bond of the list. */
async function firstBond(page: Page): Promise<void> {
  await page.getByRole('main').locator('a[href*="bonds/open"]').first().click()
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
}

/** The form of the campaign of an agency that takes orders. */
async function followFirst(page: Page): Promise<void> {
  await page.locator('a[href*="payment/follow"]').first().click()
  await expect(page.getByRole('textbox')).toBeVisible()
}

/** The sheet of the strategy that is ranked first. */
async function firstStrategy(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button').first().click()
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible()
}

/** Both curves of a lesson about frauds. */
async function showPromise(page: Page): Promise<void> {
  await page.getByRole('switch').check()
}

/** The form for the first open offer that has its form on a route. */
const applyOn = (route: string) => async (page: Page) => {
  await page.getByRole('main').locator(`a[href*="${route}"]`).first().click()
  await expect(page.getByRole('textbox')).toBeVisible()
}

/** The message with the longest word of all: it names the coin account to which a withdrawal was paid. */
async function paidMessage(page: Page, words: Words): Promise<void> {
  const messages = page.getByRole('region', { name: words.messages }).getByRole('link')
  await messages
    .filter({ hasText: /Withdrawal paid|提现已完成/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 2 })).toBeVisible()
}

/** A scene for every screen of the specification, and for sheets and states that need their own inspection. */
const specified: readonly Scene[] = [
  scene('/', '', { name: '-signed-out', seenBy: 'visitor' }),
  scene('/pages/auth/login', '', { seenBy: 'visitor' }),
  scene('/pages/auth/register', '', { seenBy: 'visitor' }),
  scene('/pages/auth/register', '?invite=ABC234', { name: '-invited', seenBy: 'visitor' }),
  scene('/pages/auth/registerindividual', '', { seenBy: 'visitor' }),
  scene('/pages/auth/registercompany', '', { seenBy: 'visitor' }),
  scene('/pages/auth/resetpwd', '', { seenBy: 'visitor' }),
  scene('/pages/auth/protocol', '', { seenBy: 'visitor' }),
  scene('/pages/trade/index', '', { name: '-signed-out', seenBy: 'visitor' }),
  scene('/'),
  scene('/pages/market/index'),
  scene('/pages/market/index', '?tab=futures', { name: '-futures' }),
  scene('/pages/watchlist/index'),
  scene('/pages/watchlist/manage'),
  scene('/pages/search/index'),
  scene('/pages/search/index', '', { name: '-found', act: search }),
  scene('/pages/quote/stock', apple),
  scene('/pages/quote/stock', apple, {
    name: '-candles',
    act: (page, words) => page.getByRole('radio', { name: words.day, exact: true }).check(),
  }),
  scene('/pages/quote/future', '?name=Gold&code=GC&source=3&market=FUT'),
  scene('/pages/quote/forex', '?name=EUR/USD&code=EURUSD&source=2&market=FX'),
  scene('/pages/quote/globalindex', '?name=S%26P+500&code=SPX&source=99&market=GLOBAL'),
  scene('/pages/hkstock/quote', '?name=Tencent&code=00700&source=11&market=HK'),
  scene('/pages/hkstock/index'),
  scene('/pages/product/future'),
  scene('/pages/product/forex'),
  scene('/pages/product/popular'),
  scene('/pages/product/auction', '', { seenBy: 'visitor' }),
  scene('/pages/product/auction', '?code=AAPL', { name: '-share' }),
  scene('/pages/product/blocktrade', '', { seenBy: 'visitor' }),
  scene('/pages/product/blocktrade', '', { name: '-guest' }),
  scene('/pages/placing/index', '', { seenBy: 'visitor' }),
  scene('/pages/placing/record'),
  scene('/pages/product/newstock', '', { seenBy: 'visitor' }),
  scene('/pages/product/newstock', '', { name: '-offer', act: firstOffer }),
  scene('/pages/product/newstock', '', {
    name: '-form',
    shows: ['/pages/payment/newstock'],
    act: applyOn('payment/newstock'),
  }),
  scene('/pages/product/newstock', '', {
    name: '-form-hong-kong',
    shows: ['/pages/hkstock/payipo'],
    act: applyOn('hkstock/payipo'),
  }),
  scene('/pages/payment/stock', `${apple}&direction=0`),
  scene('/pages/payment/future', '?name=Gold&code=GC&source=3&market=FUT&direction=1'),
  scene('/pages/payment/forex', '?name=EUR/USD&code=EURUSD&source=2&market=FX&direction=0'),
  scene('/pages/payment/close', `${apple}&direction=0&id={position}&part=half`),
  scene('/pages/quote/stock', apple, { name: '-ticket', act: ticket }),
  scene('/pages/quote/stock', apple, { name: '-review', act: review }),
  scene('/pages/trade/index'),
  scene('/pages/trade/index', '', {
    name: '-open-card',
    act: (page, words) => page.getByRole('button', { name: words.cardDetails }).click(),
  }),
  scene('/pages/trade/index', '?list=2', { name: '-orders' }),
  scene('/pages/trade/index', '?list=1', { name: '-closed' }),
  scene('/pages/trade/index', '?list=4', { name: '-subscriptions' }),
  scene('/pages/trade/index', '?list=6', { name: '-bonds' }),
  scene('/pages/trade/index', '?list=5', { name: '-follow' }),
  scene('/pages/trade/detail', `${apple}&id={position}&type=0`),
  scene('/pages/profile/index'),
  scene('/pages/profile/index', '?wallet=US_STOCK', { name: '-wallet' }),
  scene('/pages/profile/transaction'),
  scene('/pages/profile/transaction', '?wallet=US_STOCK', { name: '-row', act: openGrant }),
  scene('/pages/profile/transaction', '?view=trades', { name: '-trades' }),
  scene('/pages/profile/transaction', '?view=results', { name: '-results' }),
  scene('/pages/profile/transaction', '?view=statement', { name: '-statement' }),
  scene('/pages/profile/transfer'),
  scene('/pages/notice/index'),
  scene('/pages/notice/index', '?tab=messages', { name: '-messages' }),
  scene('/pages/notice/detail', '?id=999999&kind=message', { name: '-gone' }),
  scene('/pages/news/detail', '?id=1'),
  scene('/pages/webview/index', '?page=chat', { name: '-chat' }),
  scene('/pages/webview/index', '?page=help', { name: '-help' }),
  scene('/pages/webview/index', '?page=help&topic=auction', { name: '-help-topic' }),
  scene('/pages/webview/index', '?page=simchain', { name: '-chain' }),
  scene('/pages/webview/index', '?page=elsewhere', { name: '-refused' }),
  scene('/pages/kyc/individual', '', { name: '-guest' }),
  scene('/pages/kyc/individual', '', { seenBy: 'newcomer' }),
  scene('/pages/kyc/individual', '', { name: '-document', seenBy: 'newcomer', act: documentPage }),
  scene('/pages/setting/index'),
  scene('/pages/deposit/index'),
  scene('/pages/deposit/wallet'),
  scene('/pages/deposit/fiat'),
  scene('/pages/deposit/record'),
  scene('/pages/withdraw/bcard'),
  scene('/pages/withdraw/vm'),
  scene('/pages/bcard/index'),
  scene('/pages/bcard/index', '?tab=coins', { name: '-coins' }),
  scene('/pages/bcard/modify'),
  scene('/pages/vm/modify'),
  scene('/pages/setting/security'),
  scene('/pages/setting/loginpwd'),
  scene('/pages/setting/paypwd'),
  scene('/pages/profile/share'),
  scene('/pages/bonds/list', '', { seenBy: 'visitor' }),
  scene('/pages/bonds/list', '', { name: '-bond', shows: ['/pages/bonds/open'], act: firstBond }),
  ...['bonds', 'follow', 'quantify', 'robots'].map((kind) =>
    scene('/pages/lesson/index', `?kind=${kind}`, { name: `-${kind}`, seenBy: 'visitor', act: showPromise }),
  ),
  scene('/pages/bonds/close', '?id=999999', { name: '-gone' }),
  scene('/pages/robotai/index', '', { seenBy: 'visitor' }),
  scene('/pages/robotai/index', '', { name: '-robot', shows: ['/pages/robotai/product'], act: firstRobot }),
  scene('/pages/robotai/index', '', { name: '-rent', shows: ['/pages/robotai/rental'], act: rentFirstRobot }),
  scene('/pages/robotai/record'),
  scene('/pages/robotai/detail', '?id=999999', { name: '-gone' }),
  scene('/pages/product/follow', '', { seenBy: 'visitor' }),
  scene('/pages/product/follow', '?id=1', { name: '-agency' }),
  scene('/pages/product/follow', '?id=7', { name: '-ended' }),
  scene('/pages/product/follow', '?id=999', { name: '-gone' }),
  scene('/pages/product/follow', '?id=1', { name: '-order', shows: ['/pages/payment/follow'], act: followFirst }),
  scene('/pages/aiquantify/index', '', { seenBy: 'visitor' }),
  scene('/pages/aiquantify/index', '', { name: '-product', act: firstStrategy }),
  scene('/pages/aiquantify/record'),
  scene('/pages/aiquantify/record-detail', '?id=999999', { name: '-gone' }),
  scene('/pages/robotai/quote', '?name=Bitcoin&code=BTC&source=100&market=CRYPTO', { seenBy: 'visitor' }),
  ...[
    scene('/pages/profile/index', '', { name: '-verified' }),
    scene('/pages/kyc/individual', '', { name: '-verified' }),
    scene('/pages/setting/security', '', { name: '-own' }),
    scene('/pages/setting/loginpwd', '', { name: '-own' }),
    scene('/pages/setting/paypwd', '', { name: '-own' }),
    scene('/pages/bcard/index', '', { name: '-own' }),
    scene('/pages/bcard/index', '', {
      name: '-edit',
      act: (page) => page.getByRole('link', { name: /1111/ }).click(),
    }),
    scene('/pages/bcard/index', '?tab=coins', { name: '-own-coins' }),
    scene('/pages/deposit/index', '', { name: '-arrived' }),
    scene('/pages/deposit/record', '', { name: '-filled' }),
    scene('/pages/deposit/record', '', { name: '-row', act: openDeposit }),
    scene('/pages/withdraw/bcard', '', { name: '-open' }),
    scene('/pages/withdraw/bcard', '', { name: '-review', act: reviewWithdrawal }),
    scene('/pages/withdraw/vm', '', { name: '-open' }),
    scene('/pages/profile/transaction', '', { name: '-funding' }),
    scene('/pages/notice/index', '?tab=messages', { name: '-many' }),
    scene('/pages/notice/index', '?tab=messages', { name: '-message', act: paidMessage }),
  ].map((each): Scene => ({ ...each, seenBy: 'owner' })),
]

/** The screens that the specification does not have are inspected as they open. */
const added = (await builtScreens()).filter((path) => !listed.screens.includes(path)).map((path) => scene(path))

export const scenes: readonly Scene[] = [...specified, ...added]

/** Marks the title in view, so that the previous page is not mistaken for the next one. */
async function markTitle(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const title of document.querySelectorAll('h1')) title.dataset['left'] = ''
  })
}

/** The forms that open over the page that led to them, which stays in view. */
const overPage = /^\/pages\/payment\/(?!follow)/

/** Navigates the open page to a scene. */
export async function openScene(page: Page, { address, act }: Scene, positionId: number, words: Words): Promise<void> {
  const route = (url: string) => url.split('#')[1]?.split('?')[0]
  const left = route(page.url())
  // A page keeps its title when only the query changes, and when an order form opens over it.
  if (left !== route(address(positionId)) && (left === undefined || !overPage.test(left))) await markTitle(page)
  await page.goto(address(positionId))
  await expect(page.locator('h1:not([data-left])').filter({ visible: true }).first()).toBeVisible()
  await act?.(page, words)
}

import { noCode, noConnection, scriptOf, watchOrder, withCalls } from './conditions.ts'
import { keyboardInput } from './controls.ts'
import { overflowOf } from './inspect.ts'
import { expect, figureOf, settle, test, violationsOf, type Page } from './journey.ts'
import { scenes } from './scenes.ts'
import { smallTargetsOf } from './tap-targets.ts'
import { openBusyTrader, openGuest, openTrader, signInAs } from './trader.ts'
import type { Words } from './words.ts'

const wide = { width: 1440, height: 900 }
/** Each language and each width once. */
const played = [
  ['en', wide],
  ['zh-CN', { width: 1024, height: 768 }],
] as const
const tradeTab = '/#/pages/trade/index'
const apple = '/#/pages/quote/stock?name=Apple&code=AAPL&source=0&market=US'

const ticketOf = (page: Page, words: Words) => page.getByRole('region', { name: words.order, exact: true })
const listsOf = (page: Page, words: Words) => page.getByRole('region', { name: words.lists })
const quantityOf = (page: Page, words: Words) =>
  ticketOf(page, words).getByRole('textbox', { name: words.quantityShares })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

for (const [language, viewport] of played) {
  test.describe(`${language}, ${viewport.width} px`, () => {
    test.use({ language, viewport, hasTouch: false })

    test('a person buys with keys alone, and closes the position from the table', async ({ page, words }) => {
      test.setTimeout(120_000)
      const { press } = keyboardInput(page)
      await signInAs(page, await openGuest())
      await page.goto(tradeTab)
      await expect(quantityOf(page, words)).toBeVisible()

      await page.keyboard.press('/')
      await expect(page.getByRole('searchbox', { name: words.searchField })).toBeFocused()
      await page.keyboard.type(words.apple)
      const result = page.getByRole('link', { name: /AAPL · NASDAQ/ })
      await expect(result).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(heading(page, words.appleName)).toBeVisible()
      expect(page.url()).toContain('/pages/quote/stock?name=')
      await settle(page)
      if (language === 'en') expect(await violationsOf(page)).toEqual([])

      await page.keyboard.press('b')
      await expect(quantityOf(page, words)).toBeFocused()
      await page.keyboard.type('10')
      await page.keyboard.press('Enter')
      const ticket = ticketOf(page, words)
      const place = ticket.getByRole('button', { name: words.placeOrder })
      await expect(place).toBeEnabled()
      // Enter again places nothing: the focus is on no button.
      await page.keyboard.press('Enter')
      await expect(place).toBeEnabled()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      const expectStill = await watchOrder(page)
      await press(place)
      await expect(ticket.getByRole('heading', { name: words.filled })).toBeVisible()
      await expectStill()

      const row = listsOf(page, words).getByRole('row', { name: new RegExp(words.appleName) })
      await expect(row.getByRole('cell', { name: '10', exact: true })).toBeVisible()
      await press(ticket.getByRole('button', { name: words.done }))
      await expect(quantityOf(page, words)).toHaveValue('')
      await page.keyboard.press('c')
      await expect(ticket.getByRole('textbox', { name: words.quantityToClose })).toHaveValue('10')
      expect(page.url()).toContain('/pages/payment/close')
      await page.keyboard.press('Escape')
      await expect(quantityOf(page, words)).toBeVisible()
      await page.keyboard.press('c')
      await expect(ticket.getByRole('textbox', { name: words.quantityToClose })).toBeVisible()
      await page.keyboard.press('Enter')
      await press(ticket.getByRole('button', { name: words.closePosition }))
      await expect(ticket.getByRole('heading', { name: words.filled })).toBeVisible()
      await expect(row).toHaveCount(0)
      await page.goBack()
      await expect(quantityOf(page, words)).toBeVisible()
      await page.goBack()
      await expect(page).toHaveURL(new RegExp('/pages/trade/index'))
    })
  })
}

test.describe('1440 px', () => {
  test.use({ viewport: wide, hasTouch: false })

  test('arrow keys walk through the list, and Back leaves it', async ({ page, words }) => {
    await signInAs(page, await openGuest())
    await page.goto(tradeTab)
    await page.goto(apple)
    await expect(heading(page, words.appleName)).toBeVisible()
    const column = page.getByRole('region', { name: words.instruments })
    const rows = column.getByRole('listitem').getByRole('link')
    await rows.nth(3).click()
    await expect(rows.nth(3)).toHaveAttribute('aria-current', 'true')
    await page.keyboard.press('ArrowDown')
    await expect(rows.nth(4)).toHaveAttribute('aria-current', 'true')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(rows.nth(2)).toHaveAttribute('aria-current', 'true')
    await page.goBack()
    await expect(heading(page, words.appleName)).toBeVisible()
  })

  test('the floating profit is unknown and not zero while the positions do not load', async ({ page, faults }) => {
    faults.expectAlso(noConnection)
    await signInAs(page, await openGuest())
    await withCalls(page, (call) => call.abort())
    await page.goto(tradeTab)
    await expect(page.getByRole('term').filter({ hasText: 'Floating P/L' })).toBeVisible()
    await expect(figureOf(page.getByRole('main'), 'Floating P/L')).toHaveText('—')
  })

  test('a list whose code does not come leaves the chart and the ticket as they are', async ({
    page,
    words,
    faults,
  }) => {
    faults.expectAlso(noConnection)
    faults.expectAlso(noCode)
    await signInAs(page, await openGuest())
    await page.goto(apple)
    await expect(heading(page, words.appleName)).toBeVisible()
    await quantityOf(page, words).fill('7')
    const script = scriptOf('areas/trading/position/follow.tsx')
    await page.route(
      ({ pathname }) => [`/${script}`, '/'].includes(pathname),
      (route) => route.abort(),
    )
    await listsOf(page, words).getByRole('radio', { name: 'Follow' }).check()
    const again = page.getByRole('button', { name: words.tryAgain })
    await expect(again).toBeVisible()
    await expect(quantityOf(page, words)).toHaveValue('7')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const renewed = page.waitForEvent('load')
    await again.click()
    await renewed
    await expect(quantityOf(page, words)).toBeVisible()
  })

  test('digits choose the period and F fills the window with the chart', async ({ page, words }) => {
    await page.goto(apple)
    await expect(heading(page, words.appleName)).toBeVisible()
    const periods = page.getByRole('group', { name: words.chartPeriods })
    await page.keyboard.press('3')
    await expect(periods.getByRole('radio', { name: words.week })).toBeChecked()
    await expect(page.locator('kbd', { hasText: /^1–6$/ })).toBeVisible()
    await page.keyboard.press('f')
    await expect(ticketOf(page, words)).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(ticketOf(page, words)).toBeVisible()
  })

  test('single keys do nothing while they are turned off, in fields, and with a modifier', async ({ page, words }) => {
    await signInAs(page, await openGuest())
    await page.goto(apple)
    await expect(quantityOf(page, words)).toBeVisible()
    await page.keyboard.press('Control+b')
    await expect(quantityOf(page, words)).not.toBeFocused()
    await page.keyboard.press('/')
    await page.keyboard.type('bs?')
    await expect(page.getByRole('searchbox', { name: words.searchField })).toHaveValue('bs?')
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: words.allKeys })
    await expect(sheet.getByText(new RegExp(`^${words.practice}`))).toBeVisible()
    await sheet.getByRole('switch', { name: words.useKeys }).click()
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await page.keyboard.press('b')
    await page.keyboard.press('/')
    await expect(quantityOf(page, words)).not.toBeFocused()
    await expect(page.getByRole('searchbox', { name: words.searchField })).not.toBeFocused()
  })

  test('what is typed into the ticket stays when the window becomes narrow and wide again', async ({ page, words }) => {
    const { person } = await openTrader()
    await signInAs(page, person)
    await page.goto(apple)
    await expect(quantityOf(page, words)).toBeVisible()
    await quantityOf(page, words).fill('7')
    for (const width of [1100, 900]) {
      await page.setViewportSize({ width, height: 900 })
      await expect(quantityOf(page, words)).toHaveValue('7')
    }
    await page.setViewportSize({ width: 768, height: 900 })
    await expect(ticketOf(page, words)).toHaveCount(0)
    await expect(page.getByRole('link', { name: words.buyLong })).toBeVisible()
    await page.setViewportSize(wide)
    await expect(quantityOf(page, words)).toHaveValue('7')
  })

  test('a form of the address is in the ticket, and a sheet over the page in a narrow window', async ({
    page,
    words,
  }) => {
    const { person } = await openTrader()
    await signInAs(page, person)
    await page.goto(tradeTab)
    await listsOf(page, words).getByRole('link', { name: words.halfOfApple }).click()
    const amount = page.getByRole('textbox', { name: words.quantityToClose })
    await expect(ticketOf(page, words).and(page.locator(':has(input)'))).toBeVisible()
    await expect(amount).toHaveValue('5')
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('dialog').getByRole('textbox', { name: words.quantityToClose })).toHaveValue('5')
    await page.setViewportSize(wide)
    await expect(ticketOf(page, words).getByRole('textbox', { name: words.quantityToClose })).toHaveValue('5')
  })
})

/** The left edges of the cards of a page that are not side by side with another of the same column. */
const edgesOf = (page: Page) =>
  page.evaluate(() => {
    const cards = [...document.querySelectorAll('main section, main h2, main ul')].map((one) =>
      one.getBoundingClientRect(),
    )
    const middle = innerWidth / 2
    return { left: cards.some(({ right }) => right < middle + 60), right: cards.some(({ left }) => left > middle - 60) }
  })

for (const [language, viewport] of [
  ['en', { width: 768, height: 1024 }],
  ['zh-CN', wide],
] as const) {
  test.describe(`two columns, ${language}, ${viewport.width} px`, () => {
    test.use({ language, viewport, hasTouch: false })

    test('Home and Account use the width, and a sheet is a dialog in the middle', async ({ page }) => {
      const { person } = await openTrader()
      await signInAs(page, person)
      for (const address of ['/#/', '/#/pages/profile/index']) {
        await page.goto(address)
        // The lists of the market may still be loading: columns do not wait for them.
        await expect.poll(() => edgesOf(page), { message: address }).toEqual({ left: true, right: true })
        expect(await overflowOf(page), address).toEqual([])
        expect(await violationsOf(page), address).toEqual([])
      }
      await page.goto('/#/pages/profile/transaction')
      const row = page.getByRole('main').getByRole('button', { name: /AAPL|Apple|苹果/ })
      await expect(row.first()).toBeVisible()
      // A tablet has one column that can be read, the workspace a line with columns (wide.e2e.ts).
      const width = (await row.first().boundingBox())?.width
      if (viewport.width < 900) expect(width).toBeLessThanOrEqual(640)
      else expect(width).toBeGreaterThan(1100)
      await row.first().click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      // The place of a scroll bar may be left free at the right: half of it is less than 8 px.
      await expect
        .poll(async () => {
          const box = await dialog.boundingBox()
          const away = [
            (box?.x ?? 0) + (box?.width ?? 0) / 2 - viewport.width / 2,
            (box?.y ?? 0) + (box?.height ?? 0) / 2 - viewport.height / 2,
          ]
          return Math.max(...away.map(Math.abs))
        })
        .toBeLessThanOrEqual(8)
      expect((await dialog.boundingBox())?.width).toBeLessThanOrEqual(520)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    })
  })
}

test.describe('the rail', () => {
  test.use({ viewport: wide, hasTouch: false })

  test('marks an item as the page on its own page only, and as the place of the pages that belong to it', async ({
    page,
    words,
  }) => {
    const markets = page
      .getByRole('navigation', { name: words.mainNavigation })
      .getByRole('link', { name: words.markets })
    await page.goto('/#/pages/market/index')
    await expect(markets).toHaveAttribute('aria-current', 'page')
    await page.goto('/#/pages/product/future')
    await expect(markets).toHaveAttribute('aria-current', 'true')
  })
})

test.describe('a tablet', () => {
  test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true })

  test('every control of the workspace is as large as a finger', async ({ page }) => {
    test.setTimeout(120_000)
    await signInAs(page, (await openBusyTrader()).person)
    const future = '/#/pages/quote/future?name=Gold&code=GC&source=3&market=FUT'
    const pair = '/#/pages/quote/forex?name=EUR/USD&code=EURUSD&source=2&market=FX'
    for (const address of ['/', tradeTab, `${tradeTab}?list=2`, `${tradeTab}?list=1`, future, pair]) {
      await page.goto(address)
      await settle(page)
      expect.soft(await smallTargetsOf(page), address).toEqual([])
    }
  })
})

test('a phone does not fetch the workspace', async ({ page, words }) => {
  const scripts: string[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.url())
  })
  await page.goto(apple)
  await expect(heading(page, words.appleName)).toBeVisible()
  await settle(page)
  const before = scripts.length
  await expect(page.getByRole('region', { name: words.lists })).toHaveCount(0)
  await page.setViewportSize(wide)
  await expect(page.getByRole('region', { name: words.order, exact: true })).toBeVisible()
  expect(scripts.length - before).toBeGreaterThan(1)
})

/** Screens that the workspace composes anew; the others are those of the phone, which their own journeys inspect. */
const composed = new Set(['home', 'market-index', 'trade-index', 'quote-stock', 'payment-stock', 'profile-index'])

test.describe('every screen', () => {
  test.use({ viewport: wide, hasTouch: false })

  test('shows its practice mark in a wide window, and does not overflow', async ({ page, words }) => {
    test.setTimeout(400_000)
    const { person, positionId } = await openBusyTrader()
    await signInAs(page, person)
    const mark = page.getByText(new RegExp(`^${words.practice}( · .+)?$`)).filter({ visible: true })
    for (const scene of scenes.filter(({ seenBy, act }) => seenBy !== 'newcomer' && act === undefined)) {
      await test.step(scene.name, async () => {
        await page.goto(scene.address(positionId))
        await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true }).first()).toBeVisible()
        await settle(page)
        await expect.soft(mark.first(), `${scene.name}: practice mark`).toBeVisible()
        expect.soft(await overflowOf(page), `${scene.name}: overflow`).toEqual([])
        if (composed.has(scene.name)) expect.soft(await violationsOf(page), `${scene.name}: axe`).toEqual([])
      })
    }
  })
})

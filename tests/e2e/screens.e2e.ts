import { builtScreens } from '#conformance/reached.ts'
import { enlarge, inspect, inspectedLooks, overflowOf } from './inspect.ts'
import { expect, settle, test } from './journey.ts'
import { openScene, scenes, type Scene } from './scenes.ts'
import { openBusyTrader, openFunded, openRegistered, signInAs } from './trader.ts'

const built = await builtScreens()

test('every built screen has a scene', () => {
  const shown = new Set(scenes.flatMap(({ shows }) => shows))
  expect(built.filter((path) => !shown.has(path))).toEqual([])
})

for (const { language, theme } of inspectedLooks) {
  test.describe(`${language}, ${theme}`, () => {
    test.use({ language, colorScheme: theme, contextOptions: { reducedMotion: 'reduce' } })
    const noPosition = 0

    test('screens pass the inspection signed out', async ({ page, words }) => {
      test.setTimeout(120_000)
      for (const scene of scenes.filter(({ seenBy }) => seenBy === 'visitor')) {
        await openScene(page, scene, noPosition, words)
        await inspect(page, scene, { language, theme }, words)
      }
    })

    test('screens pass the inspection as a guest who trades', async ({ page, words }) => {
      test.setTimeout(600_000)
      const { person, positionId } = await openBusyTrader()
      await signInAs(page, person)
      for (const scene of scenes.filter(({ seenBy }) => seenBy === 'trader')) {
        await test.step(scene.name, async () => {
          await openScene(page, scene, positionId, words)
          await inspect(page, scene, { language, theme }, words)
        })
      }
    })

    test('screens pass the inspection as a newly registered user', async ({ page, words }) => {
      await signInAs(page, await openRegistered())
      for (const scene of scenes.filter(({ seenBy }) => seenBy === 'newcomer')) {
        await openScene(page, scene, noPosition, words)
        await inspect(page, scene, { language, theme }, words)
      }
    })
  })
}

test.describe('zh-TW', () => {
  test.use({ language: 'zh-TW' })
  test('shows Traditional Chinese with its own financial terms', async ({ page }) => {
    await page.goto('/')
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-TW')
    await page.getByRole('button', { name: '立即體驗' }).tap()
    await expect(page.getByRole('link', { name: '入金', exact: true })).toBeVisible()
    await page.getByRole('link', { name: '自選' }).tap()
    await page.goto('/#/pages/quote/stock?code=AAPL&source=0&market=US')
    await expect(page.getByRole('heading', { level: 1, name: '蘋果' })).toBeVisible()
    await expect(page.getByText('本益比')).toBeVisible()
    expect(await page.locator('body').innerText()).not.toMatch(/[简体买卖货账户币]/)
  })
})

test('Markets, Watchlists and Trade do not overflow at twice the font size', async ({ page, words }) => {
  test.setTimeout(120_000)
  await enlarge(page)
  const { person, positionId } = await openBusyTrader()
  await signInAs(page, person)
  const isTab = ({ shows: [path = ''], seenBy }: Scene): boolean =>
    seenBy === 'trader' && /^\/pages\/(market|watchlist|trade)\/index$/.test(path)
  for (const scene of scenes.filter(isTab)) {
    await openScene(page, scene, positionId, words)
    await settle(page)
    expect.soft(await overflowOf(page), scene.name).toEqual([])
  }
})

test('Home, Account and its screens do not overflow at twice the font size', async ({ page, words }) => {
  test.setTimeout(120_000)
  await enlarge(page)
  await signInAs(page, (await openFunded()).person)
  const isAccount = ({ shows: [path = ''] }: Scene): boolean =>
    /auth|setting|bcard|vm|deposit|withdraw|kyc|notice|news|webview|profile\/(share|trans)/.test(path)
  const tabs = scenes.filter(({ name }) => name === 'home' || name === 'profile-index')
  for (const scene of [...tabs, ...scenes.filter((each) => isAccount(each) && each.act === undefined)]) {
    await openScene(page, scene, 0, words)
    await settle(page)
    expect.soft(await overflowOf(page), scene.name).toEqual([])
  }
  await page.goto('/#/pages/profile/transaction?view=statement')
  const name = await page.getByRole('rowheader').first().boundingBox()
  expect(name?.width, 'names of a statement have a line of their own').toBeGreaterThan(250)
})

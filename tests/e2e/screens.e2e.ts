import { reachedNow } from '#conformance/reached.ts'
import { expect, settle, test, violationsOf, type Page } from './journey.ts'
import { openScene, scenes, type Scene } from './scenes.ts'
import { openBusyTrader, openFunded, openRegistered, signInAs } from './trader.ts'
import { languages, type Words } from './words.ts'

const { screens: built } = await reachedNow()
const themes = ['light', 'dark'] as const
const pictures = new URL('./test-results/screens/', import.meta.url).pathname

/** Words of the Latin alphabet that a Chinese page may show: names of products, libraries, browsers and languages. */
const latin =
  'English Keep TradingView Lightweight Charts Copyright Inc Node js Chrome Chromium Headless Linux Group ID WebP'.split(
    ' ',
  )
/** Addresses, fingerprints of texts and the names of guests are no words. */
const noWords = /https?:\/\/\S+|\bsim1\w*|\b[0-9a-f]{8,}\b|\bu[a-z0-9]{7,}\b/g
/** Codes of instruments, currencies, exchanges and zones are written large everywhere: AAPL, USD, NASDAQ, S&P. */
const isCode = (word: string): boolean => word === word.toUpperCase()

/** Texts in view that are not in the language of the page. */
async function strangersOf(page: Page, language: 'en' | 'zh-CN'): Promise<string[]> {
  // What must not be translated is no text of a language: addresses of the chain, in groups.
  const kept = await page.locator('[translate=no]').allInnerTexts()
  const said = kept.reduce((text, part) => text.replace(part, ''), await page.locator('body').innerText())
  const text = said.replaceAll(noWords, '')
  if (language === 'en')
    return (text.match(/[\u4e00-\u9fff]+/g) ?? []).filter((word) => !/^(简体|繁體)中文$/.test(word))
  return (text.match(/[A-Za-z]{2,}/g) ?? []).filter((word) => !isCode(word) && !latin.includes(word))
}

/** What reaches beyond the right edge and can be scrolled to only sideways. */
async function overflowOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isInside = (element: Element): boolean => {
      for (let at = element.parentElement; at !== null; at = at.parentElement)
        if (at !== document.body && getComputedStyle(at).overflowX !== 'visible') return true
      return false
    }
    const wide = [...document.body.querySelectorAll('*')]
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().right > innerWidth + 1)
      .filter((element) => !isInside(element))
      .map((element) => element.outerHTML.slice(0, 160))
    return document.documentElement.scrollWidth > innerWidth ? ['the whole page', ...wide] : wide
  })
}

type Looks = { readonly language: 'en' | 'zh-CN'; readonly theme: (typeof themes)[number] }

async function inspect(page: Page, { name }: Scene, { language, theme }: Looks, words: Words): Promise<void> {
  await settle(page)
  // What has come in the last moment is painted by the frame after the next.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await page.screenshot({ path: `${pictures}${language}-${theme}-${name}.png` })
  const at = (what: string) => `${name}: ${what}`
  const rules = theme === 'light' ? 'all' : 'colours'
  if (language === 'en') expect.soft(await violationsOf(page, rules), at('axe')).toEqual([])
  const mark = page
    .getByText(new RegExp(`^${words.practice}( · .+)?$`))
    .filter({ visible: true })
    .first()
  await expect.soft(mark, at('practice mark')).toBeVisible()
  expect.soft(await page.title(), at('title')).toMatch(new RegExp(`^[^·]+.* · UBS MEX ?[(（]${words.practice}`))
  if (theme === 'dark') return
  expect.soft(await strangersOf(page, language), at('texts of another language')).toEqual([])
  for (const width of [320, 360, 430]) {
    await page.setViewportSize({ width, height: 844 })
    expect.soft(await overflowOf(page), at(`overflow at ${width}`)).toEqual([])
  }
  await page.setViewportSize({ width: 390, height: 844 })
}

test('every screen that is there has a scene', () => {
  const shown = new Set(scenes.flatMap(({ shows }) => shows))
  expect(built.filter((path) => !shown.has(path))).toEqual([])
})

for (const language of languages) {
  for (const theme of themes) {
    test.describe(`${language}, ${theme}`, () => {
      test.use({ language, colorScheme: theme, contextOptions: { reducedMotion: 'reduce' } })
      const nobody = 0

      test('every screen in order, signed out', async ({ page, words }) => {
        for (const scene of scenes.filter(({ signedOut }) => signedOut === true)) {
          await openScene(page, scene, nobody, words)
          await inspect(page, scene, { language, theme }, words)
        }
      })

      test('every screen in order, signed in', async ({ page, words }) => {
        test.setTimeout(300_000)
        const { person, positionId } = await openBusyTrader()
        await signInAs(page, person)
        for (const scene of scenes.filter(({ signedOut, registered }) => signedOut !== true && registered !== true)) {
          await test.step(scene.name, async () => {
            await openScene(page, scene, positionId, words)
            await inspect(page, scene, { language, theme }, words)
          })
        }
      })

      test('every screen in order, registered', async ({ page, words }) => {
        await signInAs(page, await openRegistered())
        for (const scene of scenes.filter(({ registered }) => registered === true)) {
          await openScene(page, scene, nobody, words)
          await inspect(page, scene, { language, theme }, words)
        }
      })
    })
  }
}

test.describe('zh-TW', () => {
  test.use({ language: 'zh-TW' })
  test('is Traditional, with its own words of finance', async ({ page }) => {
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

test('letters of twice the size, as somebody has set them in the browser, fit the account’s screens', async ({
  page,
  words,
}) => {
  test.setTimeout(120_000)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await signInAs(page, (await openFunded()).person)
  const isAccount = ({ shows: [path = ''] }: Scene): boolean =>
    /auth|setting|bcard|vm|deposit|withdraw|kyc|notice|news|webview|profile\/(share|trans)/.test(path)
  for (const scene of scenes.filter((each) => isAccount(each) && each.act === undefined)) {
    await openScene(page, scene, 0, words)
    await settle(page)
    expect.soft(await overflowOf(page), scene.name).toEqual([])
  }
})

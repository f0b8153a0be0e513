import { readFileSync } from 'node:fs'
import { expect, settle, violationsOf, type Locator, type Page } from './journey.ts'
import type { Scene } from './scenes.ts'
import { smallTargetsOf } from './tap-targets.ts'
import type { Words } from './words.ts'

const pictures = new URL('./test-results/screens/', import.meta.url).pathname

/** Latin words that a Chinese page may show: names of bonds, products, libraries, browsers, languages and people. */
const latin =
  'Cetes Bono English Keep TradingView Lightweight Charts Copyright Inc Node js Chrome Chromium Headless Linux Group ID WebP https Paula Practice Bank'.split(
    ' ',
  )
/** Latin words in the Chinese names of companies. Prices decide which companies a list shows. */
const companies = ['us', 'hk', 'mx'].flatMap((file) =>
  readFileSync(new URL(`./../../data/instruments/${file}.csv`, import.meta.url), 'utf8')
    .split('\n')
    .flatMap((row) => row.split(',')[2]?.match(/[A-Za-z]{2,}/g) ?? []),
)
/** URLs, chain addresses, hashes and guest names, which are not words. */
const notWords = /https?:\/\/\S+|\bsim1\w*(…\w+)?|\b[0-9a-f]{8,}\b|\bu[a-z0-9]{7,}\b/g
/** Codes of instruments, currencies, exchanges and time zones are upper case: AAPL, USD, NASDAQ. */
const isCode = (word: string): boolean => word === word.toUpperCase()

/** Words in view that are not in the language of the page. */
async function foreignWordsOf(page: Page, language: 'en' | 'zh-CN'): Promise<string[]> {
  // Elements with translate=no, such as chain addresses in groups, have no language.
  const kept = await page.locator('[translate=no]').allInnerTexts()
  const translatable = kept.reduce((text, part) => text.replace(part, ''), await page.locator('body').innerText())
  const text = translatable.replaceAll(notWords, '')
  if (language === 'en')
    return (text.match(/[\u4e00-\u9fff]+/g) ?? []).filter((word) => !/^(简体|繁體)中文$/.test(word))
  return (text.match(/[A-Za-z]{2,}/g) ?? []).filter(
    (word) => !isCode(word) && !latin.includes(word) && !companies.includes(word),
  )
}

/** Constants of calls in view, as US_STOCK: a person reads words. */
const constantsOf = async (page: Page): Promise<readonly string[]> =>
  (await page.locator('body').innerText()).match(/[A-Z]{2,}_[A-Z_]+/g) ?? []

/** Elements beyond the right edge of the window, which need horizontal scrolling. */
export async function overflowOf(page: Page): Promise<string[]> {
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

/** Words that stand in two lines, apart from those that fit nowhere: addresses and hashes, and what only screen readers read. */
const brokenWordsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const longest = 20
    const place = document.createRange()
    const linesOf = (node: Node, start: number, end: number): number => {
      place.setStart(node, start)
      place.setEnd(node, end)
      const [first, ...others] = place.getClientRects()
      return first === undefined ? 0 : 1 + others.filter(({ top }) => top - first.top > first.height / 2).length
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    while (texts.nextNode() !== null) {
      const { currentNode: node } = texts
      const text = node.textContent ?? ''
      const box = node.parentElement
      if (box === null || !box.checkVisibility() || box.getBoundingClientRect().width <= 1 || text.includes('://'))
        continue
      if (linesOf(node, 0, text.length) < 2) continue
      for (const { 0: word, index } of text.matchAll(/[\p{Script=Latin}\d]{2,}/gu))
        if (word.length <= longest && linesOf(node, index, index + word.length) > 1) broken.push(`${word}: ${text}`)
    }
    return broken
  })

/** Browsers have text of 16 px; people who see badly choose twice as much (WCAG 1.4.4). */
export async function enlarge(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
}

/** Text that its own box cuts off. */
const cutTextOf = (place: Locator): Promise<string[]> =>
  place.evaluate((root) => {
    const hasText = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '')
    const isCut = (element: Element) => {
      const { overflowX, overflowY } = getComputedStyle(element)
      const { clientWidth, clientHeight, scrollWidth, scrollHeight } = element
      if (clientWidth <= 1) return false
      return (
        (overflowX === 'hidden' && scrollWidth > clientWidth + 1) ||
        (overflowY === 'hidden' && scrollHeight > clientHeight + 4)
      )
    }
    return [...root.querySelectorAll('*')]
      .filter((element) => element.checkVisibility() && hasText(element) && isCut(element))
      .map((element) => element.outerHTML.slice(0, 160))
  })

/** Everything can be read and pressed: no sideways scrolling, no cut text, and the main button is not covered. */
export async function expectReadable(place: Locator, step: string, button?: Locator): Promise<void> {
  await settle(place.page())
  expect(await overflowOf(place.page()), `${step}: overflow`).toEqual([])
  expect(await cutTextOf(place), `${step}: cut text`).toEqual([])
  await button?.click({ trial: true })
}

/** Language and theme of an inspection. */
export type Looks = { readonly language: 'en' | 'zh-CN'; readonly theme: 'light' | 'dark' }
/** Each language and each theme once: a text that is too long is so in both themes, a weak contrast in both languages. */
export const inspectedLooks: readonly Looks[] = [
  { language: 'en', theme: 'light' },
  { language: 'zh-CN', theme: 'dark' },
]

/** Everything can be tapped; asked again for a moment, because a new width of the window reaches its styles late. */
const expectTargets = (page: Page, message: string): Promise<void> =>
  expect
    .configure({ soft: true })
    .poll(() => smallTargetsOf(page), { message, timeout: 4000, intervals: [100, 400] })
    .toEqual([])

/** Takes a screenshot of a scene, and checks axe, the practice mark, the title, words, tap targets, overflow and broken words. */
export async function inspect(page: Page, { name }: Scene, { language, theme }: Looks, words: Words): Promise<void> {
  await settle(page)
  // Two frames, so that the last change is painted.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await page.screenshot({ path: `${pictures}${language}-${theme}-${name}.png` })
  const at = (what: string) => `${name}: ${what}`
  const rules = theme === 'light' ? 'all' : 'colours'
  expect.soft(await violationsOf(page, rules), at('axe')).toEqual([])
  const mark = page
    .getByText(new RegExp(`^${words.practice}( · .+)?$`))
    .filter({ visible: true })
    .first()
  await expect.soft(mark, at('practice mark')).toBeVisible()
  expect.soft(await page.title(), at('title')).toMatch(new RegExp(`^[^·]+.* · UBS MEX ?[(（]${words.practice}`))
  expect.soft(await foreignWordsOf(page, language), at('texts of another language')).toEqual([])
  expect.soft(await constantsOf(page), at('constants of calls')).toEqual([])
  await expectTargets(page, at('tap targets'))
  for (const width of [320, 360, 430]) {
    await page.setViewportSize({ width, height: 844 })
    if (width === 320) await expectTargets(page, at('tap targets at 320'))
    expect.soft(await overflowOf(page), at(`overflow at ${width}`)).toEqual([])
    if (width > 320) expect.soft(await brokenWordsOf(page), at(`broken words at ${width}`)).toEqual([])
  }
  await page.setViewportSize({ width: 390, height: 844 })
}

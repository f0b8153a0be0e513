import { readFileSync } from 'node:fs'
import { expect, settle, violationsOf, type Page } from './journey.ts'
import type { Scene } from './scenes.ts'
import type { Words } from './words.ts'

export const themes = ['light', 'dark'] as const
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

/** Language and theme of an inspection. */
export type Looks = { readonly language: 'en' | 'zh-CN'; readonly theme: (typeof themes)[number] }

/** Takes a screenshot of a scene, and checks axe, the practice mark, the title, foreign words and overflow. */
export async function inspect(page: Page, { name }: Scene, { language, theme }: Looks, words: Words): Promise<void> {
  await settle(page)
  // Two frames, so that the last change is painted.
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
  expect.soft(await foreignWordsOf(page, language), at('texts of another language')).toEqual([])
  for (const width of [320, 360, 430]) {
    await page.setViewportSize({ width, height: 844 })
    expect.soft(await overflowOf(page), at(`overflow at ${width}`)).toEqual([])
  }
  await page.setViewportSize({ width: 390, height: 844 })
}

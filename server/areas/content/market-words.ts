import { formatDecimal, magnitude } from '@mex/core/money/decimal.ts'
import type { Instrument, Market } from '@mex/core/market/instrument.ts'
import { formatPrice, priceScale, type Price, type Percent } from '@mex/core/money/money.ts'
import { tickAt } from '@mex/core/market/ticks.ts'
import { dayMilliseconds, dayNumber } from '@mex/core/time-zone.ts'
import { escapeHtml } from './marked-text.ts'
import type { Fact } from './market-facts.ts'
import type { WrittenLanguage } from './store-articles.ts'

const minus = '\u2212'

/** '+1.25%' or '−0.40%'. */
export function percentText(change: Percent): string {
  const size = formatDecimal(magnitude(change), 2, 2)
  return `${change < 0n ? minus : '+'}${size}%`
}

/** '1.25%' without its sign: the sentence states the direction. */
export const sizeText = (change: Percent): string => `${formatDecimal(magnitude(change), 2, 2)}%`

const grouped = (text: string): string => text.replace(/\d(?=(\d{3})+(\.|$))/g, '$&,')

/** A price with the decimals of its tick and thousands separators. */
export function priceText({ ticks }: Instrument, price: Price): string {
  const tick = formatDecimal(tickAt(ticks, price), priceScale, 0)
  const decimals = Math.min(6, tick.split('.')[1]?.length ?? 0)
  const [whole = '', fraction] = formatPrice(price, decimals).split('.')
  const text = fraction === undefined ? grouped(whole) : `${grouped(whole)}.${fraction}`
  return text.replace(/^-/, minus)
}

/** The route of the page with the quotes of a market (specification §2). */
const quotePages: Readonly<Record<Market, string>> = {
  US: '/pages/quote/stock',
  HK: '/pages/hkstock/quote',
  MX: '/pages/quote/stock',
  FUT: '/pages/quote/future',
  FX: '/pages/quote/forex',
  BOND: '/pages/bonds/open',
  GLOBAL: '/pages/quote/globalindex',
  CRYPTO: '/pages/robotai/quote',
}

/** The path and query of an instrument's quote. */
export const quotePage = ({ source, code, market }: Instrument, name: string): string =>
  `${quotePages[market]}?${new URLSearchParams({ name, code, source: String(source), market }).toString()}`

/** The link to an instrument's quote. */
export const quoteLink = (instrument: Instrument, language: WrittenLanguage): string => {
  const name = instrument.name[language]
  return `<a href="#${escapeHtml(quotePage(instrument, name))}">${escapeHtml(name)}</a>`
}

const heads: Readonly<Record<WrittenLanguage, readonly [string, string, string]>> = {
  en: ['Name', 'Last', 'Change'],
  zh: ['名称', '最新', '涨跌幅'],
}

/** A table of figures, one row per instrument. */
export function table(facts: readonly Fact[], language: WrittenLanguage): string {
  const head = heads[language].map((text) => `<th>${text}</th>`).join('')
  const rows = facts.map(
    ({ instrument, last, change }) =>
      `<tr><td>${quoteLink(instrument, language)}</td><td>${priceText(instrument, last)}</td><td>${percentText(change)}</td></tr>`,
  )
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`
}

/** '20 November 2026' or '2026年11月20日'. */
export function dateText(date: string, language: WrittenLanguage): string {
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'zh-CN', { dateStyle: 'long', timeZone: 'UTC' })
  return format.format(dayNumber(date) * dayMilliseconds)
}

/** 'Thu 19 Nov' for a title; 11月19日 in Chinese. */
export function dayText(date: string, language: WrittenLanguage): string {
  const fields = { day: 'numeric', timeZone: 'UTC' } as const
  const format =
    language === 'en'
      ? new Intl.DateTimeFormat('en-GB', { ...fields, weekday: 'short', month: 'short' })
      : new Intl.DateTimeFormat('zh-CN', { ...fields, month: 'long' })
  return format.format(dayNumber(date) * dayMilliseconds).replace(',', '')
}

/** '14:35' in a time zone. */
export const timeText = (instant: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(instant)

/** The footer of every article of the simulated market. */
export const closingWords: Readonly<Record<WrittenLanguage, string>> = {
  en: '<p><em>This market is simulated. All figures are its public prices; no real event stands behind them, and they say nothing about real companies or markets.</em></p>',
  zh: '<p><em>本市场为模拟市场。以上数字均取自其公开价格，背后没有真实事件，与真实的公司和市场无关。</em></p>',
}

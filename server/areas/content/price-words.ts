import type { Language } from '@mex/contract/language.ts'
import { textIn, type Text, type Traditional } from '@mex/contract/text.ts'
import type { Phase } from '@mex/core/market/quote.ts'
import type { MarketData } from '#areas/market/market-data.ts'
import type { Row } from '#areas/market/quote-board.ts'
import { isoInstant } from '#clock.ts'
import { percentText, priceText, quotePage } from './market-words.ts'
import type { PriceQuestion } from './price-questions.ts'
import type { ChatRow } from './store-chat.ts'

/** Where prices come from, and the instant of the answer. */
export type PriceSource = Pick<MarketData, 'board' | 'feed' | 'isHalted'> & { readonly now: number }

type Wording = { readonly language: Language; readonly traditional: Traditional }

const phaseNames: Readonly<Record<Phase, Text>> = {
  regular: { en: 'Open', zh: '开市中' },
  pre: { en: 'Pre-market', zh: '盘前' },
  post: { en: 'After hours', zh: '盘后' },
  auction: { en: 'Auction', zh: '竞价' },
  lunch: { en: 'Lunch break', zh: '午休' },
  closed: { en: 'Closed', zh: '已收市' },
  practice: { en: 'Practice hours', zh: '练习时段' },
}

const line: Text = {
  en: '{name} ({code}): {price} {currency}, {change} since the last close. {phase}, price of {time}.{halted}',
  zh: '{name}（{code}）：{price} {currency}，较上一收盘 {change}。{phase}，报价时间 {time}。{halted}',
}
const halted: Text = { en: ' Trading is halted.', zh: '目前停牌。' }
const several: Text = { en: 'Several match “{words}”:', zh: '“{words}”对应多个品种：' }
const more: Text = { en: '{count} match in all; the search lists them.', zh: '共有 {count} 个，搜索页会全部列出。' }
const searchTitle: Text = { en: 'Search for “{words}”', zh: '搜索“{words}”' }
const noPrice: Text = { en: 'There is no price of it at the moment.', zh: '目前没有该品种的报价。' }
const origins: Readonly<Record<MarketData['feed']['mode'], Text>> = {
  sim: {
    en: 'Prices of this market are simulated and say nothing about real companies.',
    zh: '本市场的价格是模拟的，与真实公司无关。',
  },
  replay: { en: 'Prices of this market are those of past days.', zh: '本市场的价格来自过去的行情。' },
  live: { en: 'These are public quotes; they may be delayed.', zh: '这些是公开报价，可能有延迟。' },
}

/** The instruments whose prices an answer has. */
const shownMax = 3

/** '2026-11-20 16:05 UTC', which the page shows in the time zone of the device. */
const timeOf = (instant: number): string => `${isoInstant(instant).slice(0, 16).replace('T', ' ')} UTC`

function lineOf(
  { instrument, quote, changeRatio }: Row,
  source: PriceSource,
  { language, traditional }: Wording,
): string {
  return textIn(line, language, traditional, {
    name: textIn(instrument.name, language, traditional),
    code: instrument.code,
    price: priceText(instrument, quote.last),
    currency: instrument.currency,
    change: percentText(changeRatio),
    phase: textIn(phaseNames[quote.phase], language, traditional),
    time: timeOf(quote.venueTime),
    halted: source.isHalted(instrument.key) ? textIn(halted, language, traditional) : '',
  })
}

/** The public quotes of the instruments in question, as the quote pages show them, with links to these pages. */
export function priceAnswer(
  { instruments, words }: PriceQuestion,
  source: PriceSource,
  wording: Wording,
): Pick<ChatRow, 'links'> & { readonly text: string } {
  const { language, traditional } = wording
  const say = (text: Text, values?: Readonly<Record<string, string>>): string =>
    textIn(text, language, traditional, values)
  const rows = source.board.rows(instruments.slice(0, shownMax), source.now)
  const isMore = instruments.length > shownMax
  const lines = [
    instruments.length > 1 ? say(several, { words }) : undefined,
    ...rows.map((row) => lineOf(row, source, wording)),
    rows.length === 0 ? say(noPrice) : undefined,
    isMore ? say(more, { count: String(instruments.length) }) : undefined,
    say(origins[source.feed.mode]),
  ]
  const links = instruments.slice(0, shownMax).map((instrument) => {
    const name = textIn(instrument.name, language, traditional)
    return { title: `${name} (${instrument.code})`, page: quotePage(instrument, name) }
  })
  const search = {
    title: say(searchTitle, { words }),
    page: `/pages/search/index?${new URLSearchParams({ keyword: words }).toString()}`,
  }
  return { text: lines.filter((each) => each !== undefined).join('\n'), links: isMore ? [...links, search] : links }
}

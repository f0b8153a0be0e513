import type { Text } from '@mex/contract/text.ts'
import { heightsOf } from './cover.ts'
import { extremesOf, largestMove, type Fact } from './market-facts.ts'
import {
  closingWords,
  dateText,
  dayText,
  percentText,
  priceText,
  quoteLink,
  sizeText,
  table,
  timeText,
} from './market-words.ts'
import type { WrittenLanguage } from './store-articles.ts'

type Prices = Parameters<typeof heightsOf>[0]

/** The texts and the cover of an article, before it gets a key and a publication time. */
export type ArticleDraft = {
  readonly title: Text
  readonly summary: Text
  readonly body: Text
  readonly cover: readonly number[] | undefined
}

const both = (say: (language: WrittenLanguage) => string): Text => ({ en: say('en'), zh: say('zh') })
const name = ({ instrument }: Fact, language: WrittenLanguage): string => instrument.name[language]

/** 'down 0.62%', 'little changed'. */
function moveText({ change }: Fact, language: WrittenLanguage): string {
  if (change === 0n) return language === 'en' ? 'unchanged' : '持平'
  if (language === 'zh') return `${change > 0n ? '涨' : '跌'} ${sizeText(change)}`
  return `${change > 0n ? 'up' : 'down'} ${sizeText(change)}`
}

const heading = (text: string): string => `<h2>${text}</h2>`
const paragraph = (text: string): string => `<p>${text}</p>`

export type CloseFacts = {
  readonly market: Text
  readonly date: string
  /** The index of the market first. */
  readonly indices: readonly Fact[]
  readonly shares: readonly Fact[]
  readonly course: Prices
}

const rowsShown = 5

/** The report on a completed session of a stock market; undefined without figures. */
export function closeArticle({ market, date, indices, shares, course }: CloseFacts): ArticleDraft | undefined {
  const [index] = indices
  const { gains, losses } = extremesOf(shares, rowsShown)
  const [gain, loss] = [gains[0], losses[0]]
  if (index === undefined || gain === undefined || loss === undefined) return undefined
  const rising = shares.filter(({ change }) => change > 0n).length
  const falling = shares.filter(({ change }) => change < 0n).length
  const count = shares.length
  const opening: Text = {
    en: `${name(index, 'en')} ended the session of ${dateText(date, 'en')} at ${priceText(index.instrument, index.last)}, ${moveText(index, 'en')}. Of ${count} shares, ${rising} rose and ${falling} fell.`,
    zh: `${dateText(date, 'zh')}收盘，${name(index, 'zh')}报 ${priceText(index.instrument, index.last)}，${moveText(index, 'zh')}。${count} 只股票中 ${rising} 只上涨，${falling} 只下跌。`,
  }
  const ends: Text = {
    en: `The largest gain was ${quoteLink(gain.instrument, 'en')} with ${percentText(gain.change)}, the largest loss ${quoteLink(loss.instrument, 'en')} with ${percentText(loss.change)}.`,
    zh: `涨幅最大的是${quoteLink(gain.instrument, 'zh')}（${percentText(gain.change)}），跌幅最大的是${quoteLink(loss.instrument, 'zh')}（${percentText(loss.change)}）。`,
  }
  return {
    title: {
      en: `${market.en} close, ${dayText(date, 'en')}: ${name(index, 'en')} ${moveText(index, 'en')}`,
      zh: `${market.zh}${dayText(date, 'zh')}收盘：${name(index, 'zh')}${moveText(index, 'zh')}`,
    },
    summary: {
      en: `${rising} of ${count} shares rose, ${falling} fell. Largest gain: ${name(gain, 'en')} ${percentText(gain.change)}.`,
      zh: `${count} 只股票中 ${rising} 只上涨、${falling} 只下跌。涨幅最大：${name(gain, 'zh')} ${percentText(gain.change)}。`,
    },
    body: both((language) =>
      [
        paragraph(opening[language]),
        paragraph(ends[language]),
        heading(language === 'en' ? 'Indices' : '指数'),
        table(indices, language),
        heading(language === 'en' ? 'Largest gains' : '涨幅最大'),
        table(gains, language),
        heading(language === 'en' ? 'Largest losses' : '跌幅最大'),
        table(losses, language),
        closingWords[language],
      ].join('\n'),
    ),
    cover: heightsOf(course),
  }
}

export type RoundupFacts = {
  /** The name of the group: 'Currencies'. */
  readonly title: Text
  readonly date: string
  readonly groups: readonly { readonly title: Text; readonly facts: readonly Fact[] }[]
  /** Of the one that has moved most. */
  readonly course: Prices
}

/** The daily report on currencies or commodities; undefined without figures. */
export function roundupArticle({ title, date, groups, course }: RoundupFacts): ArticleDraft | undefined {
  const facts = groups.flatMap((group) => group.facts)
  const first = largestMove(facts)
  if (first === undefined) return undefined
  const rising = facts.filter(({ change }) => change > 0n).length
  const falling = facts.filter(({ change }) => change < 0n).length
  return {
    title: {
      en: `${title.en}: ${name(first, 'en')} ${moveText(first, 'en')}`,
      zh: `${title.zh}：${name(first, 'zh')}${moveText(first, 'zh')}`,
    },
    summary: {
      en: `The largest move of ${dateText(date, 'en')} among ${facts.length}: ${rising} rose, ${falling} fell.`,
      zh: `${dateText(date, 'zh')}的 ${facts.length} 个品种中变动最大；${rising} 个上涨，${falling} 个下跌。`,
    },
    body: both((language) =>
      [
        paragraph(
          language === 'en'
            ? `${quoteLink(first.instrument, 'en')} moved most on ${dateText(date, 'en')}: it ended at ${priceText(first.instrument, first.last)}, ${moveText(first, 'en')} from ${priceText(first.instrument, first.previousClose)}.`
            : `${dateText(date, 'zh')}变动最大的是${quoteLink(first.instrument, 'zh')}：报 ${priceText(first.instrument, first.last)}，较前一日的 ${priceText(first.instrument, first.previousClose)} ${moveText(first, 'zh')}。`,
        ),
        ...groups
          .filter((group) => group.facts.length > 0)
          .flatMap((group) => [heading(group.title[language]), table(group.facts, language)]),
        closingWords[language],
      ].join('\n'),
    ),
    cover: heightsOf(course),
  }
}

export type MoveFacts = {
  readonly fact: Fact
  readonly at: number
  /** The time zone of the times in the article. */
  readonly zone: string
  readonly course: Prices
}

/** The report on a large move of one instrument while its market is open. */
export function moveArticle({ fact, at, zone, course }: MoveFacts): ArticleDraft {
  const { instrument, last, previousClose, low, high, change } = fact
  const time = timeText(at, zone)
  const city = zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
  const verb = change > 0n ? { en: 'rises', zh: '上涨' } : { en: 'falls', zh: '下跌' }
  const title: Text = {
    en: `${name(fact, 'en')} ${verb.en} ${sizeText(change)}`,
    zh: `${name(fact, 'zh')}${verb.zh} ${sizeText(change)}`,
  }
  const summary: Text = {
    en: `At ${time} (${city}) it stood at ${priceText(instrument, last)}, after ${priceText(instrument, previousClose)} the day before.`,
    zh: `当地时间 ${time} 报 ${priceText(instrument, last)}，前收盘 ${priceText(instrument, previousClose)}。`,
  }
  const ranges: Text | undefined =
    low === undefined || high === undefined
      ? undefined
      : {
          en: `So far today it has traded between ${priceText(instrument, low)} and ${priceText(instrument, high)}.`,
          zh: `今日至今的价格区间为 ${priceText(instrument, low)} 至 ${priceText(instrument, high)}。`,
        }
  const keepInMind: Text = {
    en: 'In this market large moves come from the draw of the model: from its jumps, from its sector and from the market as a whole. What follows a large move is as open as before it.',
    zh: '在本市场中，大幅变动来自模型的抽样：自身的跳跃、所属行业以及整个市场。大幅变动之后的走势与之前一样无法预知。',
  }
  return {
    title,
    summary,
    body: both((language) =>
      [
        paragraph(
          language === 'en'
            ? `${quoteLink(instrument, 'en')} (${instrument.code}) ${verb.en} ${sizeText(change)}. ${summary.en}`
            : `${quoteLink(instrument, 'zh')}（${instrument.code}）${verb.zh} ${sizeText(change)}。${summary.zh}`,
        ),
        ...(ranges === undefined ? [] : [paragraph(ranges[language])]),
        table([fact], language),
        paragraph(keepInMind[language]),
        closingWords[language],
      ].join('\n'),
    ),
    cover: heightsOf(course),
  }
}

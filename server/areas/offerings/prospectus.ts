import type { Name } from '@mex/core/market/instrument.ts'
import { formatPrice, formatQuantity } from '@mex/core/money/money.ts'
import { initialLots } from '@mex/core/offerings/pools.ts'
import { sharesOf, type NewIssue } from '@mex/core/offerings/new-issue.ts'

const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',')

/** What a company does, by its sector; the sector names are those of the market. */
const businesses: Readonly<Record<string, Name>> = {
  Technology: { en: 'builds software and devices for other companies', zh: '为其他企业提供软件与设备' },
  'Communication services': { en: 'runs networks and media', zh: '经营网络与媒体业务' },
  'Consumer discretionary': { en: 'sells what people buy when they can choose', zh: '提供可选消费品与服务' },
  'Consumer staples': { en: 'makes food and household goods', zh: '生产食品与日用品' },
  'Health care': { en: 'develops medicines and medical devices', zh: '研发药品与医疗器械' },
  Financials: { en: 'insures, lends and handles payments', zh: '从事保险、信贷与支付业务' },
  Energy: { en: 'produces and moves energy', zh: '生产与输送能源' },
  Industrials: { en: 'makes machines and moves goods', zh: '制造机械并提供运输' },
  Materials: { en: 'makes basic materials', zh: '生产基础材料' },
  'Real estate': { en: 'owns and lets buildings', zh: '持有并出租物业' },
  Utilities: { en: 'supplies water, gas and electricity', zh: '供应水、燃气与电力' },
}

/** The prospectus of an invented company: three paragraphs, which say first that it is invented. */
export function prospectusOf(offer: NewIssue): Name {
  const { name, sector, code, venue, currency, low, high, totalShares, lot, mechanism } = offer
  const business = businesses[sector.en] ?? { en: 'does business', zh: '从事经营活动' }
  const shares = grouped(formatQuantity(totalShares))
  const forPublic = grouped(formatQuantity(sharesOf(offer, initialLots(offer))))
  const range = low === high ? formatPrice(high, 2) : `${formatPrice(low, 2)}–${formatPrice(high, 2)}`
  const draw = {
    A: {
      en: 'If the public asks for much more than it is offered at first, its part grows, up to 35 % of all shares.',
      zh: '若公开认购远超初始份额，公开部分将按规则增加，最高可达全部股份的 35%。',
    },
    B: {
      en: 'The part of the public is fixed, however much it asks for.',
      zh: '公开部分固定不变，不因认购倍数而调整。',
    },
    single: {
      en: 'All applications of the public are drawn in one pool, at one price.',
      zh: '所有公开认购按同一价格、在同一组别内抽签。',
    },
  }[mechanism]
  return {
    en: [
      `${name.en} exists in this practice market alone. No such company can be bought anywhere else, and nothing here says anything about a real one.`,
      `In this market it ${business.en}. It offers ${shares} new shares at ${currency} ${range}, ${forPublic} of them to the public at first, in lots of ${grouped(formatQuantity(lot))}. ${draw.en} The shares will be traded on ${venue} as ${code}.`,
      `The price on the first day is drawn when it comes. On average it is the price of the offer: it may open far below it. The other applications are generated, not people; they and every term were fixed before the offer opened.`,
    ].join('\n\n'),
    zh: [
      `${name.zh}只存在于本练习市场。这家公司在别处无法买到，这里的内容与任何真实公司无关。`,
      `在本市场中，该公司${business.zh}。本次发行 ${shares} 股新股，价格 ${currency} ${range}，初始向公众发售 ${forPublic} 股，每手 ${grouped(formatQuantity(lot))} 股。${draw.zh}股份将以代码 ${code} 在 ${venue} 交易。`,
      `首日价格在上市时才抽取，平均而言等于发行价，也可能远低于发行价开盘。其他认购是系统生成的，并非真人；所有认购与条款在开放前均已固定。`,
    ].join('\n\n'),
  }
}

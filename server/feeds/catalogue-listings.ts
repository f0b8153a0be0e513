import { present } from '@mex/core/assert.ts'
import { divide } from '@mex/core/money/decimal.ts'
import {
  sessionNames,
  shareMarkets,
  type Instrument,
  type Name,
  type ShareMarket,
  type TickBand,
} from '@mex/core/market/instrument.ts'
import { marketRules } from '@mex/core/market/products.ts'
import { price, priceOf, rate, rateOf, type Price, type Rate } from '@mex/core/money/money.ts'
import type { CurrencyFacts, Listing, Sector } from './listing.ts'
import { filledIn, nameIn, numberIn, priceIn, quantityIn, readTable, wordIn } from './catalogue-facts.ts'
import { BadTable } from './csv.ts'
import { marketDefaults, type ListedMarket } from './market-defaults.ts'

export const venueNames: Record<string, string> = {
  NASDAQ: '纳斯达克',
  NYSE: '纽约证券交易所',
  'NYSE Arca': '纽约证券交易所Arca市场',
  HKEX: '香港交易所',
  BMV: '墨西哥证券交易所',
}

export const yesOrNo = ['yes', 'no'] as const

/** An instrument as far as it differs from its market. */
type Sketch = Partial<Omit<Instrument, 'key' | 'source' | 'classify'>> &
  Pick<Instrument, 'code' | 'name' | 'venue' | 'ticks'> & { readonly market: ListedMarket }

/** The instrument of a sketch: what it does not say is what its market says. An index says its session itself. */
export function completeInstrument(sketch: Sketch): Instrument {
  const { market, code } = sketch
  const { source, classify } = marketRules[market]
  const key = `${market}:${code}`
  const defaults = marketDefaults[market]
  const session = present(sketch.session ?? defaults.session, `the session of ${key}`)
  return { key, source, classify, sector: undefined, contract: undefined, ...defaults, ...sketch, session }
}

/** What the listings of a share market need: the tick table in force, and the sectors. */
export type ShareTables = { readonly ticks: readonly TickBand[]; readonly sectors: ReadonlyMap<string, Sector> }

/** The shares of one market. */
export function readShares(directory: string, market: ShareMarket, { ticks, sectors }: ShareTables): Listing[] {
  const columns = ['code', 'en', 'zh', 'sector', 'exchange', 'lot', 'shortable', 'volume', 'price']
  const real = readTable(directory, `instruments/${market.toLowerCase()}.csv`, columns)
  const invented = readTable(directory, 'instruments/invented.csv', [...columns, 'market', 'next_code'])
  const ofMarket = invented.filter((row) => wordIn(row, 'market', shareMarkets) === market)
  return [...real, ...ofMarket].map((row) => {
    const sector = sectors.get(row.cell('sector'))
    if (sector === undefined) throw new BadTable(row.place, `the sector "${row.cell('sector')}" is not known`)
    const instrument = completeInstrument({
      code: filledIn(row, 'code'),
      market,
      name: nameIn(row),
      sector: sector.name,
      venue: filledIn(row, 'exchange'),
      lot: quantityIn(row, 'lot'),
      ticks,
      shortable: wordIn(row, 'shortable', yesOrNo) === 'yes',
      averageVolume: quantityIn(row, 'volume'),
    })
    const origin = { kind: 'equity', sector: sector.key } as const
    const listing = { instrument, basePrice: priceIn(row, 'price'), origin, group: sector.key, aliases: [] }
    if (!ofMarket.includes(row)) return { ...listing, profile: shareProfile(sector.name, instrument.venue) }
    const nextCode = filledIn(row, 'next_code')
    return { ...listing, invented: { nextCode }, profile: inventedProfile(sector.name) }
  })
}

function inventedProfile(sector: Name): Name {
  return {
    en: `${sector.en} company that exists in this practice market alone. It may be taken over, leave the market or get another code, as real companies do.`,
    zh: `只存在于本练习市场的${sector.zh}公司。它可能像真实公司一样被收购、退市或更改代码。`,
  }
}

function shareProfile(sector: Name, venue: string): Name {
  return {
    en: `${sector.en} company listed on ${venue}. Trading here is practice with simulated money.`,
    zh: `在${venueNames[venue] ?? venue}上市的${sector.zh}公司。这里只用模拟资金练习交易。`,
  }
}

const regions = ['US', 'HK', 'MX', 'EU', 'ASIA'] as const

export function readIndices(directory: string): Listing[] {
  const columns = ['code', 'en', 'zh', 'region', 'venue', 'currency', 'session', 'price', 'alias']
  return readTable(directory, 'instruments/indices.csv', columns).map((row) => {
    const name = nameIn(row)
    const instrument = completeInstrument({
      code: filledIn(row, 'code'),
      market: 'GLOBAL',
      name,
      venue: filledIn(row, 'venue'),
      currency: filledIn(row, 'currency'),
      session: wordIn(row, 'session', sessionNames),
      ticks: step('0.01'),
    })
    return {
      instrument,
      basePrice: priceIn(row, 'price'),
      origin: { kind: 'index', region: wordIn(row, 'region', regions) },
      group: 'index',
      profile: {
        en: `${name.en}: an index level, shown for orientation. It cannot be traded.`,
        zh: `${name.zh}：仅供参考的指数点位，不能交易。`,
      },
      aliases: row.cell('alias') === '' ? [] : [row.cell('alias')],
    }
  })
}

const pairGroups = ['major', 'minor', 'exotic', 'metal'] as const

/** Half of the quoted spread in pips (rulebook §13.6). */
const halfSpreadPips = { major: rateOf('0.6'), minor: rateOf('2'), exotic: rateOf('2'), metal: rateOf('2') }

/** Units of the base currency in one lot (rulebook §13.2). */
const lotSizes: Record<string, string> = { XAU: '100', XAG: '5000' }

export function readPairs(directory: string, currencies: ReadonlyMap<string, CurrencyFacts>): Listing[] {
  const columns = ['code', 'base', 'quote', 'group', 'tick', 'pip', 'leverage_cap', 'volume']
  return readTable(directory, 'instruments/forex.csv', columns).flatMap((row) => {
    const [base, quote] = [currencies.get(row.cell('base')), currencies.get(row.cell('quote'))]
    if (base === undefined || quote === undefined) throw new BadTable(row.place, 'a currency is not known')
    // The cost of holding a pair needs the interest of both currencies: without it the pair cannot be traded or listed.
    if (base.interest === undefined || quote.interest === undefined) return []
    const group = wordIn(row, 'group', pairGroups)
    const isMetal = group === 'metal'
    const basePrice = price(divide(base.dollars * 10n ** 8n, quote.dollars, 'near'))
    const instrument = completeInstrument({
      code: filledIn(row, 'code'),
      market: 'FX',
      name: pairName(base, quote, isMetal),
      venue: 'OTC',
      currency: quote.code,
      ...(isMetal && { session: 'metals' }),
      ticks: [{ below: undefined, tick: priceIn(row, 'tick') }],
      multiplier: rateOf(lotSizes[base.code] ?? '100000'),
      leverageCap: numberIn(row, 'leverage_cap'),
      averageVolume: quantityIn(row, 'volume'),
      halfSpread: pipShare(priceIn(row, 'pip'), halfSpreadPips[group], basePrice),
    })
    const origin =
      base.code === 'XAU' || base.code === 'XAG'
        ? ({ kind: 'metal', base: base.code, quote: quote.code } as const)
        : ({ kind: 'pair', base: base.code, quote: quote.code } as const)
    return [{ instrument, basePrice, origin, group, profile: pairProfile(base, quote), aliases: [] }]
  })
}

/** Pips as a share of the price level, so that the spread stays proportional when the price moves. */
function pipShare(pip: Price, pips: Rate, at: Price): Rate {
  return rate(divide(pip * pips, at, 'near'))
}

function pairName(base: CurrencyFacts, quote: CurrencyFacts, isMetal: boolean): Name {
  if (isMetal) return { en: `${base.name.en} spot`, zh: `现货${base.name.zh}` }
  return { en: `${base.code}/${quote.code}`, zh: `${base.name.zh}/${quote.name.zh}` }
}

function pairProfile(base: CurrencyFacts, quote: CurrencyFacts): Name {
  return {
    en: `What one ${base.name.en} costs in ${quote.name.en}. Trading here is practice with simulated money.`,
    zh: `一单位${base.name.zh}以${quote.name.zh}计的价格。这里只用模拟资金练习交易。`,
  }
}

export function readCrypto(directory: string): Listing[] {
  const columns = ['code', 'en', 'zh', 'tick', 'price', 'volume', 'alias']
  return readTable(directory, 'instruments/crypto.csv', columns).map((row) => {
    const name = nameIn(row)
    const instrument = completeInstrument({
      code: filledIn(row, 'code'),
      market: 'CRYPTO',
      name,
      venue: 'OTC',
      ticks: [{ below: undefined, tick: priceIn(row, 'tick') }],
      averageVolume: quantityIn(row, 'volume'),
    })
    return {
      instrument,
      basePrice: priceIn(row, 'price'),
      origin: { kind: 'crypto' },
      group: 'crypto',
      profile: {
        en: `${name.en} against the US dollar, quoted for the robots. It cannot be bought here.`,
        zh: `${name.zh}兑美元报价，供机器人使用，不能在这里买入。`,
      },
      aliases: [row.cell('alias')],
    }
  })
}

function step(tick: string): TickBand[] {
  return [{ below: undefined, tick: priceOf(tick) }]
}

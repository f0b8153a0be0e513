import { divide } from '@mex/core/money/decimal.ts'
import { shareMarkets, type Name, type ShareMarket } from '@mex/core/market/instrument.ts'
import { formatRate, rate, type Rate } from '@mex/core/money/money.ts'
import type { Followed, Listing } from './listing.ts'
import { filledIn, nameIn, priceIn, quantityIn, rateIn, readTable, wordIn } from './catalogue-facts.ts'
import { completeInstrument, venueNames, yesOrNo, type ShareTables } from './catalogue-listings.ts'
import { BadTable, type Row } from './csv.ts'

type FundTables = ShareTables & { readonly indices: readonly Listing[] }

/** The exchange-traded funds of one market. They are traded as its shares are. */
export function readFunds(directory: string, market: ShareMarket, tables: FundTables): Listing[] {
  const columns = ['market', 'code', 'en', 'zh', 'exchange', 'lot', 'shortable', 'volume', 'price', 'follows', 'fee']
  const rows = readTable(directory, 'instruments/funds.csv', columns)
  return rows
    .filter((row) => wordIn(row, 'market', shareMarkets) === market)
    .map((row) => {
      const { follows, name } = followedIn(row, market, tables)
      const fee = rate(divide(rateIn(row, 'fee'), 100n, 'near'))
      const instrument = completeInstrument({
        code: filledIn(row, 'code'),
        market,
        name: nameIn(row),
        venue: filledIn(row, 'exchange'),
        lot: quantityIn(row, 'lot'),
        ticks: tables.ticks,
        shortable: wordIn(row, 'shortable', yesOrNo) === 'yes',
        averageVolume: quantityIn(row, 'volume'),
      })
      return {
        instrument,
        basePrice: priceIn(row, 'price'),
        origin: { kind: 'fund', follows, fee },
        group: 'fund',
        profile: fundProfile(name, fee, instrument.venue),
        aliases: ['ETF'],
      }
    })
}

/** What a fund follows, with its name. An index must be one of its own market, so that no currency is between them. */
function followedIn(
  row: Row,
  market: ShareMarket,
  { sectors, indices }: FundTables,
): { readonly follows: Followed; readonly name: Name } {
  const follows = filledIn(row, 'follows')
  const sector = follows.startsWith('SECTOR:') ? sectors.get(follows.slice('SECTOR:'.length)) : undefined
  if (sector !== undefined && market === 'US') {
    const name = { en: `${sector.name.en} shares of the US`, zh: `美国${sector.name.zh}股` }
    return { follows: { kind: 'sector', sector: sector.key }, name }
  }
  const index = indices.find(({ instrument }) => instrument.key === follows)
  if (index === undefined || index.origin.kind !== 'index' || index.origin.region !== market)
    throw new BadTable(row.place, `"${follows}" is neither a sector of the US nor an index of ${market}`)
  return { follows: { kind: 'index', key: follows }, name: index.instrument.name }
}

function fundProfile(followed: Name, fee: Rate, venue: string): Name {
  const percent = formatRate(rate(fee * 100n))
  return {
    en: `ETF on ${venue} that follows ${followed.en}. It costs ${percent}% a year, which is taken from its dividends or its price. Trading here is practice with simulated money.`,
    zh: `在${venueNames[venue] ?? venue}上市的ETF，跟踪${followed.zh}。每年费用${percent}%，从派息或价格中扣除。这里只用模拟资金练习交易。`,
  }
}

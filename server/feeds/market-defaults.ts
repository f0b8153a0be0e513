import { markets, type Instrument, type Market, type SessionName } from '@mex/core/market/instrument.ts'
import { one, quantityOf, rateOf } from '@mex/core/money/money.ts'

/** The markets whose instruments the feeds list; bonds are not listed yet. */
export type ListedMarket = Exclude<Market, 'BOND'>
export const isListedMarket = (market: Market): market is ListedMarket => market !== 'BOND'
export const listedMarkets: readonly ListedMarket[] = markets.filter(isListedMarket)

/** What an instrument of a market is where neither a table nor a manifest says otherwise. */
export type MarketDefaults = Pick<
  Instrument,
  'currency' | 'lot' | 'multiplier' | 'leverageCap' | 'shortable' | 'tradable' | 'averageVolume' | 'halfSpread'
> & {
  /** Undefined for indices: each has the hours of its own country. */
  readonly session: SessionName | undefined
}

const share = { multiplier: one, leverageCap: 5, tradable: true }
const quotedOnly = { lot: quantityOf('1'), multiplier: one, leverageCap: 1, shortable: false, tradable: false }

/** Lots: rulebook §13.2. Spreads: §13.6; 0 is a spread of one tick. Leverage: §16.3. Short sales: §19. */
export const marketDefaults: Readonly<Record<ListedMarket, MarketDefaults>> = {
  US: {
    ...share,
    currency: 'USD',
    session: 'us-equity',
    lot: quantityOf('1'),
    shortable: true,
    averageVolume: quantityOf('1000000'),
    halfSpread: rateOf('0.0001'),
  },
  HK: {
    ...share,
    currency: 'HKD',
    session: 'hk-equity',
    lot: quantityOf('100'),
    shortable: false,
    averageVolume: quantityOf('1000000'),
    halfSpread: rateOf('0.0003'),
  },
  MX: {
    ...share,
    currency: 'MXN',
    session: 'mx-equity',
    lot: quantityOf('1'),
    shortable: false,
    averageVolume: quantityOf('100000'),
    halfSpread: rateOf('0.0005'),
  },
  FUT: {
    currency: 'USD',
    session: 'cme',
    lot: quantityOf('1'),
    multiplier: one,
    leverageCap: 10,
    shortable: true,
    tradable: true,
    averageVolume: quantityOf('1000'),
    halfSpread: rateOf('0'),
  },
  FX: {
    currency: 'USD',
    session: 'forex',
    lot: quantityOf('0.01'),
    multiplier: rateOf('100000'),
    leverageCap: 20,
    shortable: true,
    tradable: true,
    averageVolume: quantityOf('5000'),
    halfSpread: rateOf('0'),
  },
  GLOBAL: {
    ...quotedOnly,
    currency: 'USD',
    session: undefined,
    averageVolume: quantityOf('0'),
    halfSpread: rateOf('0'),
  },
  CRYPTO: {
    ...quotedOnly,
    currency: 'USD',
    session: 'crypto',
    averageVolume: quantityOf('0'),
    halfSpread: rateOf('0.0002'),
  },
}

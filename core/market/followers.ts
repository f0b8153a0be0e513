import type { ShareMarket } from '#market/instrument.ts'

/** A fund by the market that lists it and its code there. */
export type FollowingFund = { readonly market: ShareMarket; readonly code: string }

/** What follows an index and is traded, the most traded first: the products of futures, and funds. */
export type Followers = { readonly products: readonly string[]; readonly funds: readonly FollowingFund[] }

const fund = (market: ShareMarket, code: string): FollowingFund => ({ market, code })

/** By the code of the index. The catalogue of instruments has the same, as a test of it asserts. */
const followers: Readonly<Record<string, Followers>> = {
  SPX: { products: ['ES', 'MES'], funds: [fund('US', 'SPY'), fund('US', 'VOO'), fund('US', 'IVV')] },
  NDX: { products: ['MNQ', 'NQ'], funds: [fund('US', 'QQQ'), fund('US', 'QQQM')] },
  DJI: { products: ['YM', 'MYM'], funds: [fund('US', 'DIA')] },
  RUT: { products: ['RTY', 'M2K'], funds: [fund('US', 'IWM'), fund('US', 'VTWO')] },
  HSI: { products: [], funds: [fund('HK', '02800'), fund('HK', '03115')] },
  HSCEI: { products: [], funds: [fund('HK', '02828')] },
  HSTECH: { products: [], funds: [fund('HK', '03033'), fund('HK', '03032'), fund('HK', '03067')] },
  IPC: { products: [], funds: [fund('MX', 'NAFTRAC')] },
}

/** What follows an index; nothing for an index that nothing follows. */
export const followersOf = (index: string): Followers => followers[index] ?? { products: [], funds: [] }

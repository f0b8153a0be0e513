import type { Text } from '@mex/contract/text.ts'

/** The products that use the price of a coin, by the code of the coin (rulebook §26.3). A coin without a use is in no list. */
export const coinUses: ReadonlyMap<string, readonly Text[]> = new Map([
  [
    'BTC',
    [
      { en: 'Mining robots', zh: '挖矿机器人' },
      { en: 'BTC grid', zh: 'BTC 网格' },
    ],
  ],
])

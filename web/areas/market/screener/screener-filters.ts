import type { Input } from '@mex/contract/call.ts'
import type { marketScreens } from '@mex/contract/market/screens.ts'
import { screenFigures, type ScreenFigure } from '@mex/core/market/screen.ts'
import { percent, priceOf, quantityOf } from '@mex/core/money/money.ts'

import type { Text } from '#text/use-text.ts'

type Screen = Input<typeof marketScreens.screen>
/** What a choice of a filter asks for, beside its text. */
type Choice = { readonly value: string; readonly text: (t: Text) => string; readonly bounds: Partial<Screen> }

const any: Choice = { value: 'any', text: (t) => t('screener.any'), bounds: {} }
const below = (value: string, text: string, bounds: Partial<Screen>): Choice => ({
  value,
  text: (t) => t('screener.below', { value: text }),
  bounds,
})
const above = (value: string, text: string, bounds: Partial<Screen>): Choice => ({
  value,
  text: (t) => t('screener.above', { value: text }),
  bounds,
})
const between = (value: string, from: string, to: string, bounds: Partial<Screen>): Choice => ({
  value,
  text: (t) => t('screener.between', { from, to }),
  bounds,
})

/** The choices of each filter. Prices are in the currency of the market. */
export const filters = {
  last: [
    any,
    below('below10', '10', { lastTo: priceOf('9.99999999') }),
    between('10to50', '10', '50', { lastFrom: priceOf('10'), lastTo: priceOf('50') }),
    between('50to200', '50', '200', { lastFrom: priceOf('50'), lastTo: priceOf('200') }),
    above('above200', '200', { lastFrom: priceOf('200') }),
  ],
  changeRatio: [
    any,
    { value: 'rising', text: (t) => t('screener.risingOnly'), bounds: { changeRatioFrom: percent(1n) } },
    { value: 'falling', text: (t) => t('screener.fallingOnly'), bounds: { changeRatioTo: percent(-1n) } },
    above('above2', '+2%', { changeRatioFrom: percent(200n) }),
    below('below2', '−2%', { changeRatioTo: percent(-201n) }),
  ],
  volume: [
    any,
    above('above100k', '100,000', { volumeFrom: quantityOf('100000') }),
    above('above1m', '1,000,000', { volumeFrom: quantityOf('1000000') }),
    above('above10m', '10,000,000', { volumeFrom: quantityOf('10000000') }),
  ],
  dividendYield: [
    any,
    above('above1', '1%', { dividendYieldFrom: percent(100n) }),
    above('above2', '2%', { dividendYieldFrom: percent(200n) }),
    above('above3', '3%', { dividendYieldFrom: percent(300n) }),
  ],
  volatility: [
    any,
    below('below20', '20%', { volatilityTo: percent(1999n) }),
    between('20to40', '20%', '40%', { volatilityFrom: percent(2000n), volatilityTo: percent(4000n) }),
    above('above40', '40%', { volatilityFrom: percent(4000n) }),
  ],
} as const satisfies Readonly<Record<ScreenFigure, readonly Choice[]>>

/** The chosen value of each filter. */
export type Chosen = Readonly<Record<ScreenFigure, string>>
export const nothingChosen: Chosen = {
  last: 'any',
  changeRatio: 'any',
  volume: 'any',
  dividendYield: 'any',
  volatility: 'any',
}

/** The bounds that the choices ask for together. */
export const boundsOf = (chosen: Chosen): Partial<Screen> =>
  Object.assign(
    {},
    ...screenFigures.map((figure) => filters[figure].find(({ value }) => value === chosen[figure])?.bounds),
  ) as Partial<Screen>

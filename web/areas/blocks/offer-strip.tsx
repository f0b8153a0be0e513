import type { BlockOffer } from '@mex/contract/blocks/shapes.ts'

import { belowText } from '#areas/blocks/door/discount-text.ts'
import { pricedText } from '#components/figures.ts'
import { useText } from '#text/use-text.ts'
import { FigureStrip } from '#ui/figure-strip.tsx'

type Props = {
  offer: Pick<BlockOffer, 'price' | 'last' | 'tick' | 'currency'>
  /** Three more figures, in the columns of the first. */
  more?: readonly (readonly [name: string, value: string])[]
}

/** The price of a block, and what it is below. */
export function OfferStrip({ offer: { price, last, tick, currency }, more = [] }: Props) {
  const t = useText()
  return (
    <FigureStrip
      figures={[
        [t('blocks.price'), pricedText(price, tick, currency)],
        [t('blocks.below'), belowText(price, last)],
        [t('blocks.last'), pricedText(last, tick, currency)],
        ...more,
      ]}
    />
  )
}

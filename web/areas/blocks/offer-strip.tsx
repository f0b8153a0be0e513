import type { BlockOffer } from '@mex/contract/blocks/shapes.ts'

import { discountText } from '#areas/blocks/door/discount-text.ts'
import { pricedText } from '#components/figures.ts'
import { useText } from '#text/use-text.ts'
import { FigureStrip } from '#ui/figure-strip.tsx'

type Props = { offer: Pick<BlockOffer, 'price' | 'last' | 'tick' | 'currency' | 'discount'> }

/** The price of a block, and what it is below. */
export function OfferStrip({ offer: { price, last, tick, currency, discount } }: Props) {
  const t = useText()
  return (
    <FigureStrip
      figures={[
        [t('blocks.price'), pricedText(price, tick, currency)],
        [t('blocks.below'), discountText(discount)],
        [t('blocks.last'), pricedText(last, tick, currency)],
      ]}
    />
  )
}

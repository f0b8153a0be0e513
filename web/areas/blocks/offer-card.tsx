import type { BlockOffer } from '@mex/contract/blocks/shapes.ts'
import { divide } from '@mex/core/money/decimal.ts'

import { quantityText } from '#components/figures.ts'
import { SessionButton } from '#components/session-button.tsx'
import { hrefOf } from '#data/links.ts'
import { quoteHrefOf } from '#areas/market/door/links.ts'
import { useText } from '#text/use-text.ts'
import { Card } from '#ui/card.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Tag } from '#ui/tag.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { Typography } from '#ui/typography.tsx'
import { marketTimeText } from '#areas/market/door/market-times.ts'
import { OfferStrip } from './offer-strip.tsx'

/** The form of a block: the order form of the specification with source 4. */
export const blockHref = ({ offerId, code, name, market }: Pick<BlockOffer, 'offerId' | 'code' | 'name' | 'market'>) =>
  hrefOf('stockOrder', { source: 4, id: offerId, name, code, market })

/** What is left of a block, in whole percent. */
const percentLeft = ({ remaining, total }: BlockOffer): number => Number(divide(remaining * 100n, total, 'near'))

/** Whether less is left than one may buy at once. */
export const isSoldOut = ({ remaining, least }: BlockOffer): boolean => remaining < least

type Props = {
  offer: BlockOffer
  /** The person may not buy blocks, which the page says once for all of them. */
  isClosed: boolean
  onPlan: () => void
}

/** One block in the list: its price, what it is below, and what is left. */
export function OfferCard({ offer, isClosed, onPlan }: Props) {
  const t = useText()
  const { name, code, venue } = offer
  return (
    <Card>
      <Stack>
        <Line spread="apart" align="start" wrap>
          <a href={quoteHrefOf(offer)}>
            <Typography as="h2" size={17} weight="bold">
              {name}
            </Typography>
            <Typography size={12} tone="second">{`${code} · ${venue}`}</Typography>
          </a>
          <Tag text={t('blocks.ends', { time: marketTimeText(offer, offer.endsAt) })} tone="brand" />
        </Line>
        <Figures offer={offer} />
        <Line spread="apart" wrap>
          <Typography size={12} tone="second">
            {t('blocks.leftPercent', { percent: String(percentLeft(offer)) })}
          </Typography>
          <TextButton text={t('blocks.plan')} onPress={onPlan} />
        </Line>
        {isClosed ? undefined : (
          <SessionButton text={t('blocks.buy')} logIn={t('blocks.logIn')} wide href={blockHref(offer)} />
        )}
      </Stack>
    </Card>
  )
}

function Figures({ offer }: Pick<Props, 'offer'>) {
  const t = useText()
  const { name, total, remaining, least, lockDays } = offer
  const left = { left: quantityText(remaining), total: quantityText(total) }
  return (
    <>
      <OfferStrip
        offer={offer}
        more={[
          [t('blocks.minimum'), quantityText(least)],
          [t('blocks.left'), left.left],
          [t('blocks.lockUp'), t('blocks.days', { days: lockDays })],
        ]}
      />
      <ProgressBar label={t('blocks.leftBar', { name, ...left })} percent={percentLeft(offer)} thin />
    </>
  )
}

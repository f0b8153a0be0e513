import type { Answer } from '@mex/contract/call.ts'
import type { Quote } from '@mex/contract/market/shapes.ts'
import type { Position } from '@mex/contract/trading/shapes.ts'
import { trading } from '@mex/contract/trading/calls.ts'
import { money, quantity } from '@mex/core/money/money.ts'
import { use, useState, type ReactNode } from 'react'

import { useLiveProfit } from '#areas/trading/door/live-profit.ts'
import { hrefOf } from '#data/links.ts'
import { useCall } from '#data/call.ts'
import { useSession } from '#data/session.ts'
import { averageText, profitText, quantityText } from '#components/figures.ts'
import { useText } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { Card } from '#ui/card.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { ScreenFrameContext } from '#ui/screen-frame.ts'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'
import { Typography } from '#ui/typography.tsx'

type Props = {
  quote: Quote
  /** The content below; rendered with the answer, so that the card does not shift it. */
  children: ReactNode
}

/** The default of the spec when the call fails; never shown as a figure. */
const nothingHeld = {
  quantity: quantity(0n),
  closable: quantity(0n),
  averagePrice: undefined,
  profit: money(0n),
  positions: undefined,
}

/** The user's position in the instrument; renders nothing without one. */
export function MyPosition({ quote, children }: Props) {
  const isSignedIn = useSession() !== undefined
  const { code, market, source } = quote
  const { data } = useCall(
    trading.holding,
    { code, market, source },
    { when: isSignedIn, everySeconds: 10, neutral: nothingHeld },
  )
  const { isUnder } = use(ScreenFrameContext)
  // The card of a first position would push the page down at the fill, under the sheet of the order.
  const [shown, setShown] = useState(data)
  if (isUnder !== true && shown !== data) setShown(data)
  if (isSignedIn && data === undefined) return <SkeletonCard height={220} />
  return (
    <>
      {shown === undefined ? undefined : <Held quote={quote} held={shown} />}
      {children}
    </>
  )
}

type HeldProps = { quote: Quote; held: Answer<typeof trading.holding> }

const none: readonly Position[] = []

function Held({ quote: { tick, lot }, held: data }: HeldProps) {
  const t = useText()
  const profit = useLiveProfit(data.positions ?? none)
  if (data === nothingHeld) {
    return (
      <Card>
        <Stack gap={4}>
          <Typography size={17} weight="bold" as="h2">
            {t('quote.yourPosition')}
          </Typography>
          <Typography size={13} tone="second">
            {t('quote.positionUnknown')}
          </Typography>
        </Stack>
      </Card>
    )
  }
  const [first] = data.positions ?? []
  if (first === undefined || data.quantity === 0n) return undefined
  return (
    <Card href={hrefOf('trade', { list: 0 })}>
      <Stack gap={8}>
        <Line spread="apart">
          <Typography size={17} weight="bold" as="h2">
            {t('quote.yourPosition')}
          </Typography>
          <SideTag positions={data.positions ?? []} />
        </Line>
        <Line spread="apart" align="baseline">
          <Typography size={12} tone="second">
            {t('quote.holding', {
              quantity: quantityText(data.quantity, lot),
              price: averageText(data.averagePrice, tick),
            })}
          </Typography>
          <Change change={profitText(profit ?? data.profit, first.currency)} size={17} />
        </Line>
      </Stack>
    </Card>
  )
}

function SideTag({ positions }: { positions: readonly Position[] }) {
  const t = useText()
  const [first, second] = positions
  if (first === undefined) return undefined
  if (second !== undefined) return <Tag text={t('quote.several', { count: String(positions.length) })} />
  const leverage = String(first.leverage)
  return first.direction === 'long' ? (
    <Tag text={t('quote.long', { leverage })} tone="up" />
  ) : (
    <Tag text={t('quote.short', { leverage })} tone="down" />
  )
}

import type { AuctionQuote } from '@mex/contract/auctions/shapes.ts'
import { sources } from '@mex/core/market/instrument.ts'
import { priceChange } from '@mex/core/market/price-change.ts'

import { orderFormHrefOf, quoteHrefOf } from '#areas/market/door/links.ts'
import { changeText, priceText, quantityText } from '#components/figures.ts'
import { useText } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { ShareBar } from '#ui/progress-bar.tsx'
import { Typography } from '#ui/typography.tsx'
import { AuctionLine, shareOf } from './auction-line.tsx'
import { timeInNewYork } from './door/times.ts'
import { auctionChangePercent, standsAt, takesOrders } from './door/use-auction.ts'
import { OwnOrders } from './own-orders.tsx'

type Props = { share: AuctionQuote; now: number }

/** One share: its indicative price, what is matched and who waits, and the two sides of an order. */
export function ShareCard({ share, now }: Props) {
  const t = useText()
  const { name, code, tick, reference, indicativePrice, lastCross } = share
  const at = standsAt(share)
  return (
    <Card>
      <Stack>
        <Line spread="apart" align="start" wrap>
          <Stack gap={0}>
            <Typography as="h2" size={17} weight="bold">
              <a href={quoteHrefOf({ ...share, source: sources.stock })}>{name}</a>
            </Typography>
            <Typography size={12} tone="second">
              {`${code} · ${t(indicativePrice === undefined ? 'auctions.lastPrice' : 'auctions.indicative')}`}
            </Typography>
          </Stack>
          <Stack gap={0} align="end">
            <Typography size={20} weight="bold">
              {priceText(at, tick)}
            </Typography>
            <Line gap={8}>
              <Change change={changeText(priceChange(at, reference), tick)} />
              <Change change={auctionChangePercent(share)} glyph={false} />
            </Line>
          </Stack>
        </Line>
        <AuctionLine share={share} now={now} />
        <Imbalance share={share} />
        {lastCross === undefined ? undefined : <LastCross share={share} cross={lastCross} />}
        <OwnOrders share={share} />
        <Line gap={8} spread="even">
          {(['sell', 'buy'] as const).map((side) => (
            <SideButton key={side} {...{ share, side, now }} />
          ))}
        </Line>
        {now < share.entryOpensAt ? (
          <Typography as="p" size={12} tone="second" align="center">
            {t('auctions.entryFrom', { time: timeInNewYork(share.entryOpensAt) })}
          </Typography>
        ) : undefined}
      </Stack>
    </Card>
  )
}

type SideProps = { share: AuctionQuote; side: 'buy' | 'sell'; now: number }

function SideButton({ share, side, now }: SideProps) {
  const t = useText()
  const href = orderFormHrefOf({ ...share, source: sources.auctionStock }, side)
  const text = t(side === 'buy' ? 'ticket.buyLong' : 'ticket.sellShort')
  const kind = side === 'buy' ? 'up' : 'down'
  if (href === undefined) return <Button text={text} kind={kind} disabled reason={t('ticket.noShort')} wide />
  return <Button text={text} kind={kind} href={href} wide disabled={!takesOrders(share, now)} />
}

/** What both sides agree on, and what one of them wants beyond that, as one bar with words. */
function Imbalance({ share }: { share: AuctionQuote }) {
  const t = useText()
  const { indicativeVolume: matched, imbalance, imbalanceSide, lot } = share
  if (matched === undefined || imbalance === undefined) return undefined
  const left = shareOf(imbalance, matched + imbalance)
  const percent = `${left.toFixed(1)}%`
  const isBuy = imbalanceSide === 'buy'
  const [waits, said] =
    imbalanceSide === undefined
      ? [t('auctions.balanced'), '']
      : isBuy
        ? [`${t('auctions.buyersWaiting')} ${quantityText(imbalance, lot)}`, t('auctions.buyImbalance', { percent })]
        : [`${t('auctions.sellersWaiting')} ${quantityText(imbalance, lot)}`, t('auctions.sellImbalance', { percent })]
  return (
    <Stack gap={4}>
      <Line spread="apart" wrap>
        <Typography size={13}>{`${t('auctions.matched')} ${quantityText(matched, lot)}`}</Typography>
        <Typography size={13}>{waits}</Typography>
      </Line>
      <ShareBar
        shares={[
          { label: 'matched', percent: 100 - left, tone: 'grey' },
          { label: 'waiting', percent: left, tone: isBuy ? 'green' : 'orange' },
        ]}
      />
      <Line spread="apart" wrap>
        <Typography size={12} tone="second">
          {t('auctions.agree')}
        </Typography>
        <Typography size={12} tone="second">
          {said}
        </Typography>
      </Line>
    </Stack>
  )
}

type CrossProps = { share: AuctionQuote; cross: NonNullable<AuctionQuote['lastCross']> }

function LastCross({ share: { tick, lot }, cross }: CrossProps) {
  const t = useText()
  const said = { price: priceText(cross.price, tick), time: timeInNewYork(cross.crossedAt) }
  const text =
    cross.volume === undefined
      ? t('auctions.opened', said)
      : cross.volume === 0n
        ? t('auctions.noCross', said)
        : t('auctions.crossed', { ...said, volume: quantityText(cross.volume, lot) })
  return (
    <Typography size={13} tone="second" as="p">
      {cross.isPractice ? `${t('auctions.practice')} · ${text}` : text}
    </Typography>
  )
}

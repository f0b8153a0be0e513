import type { AuctionQuote } from '@mex/contract/auctions/shapes.ts'
import { nextPublication } from '@mex/core/auctions/schedule.ts'

import { useText } from '#text/use-text.ts'
import { Card } from '#ui/card.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Tag } from '#ui/tag.tsx'
import { Typography } from '#ui/typography.tsx'
import { MinutesLeft, waitingText } from './door/entry-countdown.tsx'
import { countdownText, timeInNewYork } from './door/times.ts'
import { takesOrders } from './door/use-auction.ts'

const often = 5 * 60_000

type Props = { share: AuctionQuote; now: number }

/** How long orders enter, when the next figures come, and what happens after that. */
export function CountdownCard({ share, now }: Props) {
  const t = useText()
  const { isPractice, entryOpensAt, entryClosesAt, crossesAt } = share
  const isOpen = takesOrders(share, now)
  return (
    <Card>
      <Stack gap={8}>
        {isPractice ? (
          <Line>
            <Tag text={t('auctions.practice')} tone="warn" />
          </Line>
        ) : undefined}
        {isOpen ? (
          <Open {...{ share, now }} />
        ) : now < entryOpensAt ? (
          <Waiting {...{ share, now }} />
        ) : (
          <Closed {...{ share, now }} />
        )}
        {now < entryOpensAt ? undefined : (
          <ProgressBar
            label={t('auctions.until', { time: timeInNewYork(entryClosesAt) })}
            percent={(Math.min(now, entryClosesAt) - entryOpensAt) / ((entryClosesAt - entryOpensAt) / 100)}
            tone="warn"
          />
        )}
        <Line spread="apart" wrap>
          <Typography size={11} tone="third">
            {t('auctions.opensAt', { time: timeInNewYork(entryOpensAt) })}
          </Typography>
          <Typography size={11} tone="third">
            {t('auctions.often', { time: timeInNewYork(crossesAt - often) })}
          </Typography>
          <Typography size={11} tone="third">
            {t('auctions.closesAt', { time: timeInNewYork(entryClosesAt) })}
          </Typography>
        </Line>
        <MinutesLeft {...{ share, now }} />
        {isPractice ? (
          <Typography size={12} tone="second" as="p">
            {t('auctions.practiceText')}
          </Typography>
        ) : undefined}
      </Stack>
    </Card>
  )
}

function Open({ share, now }: Props) {
  const t = useText()
  const { entryOpensAt: opensAt, entryClosesAt, crossesAt, publishedAt } = share
  const seconds = Math.ceil((nextPublication({ opensAt, crossesAt }, now) - now) / 1000)
  return (
    <Line spread="apart" align="start">
      <Stack gap={0}>
        <Typography size={12} tone="second">
          {t('auctions.until', { time: timeInNewYork(entryClosesAt) })}
        </Typography>
        <span>
          <Typography size={24} weight="bold">
            {countdownText(entryClosesAt - now)}
          </Typography>{' '}
          <Typography size={12} tone="second">
            {t('auctions.left')}
          </Typography>
        </span>
      </Stack>
      {publishedAt === undefined ? undefined : (
        <Stack gap={0} align="end">
          <Typography size={12} tone="second">
            {t('auctions.next')}
          </Typography>
          <Typography weight="semibold">{t('auctions.seconds', { seconds: String(seconds) })}</Typography>
        </Stack>
      )}
    </Line>
  )
}

function Waiting({ share, now }: Props) {
  const t = useText()
  return (
    <Stack gap={4}>
      <Typography as="h2" size={17} weight="bold">
        {t('auctions.waiting')}
      </Typography>
      <Typography size={13} tone="second" as="p">
        {waitingText(t, share, now)}
      </Typography>
    </Stack>
  )
}

function Closed({ share, now }: Props) {
  const t = useText()
  const { crossesAt } = share
  return (
    <Line spread="apart" align="start">
      <Stack gap={4}>
        <Typography as="h2" size={17} weight="bold">
          {t('auctions.closed')}
        </Typography>
        <Typography size={13} tone="second" as="p">
          {t('auctions.closedText', { time: timeInNewYork(crossesAt) })}
        </Typography>
      </Stack>
      <Typography size={20} weight="bold">
        {countdownText(crossesAt - now)}
      </Typography>
    </Line>
  )
}

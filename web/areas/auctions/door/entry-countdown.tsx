import { Timer } from 'lucide-react'
import type { AuctionQuote } from '@mex/contract/auctions/shapes.ts'

import { explained } from '#text/sentences.ts'
import { useLanguage, useText, type Text } from '#text/use-text.ts'
import { Stack, VisuallyHidden } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Tag } from '#ui/tag.tsx'
import { takesOrders, useSecond } from './use-auction.ts'
import { countdownText, dateInNewYork, timeInNewYork } from './times.ts'

/** The time that is left for orders: stays in sight through all steps of a ticket. */
export function EntryCountdown({ share }: { share: AuctionQuote }) {
  const t = useText()
  const language = useLanguage()
  const now = useSecond()
  const { entryOpensAt, entryClosesAt, crossesAt, isPractice } = share
  const isOpen = takesOrders(share, now)
  return (
    <Notice tone="warn" icon={<Timer aria-hidden="true" />}>
      <Stack gap={4} align="start">
        <span aria-hidden={isOpen}>
          {isOpen
            ? t('auctions.untilClose', {
                left: countdownText(entryClosesAt - now),
                time: timeInNewYork(entryClosesAt),
              })
            : now < entryOpensAt
              ? explained(language, t('auctions.waiting'), waitingText(t, share, now))
              : explained(language, t('auctions.closed'), t('auctions.closedText', { time: timeInNewYork(crossesAt) }))}
        </span>
        {isPractice ? <Tag text={t('auctions.practice')} tone="warn" /> : undefined}
        <MinutesLeft share={share} now={now} />
      </Stack>
    </Notice>
  )
}

/** When the next auction takes orders and sets its price. */
export function waitingText(t: Text, { entryOpensAt, crossesAt }: AuctionQuote, now: number): string {
  const crosses = timeInNewYork(crossesAt)
  return dateInNewYork(entryOpensAt) === dateInNewYork(now)
    ? t('auctions.waitingToday', { opens: timeInNewYork(entryOpensAt), crosses })
    : t('auctions.waitingText', { opens: `${dateInNewYork(entryOpensAt)} ${timeInNewYork(entryOpensAt)}`, crosses })
}

/** Tells screen readers how many minutes are left, once a minute. */
export function MinutesLeft({ share, now }: { share: AuctionQuote; now: number }) {
  const t = useText()
  if (!takesOrders(share, now)) return undefined
  const minutes = Math.ceil((share.entryClosesAt - now) / 60_000)
  return (
    <VisuallyHidden>
      <output>{t('auctions.minutesLeft', { minutes })}</output>
    </VisuallyHidden>
  )
}

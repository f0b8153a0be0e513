import type { Application } from '@mex/contract/offerings/shapes.ts'
import { one, type Money, type Rate } from '@mex/core/money/money.ts'
import type { ReactNode } from 'react'

import { durationText } from '#components/duration.ts'
import { moneyText } from '#components/figures.ts'
import { useText, type Text } from '#text/use-text.ts'
import { Line } from '#ui/layout.tsx'
import { Typography } from '#ui/typography.tsx'
import { paidIn, partText } from './figures.ts'
import { isSoon } from './times.ts'

type Props = {
  /** What comes next, and when; undefined when everything has come. */
  next: { readonly text: (time: string) => string; readonly at: number } | undefined
  now: number
  /** What is said once everything has come, and while something is late. */
  over: string
  late: string
  /** What the smallest application costs now, and which part of all that is, where somebody can still apply. */
  from: { readonly amount: Money | undefined; readonly prefunded: Rate } | undefined
  /** Links to what the person can do there. */
  children?: ReactNode
}

/** The line of an offer about what is next. */
export function NextLine({ next, now, over, late, from, children }: Props) {
  const t = useText()
  const text = next === undefined ? over : next.at <= now ? late : next.text(durationText(next.at - now, t))
  return (
    <Line spread="apart" wrap>
      <Typography size={13} tone={next !== undefined && isSoon(next.at, now) ? 'warn' : 'second'}>
        {text}
      </Typography>
      {from?.amount === undefined ? undefined : (
        <Typography size={13} tone="second">
          {t(from.prefunded < one ? 'offerings.payNowFromALot' : 'offerings.fromALot', {
            amount: moneyText(from.amount, paidIn),
            part: partText(from.prefunded),
          })}
        </Typography>
      )}
      {children}
    </Line>
  )
}

/** Whether it is known what an application got. */
export const isDrawn = (application: Application | undefined): boolean =>
  application?.status === 'allotted' || application?.status === 'not_allotted'

/** What a person has applied for and paid; once it is known, what it cost and what came back; before, what the offer says. */
export function applicationFigures(
  t: Text,
  application: Application,
  applied: string,
  offered: readonly [string, string],
): readonly (readonly [string, string])[] {
  const { paid, cost, refund } = application
  const isKnown = isDrawn(application)
  return [
    [t('offerings.youApplied'), applied],
    isKnown ? [t('offerings.cost'), moneyText(cost, paidIn)] : [t('offerings.paid'), moneyText(paid, paidIn)],
    isKnown ? [t('offerings.refunded'), moneyText(refund, paidIn)] : offered,
  ]
}

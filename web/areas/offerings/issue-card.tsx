import type { Application, Issue } from '@mex/contract/offerings/shapes.ts'

import { moneyText, quantityText } from '#components/figures.ts'
import { hrefOf } from '#data/links.ts'
import { durationText } from '#components/duration.ts'
import { capitalize } from '#text/capitalize.ts'
import { useText, type Text } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FigureStrip } from '#ui/figure-strip.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { Tag } from '#ui/tag.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { Typography } from '#ui/typography.tsx'
import { CardTitle } from './card-title.tsx'
import { amountOf, lotsAndShares, paidIn, priceLabel, rangeText, stateTag, useRaised } from './figures.ts'
import { Timeline, type TimelineStep } from './timeline.tsx'
import { dayAndTime, dayOnly, isSoon, zoneOf } from './times.ts'

type Props = { issue: Issue; application: Application | undefined; now: number }

/** One offer in the list: what it is, what the person has to do with it, and what comes next. */
export function IssueCard({ issue, application, now }: Props) {
  const t = useText()
  const { name, code, venue, id } = issue
  const tag = stateTag(t, issue)
  return (
    <Card>
      <Stack>
        <Line spread="apart" align="start" wrap>
          <a href={hrefOf('newStocks', { id })}>
            <CardTitle text={name} note={`${code} · ${venue}`} />
          </a>
          <Tag text={capitalize(tag.text)} tone={tag.tone} />
        </Line>
        <CardFigures issue={issue} application={application} />
        <Timeline label={t('offerings.steps', { name })} steps={stepsOf(t, issue)} now={now} />
        <Last issue={issue} application={application} now={now} />
        {issue.subscription === 'subscribable' && issue.phase === 'open' ? (
          <Button text={t('offerings.subscribe')} wide href={applyHref(issue)} />
        ) : undefined}
      </Stack>
    </Card>
  )
}

const isDrawn = (application: Application | undefined): boolean =>
  application?.status === 'allotted' || application?.status === 'not_allotted'

/** The form of an application: Hong Kong has a page of its own (spec §2). */
export const applyHref = ({ market, id, name, code }: Pick<Issue, 'market' | 'id' | 'name' | 'code'>): string =>
  market === 'HK'
    ? hrefOf('hongKongSubscription', { id })
    : hrefOf('newStockSubscription', { id, name, code, source: 5 })

/** What comes of an offer, from its close on. */
export function stepsOf(t: Text, issue: Issue | Application): readonly TimelineStep[] {
  const zone = zoneOf(issue)
  return [
    { name: t('offerings.closes'), at: issue.endsAt, time: dayAndTime(issue.endsAt, zone) },
    { name: t('offerings.allotment'), at: issue.allotsAt, time: dayAndTime(issue.allotsAt, zone) },
    { name: t('offerings.lists'), at: issue.listsAt, time: dayOnly(issue.listsAt, zone) },
  ]
}

function CardFigures({ issue, application }: Omit<Props, 'now'>) {
  const t = useText()
  const raised = useRaised()
  if (application === undefined) {
    return (
      <FigureStrip
        plain
        figures={[
          [priceLabel(t, issue), rangeText(issue)],
          [t('offerings.oneLot'), quantityText(issue.lot)],
          [t('offerings.raises'), raised(issue)],
        ]}
      />
    )
  }
  const { quantity, paid, cost, refund } = application
  const isKnown = isDrawn(application)
  return (
    <FigureStrip
      plain
      figures={[
        [t('offerings.youApplied'), lotsAndShares(t, issue, quantity)],
        isKnown ? [t('offerings.cost'), moneyText(cost, paidIn)] : [t('offerings.paid'), moneyText(paid, paidIn)],
        isKnown ? [t('offerings.refunded'), moneyText(refund, paidIn)] : [priceLabel(t, issue), rangeText(issue)],
      ]}
    />
  )
}

/** The line about what is next. */
function Last({ issue, application, now }: Props) {
  const t = useText()
  const { phase, startsAt, endsAt, allotsAt, listsAt, subscription } = issue
  const amount = amountOf(issue, 1)
  const said = {
    upcoming: { key: 'offerings.opensIn', at: startsAt },
    open: { key: 'offerings.closesIn', at: endsAt },
    closed: { key: 'offerings.allotsIn', at: allotsAt },
    allotted: { key: 'offerings.listsIn', at: listsAt },
    listed: undefined,
  } as const
  const next = said[phase]
  const text =
    next === undefined
      ? t('offerings.sellable')
      : next.at <= now
        ? t('offerings.drawing')
        : t(next.key, { time: durationText(next.at - now, t) })
  return (
    <Line spread="apart" wrap>
      <Typography size={13} tone={next !== undefined && isSoon(next.at, now) ? 'warn' : 'second'}>
        {text}
      </Typography>
      {subscription === 'subscribable' && (phase === 'open' || phase === 'upcoming') && amount !== undefined ? (
        <Typography size={13} tone="second">
          {t('offerings.fromALot', { amount: moneyText(amount, paidIn) })}
        </Typography>
      ) : undefined}
      {application?.status === 'subscribed' && phase === 'open' ? (
        <TextButton text={t('offerings.addLots')} href={applyHref(issue)} />
      ) : undefined}
      {isDrawn(application) ? (
        <TextButton text={t('offerings.checkDraw')} href={hrefOf('newStocks', { id: issue.id })} />
      ) : undefined}
    </Line>
  )
}

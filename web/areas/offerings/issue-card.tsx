import type { Application, Issue } from '@mex/contract/offerings/shapes.ts'

import { dayAndTime, dayOnly, zoneOf } from '#areas/market/door/market-times.ts'
import { quantityText } from '#components/figures.ts'
import { SessionButton } from '#components/session-button.tsx'
import { hrefOf } from '#data/links.ts'
import { capitalize } from '#text/capitalize.ts'
import { useText, type Text } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FigureStrip } from '#ui/figure-strip.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { Tag } from '#ui/tag.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { CardTitle } from './card-title.tsx'
import { amountOf, lotsAndShares, priceLabel, rangeText, stateTag, useRaised } from './figures.ts'
import { applicationFigures, isDrawn, NextLine } from './next-line.tsx'
import { closingStep, openingStep } from './timeline-steps.ts'
import { Timeline, type TimelineStep } from '#components/timeline.tsx'

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
        <Timeline label={t('offerings.steps', { name })} steps={cardSteps(t, issue, now)} now={now} />
        <Last issue={issue} application={application} now={now} />
        {issue.subscription === 'subscribable' && issue.phase === 'open' ? (
          <SubscribeButton issue={issue} />
        ) : (
          <Button
            text={t(isDrawn(application) ? 'offerings.checkDraw' : 'offerings.seeOffer')}
            kind="secondary"
            wide
            href={hrefOf('newStocks', { id })}
          />
        )}
      </Stack>
    </Card>
  )
}

/** Opens the form. */
export function SubscribeButton({ issue, large = false }: { issue: Issue; large?: boolean }) {
  const t = useText()
  const size = large ? 'large' : 'medium'
  const texts = { text: t('offerings.subscribe'), logIn: t('offerings.logIn') }
  return <SessionButton {...texts} size={size} wide href={applyHref(issue)} />
}

/** The form of an application: Hong Kong has a page of its own (spec §2). */
export const applyHref = ({ market, id, name, code }: Pick<Issue, 'market' | 'id' | 'name' | 'code'>): string =>
  market === 'HK'
    ? hrefOf('hongKongSubscription', { id })
    : hrefOf('newStockSubscription', { id, name, code, source: 5 })

/** What comes of an offer, from its close on. */
export function stepsOf(t: Text, issue: Issue | Application, now: number): readonly TimelineStep[] {
  const zone = zoneOf(issue)
  const { allotsAt, listsAt } = issue
  return [
    closingStep(t, issue, now),
    { name: t('offerings.allotment'), at: allotsAt, time: dayAndTime(allotsAt, zone) },
    { name: t(listsAt <= now ? 'offerings.listed' : 'offerings.lists'), at: listsAt, time: dayOnly(listsAt, zone) },
  ]
}

/** Until an offer opens, its opening comes first. */
const cardSteps = (t: Text, issue: Issue, now: number): readonly TimelineStep[] => [
  ...(issue.phase === 'upcoming' ? [openingStep(t, issue, now)] : []),
  ...stepsOf(t, issue, now),
]

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
  const applied = lotsAndShares(t, issue, application.quantity)
  return (
    <FigureStrip
      plain
      figures={applicationFigures(t, application, applied, [priceLabel(t, issue), rangeText(issue)])}
    />
  )
}

/** The line about what is next, and what the person can do there. */
function Last({ issue, application, now }: Props) {
  const t = useText()
  const { phase, startsAt, endsAt, allotsAt, listsAt, subscription } = issue
  const next = {
    upcoming: { text: (time: string) => t('offerings.opensIn', { time }), at: startsAt },
    open: { text: (time: string) => t('offerings.closesIn', { time }), at: endsAt },
    closed: { text: (time: string) => t('offerings.allotsIn', { time }), at: allotsAt },
    allotted: { text: (time: string) => t('offerings.listsIn', { time }), at: listsAt },
    listed: undefined,
  }[phase]
  const isApplicable = subscription === 'subscribable' && (phase === 'open' || phase === 'upcoming')
  return (
    <NextLine
      next={next}
      now={now}
      over={t('offerings.sellable')}
      late={t('offerings.drawing')}
      from={isApplicable ? { amount: amountOf(issue, 1), prefunded: issue.prefunded } : undefined}
    >
      {application?.status === 'subscribed' && phase === 'open' ? (
        <TextButton text={t('offerings.addLots')} href={applyHref(issue)} />
      ) : undefined}
    </NextLine>
  )
}

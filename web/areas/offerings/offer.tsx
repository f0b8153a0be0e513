import { offerings } from '@mex/contract/offerings/calls.ts'
import type { Application, Issue } from '@mex/contract/offerings/shapes.ts'

import { marketRules } from '@mex/core/market/products.ts'

import { quoteHrefOf } from '#areas/market/door/links.ts'
import { LoadError } from '#components/load-error.tsx'
import { quantityText } from '#components/figures.ts'
import { refresh, useCall } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { useParameters } from '#data/use-navigation.ts'
import { durationText } from '#components/duration.ts'
import { capitalize } from '#text/capitalize.ts'
import { formatCalendarDate } from '#text/format-time.ts'
import { LearnCard } from '#components/learn-card.tsx'
import { useText } from '#text/use-text.ts'
import { Hero } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { Column, Columns, Line, Stack } from '#ui/layout.tsx'
import { Screen } from '#ui/screen.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'
import { Typography } from '#ui/typography.tsx'
import { CostTable, DemandCard } from './demand.tsx'
import { SubscriptionCard } from './door/subscription-card.tsx'
import { feeText, partText, priceLabel, rangeText, stateTag, useRaised } from './figures.ts'
import { stepsOf, SubscribeButton } from './issue-card.tsx'
import { DrawProof } from './proof.tsx'
import { Prospectus } from './prospectus.tsx'
import { openingStep } from './timeline-steps.ts'
import { Timeline } from '#components/timeline.tsx'
import { useApplications, useNow } from './use-offers.ts'
import { TitledCard } from '#ui/titled-card.tsx'

/** One offer: price, timeline, cost, demand, terms, what it is, and after the draw its result. */
export function OfferPage({ id }: { id: number }) {
  const t = useText()
  const { view } = useParameters('newStocks')
  const called = useCall(offerings.issue, { id }, { everySeconds: 60, keepEarlier: true })
  const { applications, isKnown } = useApplications()
  const issue = called.data
  if (issue !== undefined && view === 'prospectus') return <Prospectus issue={issue} />
  if (issue !== undefined && isKnown) return <Offer issue={issue} application={applications.get(id)} />
  if (called.failure === undefined) {
    return (
      <Screen title={t('titles.newStocks')} wide="desk" waiting>
        <SkeletonCard height={170} />
        <SkeletonCard height={260} />
        <SkeletonCard height={220} />
      </Screen>
    )
  }
  return (
    <Screen title={t('titles.newStocks')}>
      {called.failure.code === 1003 ? (
        <EmptyState
          title={t('offerings.gone')}
          action={<Button text={t('titles.newStocks')} href={hrefOf('newStocks')} />}
        />
      ) : (
        <LoadError title={t('offerings.failed')} text={t('offerings.failedText')} answer={called} />
      )}
    </Screen>
  )
}

function Offer({ issue, application }: { issue: Issue; application: Application | undefined }) {
  const t = useText()
  const { id, name, code, venue, currency, phase, subscription } = issue
  const draw = useCall(offerings.draw, { id }, { freshSeconds: 300 })
  const now = useNow(15)
  const canApply = phase === 'open' && subscription === 'subscribable'
  return (
    <Screen
      title={name}
      wide="desk"
      subtitle={`${code} · ${venue} · ${currency}`}
      onRefresh={() => refresh(offerings.issue, offerings.applications, offerings.draw)}
      footer={canApply ? <SubscribeButton issue={issue} large /> : undefined}
    >
      <Columns>
        <Column>
          <Head issue={issue} now={now} />
          {application === undefined ? undefined : <SubscriptionCard application={application} now={now} isPlain />}
          {draw.data === undefined ? (
            draw.failure === undefined ? (
              <SkeletonCard height={620} />
            ) : (
              <LoadError title={t('offerings.drawFailed')} text={t('offerings.failedText')} answer={draw} />
            )
          ) : (
            <>
              {draw.data.key === undefined ? undefined : (
                <DrawProof offer={id} draw={draw.data} application={application} />
              )}
              <CostTable issue={issue} draw={draw.data} />
              <DemandCard issue={issue} draw={draw.data} />
            </>
          )}
        </Column>
        <Column>
          <Terms issue={issue} />
          <LearnCard
            title={t('offerings.learn')}
            sentences={[
              t('offerings.learnReal'),
              t('offerings.learnCost'),
              t('offerings.learnWrong'),
              t('offerings.learnSimulated'),
            ]}
          />
        </Column>
      </Columns>
    </Screen>
  )
}

function Head({ issue, now }: { issue: Issue; now: number }) {
  const t = useText()
  const tag = stateTag(t, issue)
  const { phase, endsAt, market, name } = issue
  const steps = [openingStep(t, issue, now), ...stepsOf(t, issue, now)]
  const zoneText = t('offerings.zoneNote', {
    zone: t(`offerings.zones.${market === 'HK' || market === 'MX' ? market : 'US'}`),
  })
  const closing = phase === 'open' ? ` · ${t('offerings.closesIn', { time: durationText(endsAt - now, t) })}` : ''
  return (
    <Card>
      <Stack>
        <Line spread="apart" wrap>
          <Typography size={13} tone="second">
            {priceLabel(t, issue)}
          </Typography>
          <Tag text={capitalize(tag.text)} tone={tag.tone} />
        </Line>
        <Hero text={rangeText(issue)} />
        <Timeline label={t('offerings.steps', { name })} steps={steps} now={now} />
        <Typography as="p" size={12} tone="second">
          {`${zoneText}${closing}`}
        </Typography>
        {phase === 'listed' ? (
          <SeeQuote issue={issue} />
        ) : (
          <Typography as="p" size={12} tone="second">
            {t('offerings.unknownListing')}
          </Typography>
        )}
      </Stack>
    </Card>
  )
}

/** Leads to the price of a share that can be traded. */
function SeeQuote({ issue: { code, name, market } }: { issue: Issue }) {
  const t = useText()
  const href = quoteHrefOf({ code, name, market, source: marketRules[market].source })
  return <Button text={t('offerings.seeQuote')} kind="secondary" wide href={href} />
}

/** The terms with the specification's labels (spec §3). */
function Terms({ issue }: { issue: Issue }) {
  const t = useText()
  const raised = useRaised()
  const { venue, code, sector, prospectusDate, allotmentDate, listDate, totalShares, most, prefunded, feeRate, id } =
    issue
  const label = (key: 'venue' | 'prospectusDate' | 'fundsRaised' | 'allotmentDate') =>
    t(`spec.subscriptionLabels.${key}`)
  return (
    <TitledCard title={t('offerings.terms')}>
      <KeyValues
        rows={[
          { label: label('venue'), value: `${venue} · ${code}` },
          { label: t('quote.sector'), value: sector },
          { label: label('prospectusDate'), value: formatCalendarDate(prospectusDate) },
          { label: label('fundsRaised'), value: raised(issue) },
          { label: t('offerings.totalShares'), value: quantityText(totalShares) },
          { label: t('offerings.most'), value: quantityText(most) },
          { label: t('offerings.prefunded'), value: partText(prefunded) },
          { label: t('offerings.fee'), value: feeText(t, feeRate) },
          { label: label('allotmentDate'), value: formatCalendarDate(allotmentDate) },
          { label: t('offerings.lists'), value: formatCalendarDate(listDate) },
        ]}
      />
      <Button
        text={t('offerings.readProspectus')}
        kind="secondary"
        wide
        href={hrefOf('newStocks', { id, view: 'prospectus' })}
      />
    </TitledCard>
  )
}

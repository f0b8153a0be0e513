import { placings } from '@mex/contract/offerings/placing-calls.ts'
import type { Application } from '@mex/contract/offerings/shapes.ts'
import type { Placing } from '@mex/contract/offerings/placing-shapes.ts'
import { marketRules } from '@mex/core/market/products.ts'
import { sources } from '@mex/core/market/instrument.ts'
import { useState } from 'react'

import { quoteHrefOf } from '#areas/market/door/links.ts'
import { marketTimeText } from '#areas/market/door/market-times.ts'
import { durationText } from '#components/duration.ts'
import { quantityText } from '#components/figures.ts'
import { LoadError } from '#components/load-error.tsx'
import { refresh, useCall } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { useSession } from '#data/session.ts'
import { useParameters } from '#data/use-navigation.ts'
import { capitalize } from '#text/capitalize.ts'
import { LearnCard } from '#components/learn-card.tsx'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { FigureStrip } from '#ui/figure-strip.tsx'
import { Column, Columns } from '#ui/layout.tsx'
import { Screen } from '#ui/screen.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'
import { Typography } from '#ui/typography.tsx'
import { SubscriptionCard } from './door/subscription-card.tsx'
import { feeText, timesText } from './figures.ts'
import { PlacingSheet } from './placing-apply.tsx'
import { ApplyButton, isApplicable } from './placing-card.tsx'
import { discountFigures, lockText, partOfAll, placingSteps, placingTag, shareOf } from './placing-figures.ts'
import { LockNotice } from './placing-share.tsx'
import { DrawProof } from './proof.tsx'
import { Hash } from './table.tsx'
import { openingStep } from './timeline-steps.ts'
import { Timeline } from '#components/timeline.tsx'
import { useApplications, useNow } from './use-offers.ts'
import { TitledCard } from '#ui/titled-card.tsx'

/** One placing: price, timeline, the own application, how it is shared out, terms, and after the allotment its proof. */
export function PlacingPage({ id }: { id: number }) {
  const t = useText()
  const called = useCall(placings.list, { pageNum: 1, pageSize: 1, id }, { everySeconds: 60, keepEarlier: true })
  const { applications, isKnown } = useApplications(sources.placingStock)
  const placing = called.data?.rows[0]
  if (placing !== undefined && isKnown) return <Page placing={placing} application={applications.get(id)} />
  return (
    <Screen title={t('titles.placings')} wide="desk" waiting={called.failure === undefined}>
      {called.failure?.code === 1003 ? (
        <EmptyState
          title={t('placings.gone')}
          action={<Button text={t('placings.seeAll')} href={hrefOf('placings')} />}
        />
      ) : called.failure === undefined ? (
        <>
          <SkeletonCard height={220} />
          <SkeletonCard height={220} />
          <SkeletonCard height={260} />
        </>
      ) : (
        <LoadError title={t('placings.failed')} text={t('offerings.failedText')} answer={called} />
      )}
    </Screen>
  )
}

function Page({ placing, application }: { placing: Placing; application: Application | undefined }) {
  const t = useText()
  const { id, name, code, venue, currency, phase } = placing
  const isSignedIn = useSession() !== undefined
  const { view } = useParameters('placings')
  const isDrawn = phase === 'allotted' || phase === 'listed'
  const draw = useCall(placings.draw, { id }, { when: isDrawn, freshSeconds: 300 })
  const now = useNow(15)
  const [isOpen, setOpen] = useState(view === 'apply' && isSignedIn)
  const standing = application?.status === 'subscribed' ? application : undefined
  return (
    <Screen
      title={name}
      wide="desk"
      subtitle={`${code} · ${venue} · ${currency}`}
      onRefresh={() => refresh(placings.list, placings.applications, placings.draw)}
      footer={isApplicable(placing) ? <ApplyButton large onApply={() => setOpen(true)} /> : undefined}
    >
      <Columns>
        <Column>
          <Head placing={placing} now={now} />
          {application === undefined ? undefined : <SubscriptionCard application={application} now={now} isPlain />}
          {draw.failure === undefined ? undefined : (
            <LoadError title={t('offerings.drawFailed')} text={t('offerings.failedText')} answer={draw} />
          )}
          {draw.data?.key === undefined ? undefined : (
            <DrawProof offer={id} draw={draw.data} application={application} />
          )}
          <Demand placing={placing} />
          {phase === 'listed' ? undefined : <LockNotice placing={placing} />}
        </Column>
        <Column>
          <Terms placing={placing} />
          <LearnCard
            title={t('placings.learn')}
            sentences={[
              t('placings.learnReal'),
              t('placings.learnCost'),
              t('placings.learnWrong'),
              t('placings.learnSimulated'),
            ]}
          />
        </Column>
      </Columns>
      {phase === 'open' && isSignedIn ? (
        <PlacingSheet placing={placing} standing={standing} open={isOpen} onClose={() => setOpen(false)} />
      ) : undefined}
    </Screen>
  )
}

function Head({ placing, now }: { placing: Placing; now: number }) {
  const t = useText()
  const tag = placingTag(t, placing)
  const { code, name, market, endsAt, phase } = placing
  const steps = [openingStep(t, placing, now), ...placingSteps(t, placing, now)]
  const zoneText = t('offerings.zoneNote', {
    zone: t(`offerings.zones.${market === 'HK' || market === 'MX' ? market : 'US'}`),
  })
  const closing = phase === 'open' ? ` · ${t('offerings.closesIn', { time: durationText(endsAt - now, t) })}` : ''
  return (
    <TitledCard title={name} aside={<Tag text={capitalize(tag.text)} tone={tag.tone} />}>
      <FigureStrip figures={discountFigures(t, placing)} />
      <Timeline label={t('offerings.steps', { name })} steps={steps} now={now} />
      <Typography as="p" size={12} tone="second">
        {`${zoneText}${closing}`}
      </Typography>
      <Button
        text={t('offerings.seeQuote')}
        kind="secondary"
        wide
        href={quoteHrefOf({ code, name, market, source: marketRules[market].source })}
      />
    </TitledCard>
  )
}

/** What the invented public asks for, and the part that everybody gets of it. */
function Demand({ placing }: { placing: Placing }) {
  const t = useText()
  const share = shareOf(placing, 0)
  const grouped = (count: number): string => count.toLocaleString('en-US')
  return (
    <TitledCard title={t('placings.demand')} aside={<Tag text={t('offerings.generated')} tone="warn" />}>
      <KeyValues
        rows={[
          { label: t('placings.offered'), value: grouped(share.supply) },
          { label: t('placings.asked'), value: grouped(share.demand) },
          {
            label: t('offerings.timesCovered'),
            value: t('offerings.times', { times: timesText(placing.timesCovered) }),
          },
          { label: t('placings.part'), value: partOfAll(share) },
          { label: t('offerings.bookHash'), value: <Hash text={placing.bookHash} /> },
          { label: t('offerings.seedHash'), value: <Hash text={placing.commitment} /> },
        ]}
      />
    </TitledCard>
  )
}

function Terms({ placing }: { placing: Placing }) {
  const t = useText()
  const { venue, code, lot, totalShares, most, feeRate, publishedAt, allotsAt, unlocksAt, lockDays, market } = placing
  return (
    <TitledCard title={t('offerings.terms')}>
      <KeyValues
        rows={[
          { label: t('spec.subscriptionLabels.venue'), value: `${venue} · ${code}` },
          { label: t('offerings.oneLot'), value: quantityText(lot) },
          { label: t('offerings.totalShares'), value: quantityText(totalShares) },
          { label: t('offerings.most'), value: quantityText(most) },
          { label: t('offerings.fee'), value: feeText(t, feeRate) },
          { label: t('placings.publicised'), value: marketTimeText({ market }, publishedAt) },
          { label: t('placings.allotment'), value: marketTimeText({ market }, allotsAt) },
          { label: t('placings.lockUp'), value: lockText(t, placing) },
          ...(lockDays === 0
            ? []
            : [{ label: t('placings.lockUpEnds'), value: marketTimeText({ market }, unlocksAt) }]),
        ]}
      />
    </TitledCard>
  )
}

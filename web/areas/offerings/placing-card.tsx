import type { Placing } from '@mex/contract/offerings/placing-shapes.ts'
import type { Application } from '@mex/contract/offerings/shapes.ts'

import { quantityText } from '#components/figures.ts'
import { SessionButton } from '#components/session-button.tsx'
import { hrefOf } from '#data/links.ts'
import { unknown } from '#text/format.ts'
import { capitalize } from '#text/capitalize.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FigureStrip } from '#ui/figure-strip.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { Tag } from '#ui/tag.tsx'
import { CardTitle } from './card-title.tsx'
import { amountOf, lotsAndShares, timesText } from './figures.ts'
import { applicationFigures, NextLine } from './next-line.tsx'
import { discountFigures, lockText, placingSteps, placingTag, termsOf } from './placing-figures.ts'
import { openingStep } from './timeline-steps.ts'
import { Timeline } from '#components/timeline.tsx'

type Props = { placing: Placing; application: Application | undefined; now: number; onApply: () => void }

/** One placing in the list: what it costs below the last close, for how long it is locked, and what comes next. */
export function PlacingCard({ placing, application, now, onApply }: Props) {
  const t = useText()
  const { name, code, venue, id } = placing
  const tag = placingTag(t, placing)
  const steps = [openingStep(t, placing, now), ...placingSteps(t, placing, now)]
  return (
    <Card>
      <Stack>
        <Line spread="apart" align="start" wrap>
          <a href={hrefOf('placings', { id })}>
            <CardTitle text={name} note={`${code} · ${venue}`} />
          </a>
          <Tag text={capitalize(tag.text)} tone={tag.tone} />
        </Line>
        <Figures placing={placing} application={application} />
        <Timeline label={t('offerings.steps', { name })} steps={steps} now={now} />
        <Last placing={placing} now={now} />
        {isApplicable(placing) ? (
          <ApplyButton onApply={onApply} />
        ) : (
          <Button text={t('offerings.seeOffer')} kind="secondary" wide href={hrefOf('placings', { id })} />
        )}
      </Stack>
    </Card>
  )
}

export const isApplicable = ({ subscription, phase }: Placing): boolean =>
  subscription === 'subscribable' && phase === 'open'

/** Opens the form. */
export function ApplyButton({ onApply, large = false }: { onApply: () => void; large?: boolean }) {
  const t = useText()
  const size = large ? 'large' : 'medium'
  return <SessionButton text={t('placings.apply')} logIn={t('offerings.logIn')} size={size} wide onPress={onApply} />
}

function Figures({ placing, application }: Pick<Props, 'placing' | 'application'>) {
  const t = useText()
  const discount = discountFigures(t, placing)
  if (application === undefined) {
    return (
      <FigureStrip
        figures={[
          ...discount,
          [t('offerings.oneLot'), quantityText(placing.lot)],
          [
            t('offerings.timesCovered'),
            placing.phase === 'upcoming' ? unknown : t('offerings.times', { times: timesText(placing.timesCovered) }),
          ],
          [t('placings.lockUp'), lockText(t, placing)],
        ]}
      />
    )
  }
  const applied = lotsAndShares(t, placing, application.quantity)
  const lockUp = [t('placings.lockUp'), lockText(t, placing)] as const
  return (
    <>
      <FigureStrip figures={discount} />
      <FigureStrip plain figures={applicationFigures(t, application, applied, lockUp)} />
    </>
  )
}

function Last({ placing, now }: Pick<Props, 'placing' | 'now'>) {
  const t = useText()
  const { phase, startsAt, endsAt, allotsAt, unlocksAt } = placing
  const next = {
    upcoming: { text: (time: string) => t('offerings.opensIn', { time }), at: startsAt },
    open: { text: (time: string) => t('offerings.closesIn', { time }), at: endsAt },
    closed: { text: (time: string) => t('placings.allotsIn', { time }), at: allotsAt },
    allotted: { text: (time: string) => t('offerings.listsIn', { time }), at: unlocksAt },
    listed: undefined,
  }[phase]
  return (
    <NextLine
      next={next}
      now={now}
      over={t('placings.sellable')}
      late={t('placings.allotting')}
      from={
        phase === 'open' || phase === 'upcoming'
          ? { amount: amountOf(termsOf(placing), 1), prefunded: placing.prefunded }
          : undefined
      }
    />
  )
}

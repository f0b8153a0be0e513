import type { Placing } from '@mex/contract/offerings/placing-shapes.ts'
import type { Application } from '@mex/contract/offerings/shapes.ts'

import { durationText } from '#components/duration.ts'
import { moneyText, quantityText } from '#components/figures.ts'
import { hrefOf } from '#data/links.ts'
import { useSession } from '#data/session.ts'
import { capitalize } from '#text/capitalize.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FigureStrip } from '#ui/figure-strip.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { Tag } from '#ui/tag.tsx'
import { Typography } from '#ui/typography.tsx'
import { CardTitle } from './card-title.tsx'
import { amountOf, lotsAndShares, paidIn, timesText } from './figures.ts'
import { discountFigures, lockText, placingSteps, placingTag, termsOf } from './placing-figures.ts'
import { Timeline } from './timeline.tsx'
import { dayOnly, isSoon, zoneOf } from './times.ts'

type Props = { placing: Placing; application: Application | undefined; now: number; onApply: () => void }

/** One placing in the list: what it costs below the last close, for how long it is locked, and what comes next. */
export function PlacingCard({ placing, application, now, onApply }: Props) {
  const t = useText()
  const { name, code, venue, id, startsAt, market } = placing
  const tag = placingTag(t, placing)
  const opening = {
    name: t(startsAt <= now ? 'offerings.opened' : 'offerings.opens'),
    at: startsAt,
    time: dayOnly(startsAt, zoneOf({ market })),
  }
  return (
    <Card>
      <Stack>
        <Line spread="apart" align="start" wrap>
          <a href={hrefOf('placings', { id })}>
            <CardTitle text={name} note={`${code} · ${venue}`} />
          </a>
          <Tag text={capitalize(tag.text)} tone={tag.tone} />
        </Line>
        <FigureStrip figures={discountFigures(t, placing)} />
        <Figures placing={placing} application={application} />
        <Timeline label={t('offerings.steps', { name })} steps={[opening, ...placingSteps(t, placing)]} now={now} />
        <Last placing={placing} now={now} />
        {isApplicable(placing) ? <ApplyButton onApply={onApply} /> : undefined}
      </Stack>
    </Card>
  )
}

export const isApplicable = ({ subscription, phase }: Placing): boolean =>
  subscription === 'subscribable' && phase === 'open'

/** Opens the form; without a session it leads to the login, which comes back here. */
export function ApplyButton({ onApply, large = false }: { onApply: () => void; large?: boolean }) {
  const t = useText()
  const size = large ? 'large' : 'medium'
  return useSession() === undefined ? (
    <Button text={t('placings.logIn')} size={size} wide href={hrefOf('login')} />
  ) : (
    <Button text={t('placings.apply')} size={size} wide onPress={onApply} />
  )
}

function Figures({ placing, application }: Pick<Props, 'placing' | 'application'>) {
  const t = useText()
  if (application === undefined) {
    return (
      <FigureStrip
        plain
        figures={[
          [t('offerings.oneLot'), quantityText(placing.lot)],
          [t('offerings.timesCovered'), t('offerings.times', { times: timesText(placing.timesCovered) })],
          [t('placings.lockUp'), lockText(t, placing)],
        ]}
      />
    )
  }
  const { quantity, paid, cost, refund, status } = application
  const isKnown = status === 'allotted' || status === 'not_allotted'
  return (
    <FigureStrip
      plain
      figures={[
        [t('offerings.youApplied'), lotsAndShares(t, placing, quantity)],
        isKnown ? [t('offerings.cost'), moneyText(cost, paidIn)] : [t('offerings.paid'), moneyText(paid, paidIn)],
        isKnown ? [t('offerings.refunded'), moneyText(refund, paidIn)] : [t('placings.lockUp'), lockText(t, placing)],
      ]}
    />
  )
}

/** The line about what is next. */
function Last({ placing, now }: Pick<Props, 'placing' | 'now'>) {
  const t = useText()
  const { phase, startsAt, endsAt, allotsAt, unlocksAt } = placing
  const amount = amountOf(termsOf(placing), 1)
  const next = {
    upcoming: { key: 'offerings.opensIn', at: startsAt },
    open: { key: 'offerings.closesIn', at: endsAt },
    closed: { key: 'placings.sharingIn', at: allotsAt },
    allotted: { key: 'offerings.listsIn', at: unlocksAt },
    listed: undefined,
  } as const
  const said = next[phase]
  const text =
    said === undefined
      ? t('placings.sellable')
      : said.at <= now
        ? t('placings.sharing')
        : t(said.key, { time: durationText(said.at - now, t) })
  return (
    <Line spread="apart" wrap>
      <Typography size={13} tone={said !== undefined && isSoon(said.at, now) ? 'warn' : 'second'}>
        {text}
      </Typography>
      {(phase === 'open' || phase === 'upcoming') && amount !== undefined ? (
        <Typography size={13} tone="second">
          {t('offerings.fromALot', { amount: moneyText(amount, paidIn) })}
        </Typography>
      ) : undefined}
    </Line>
  )
}

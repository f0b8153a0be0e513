import { offerings } from '@mex/contract/offerings/calls.ts'
import { orderEntry } from '@mex/contract/trading/order-entry.ts'
import type { Application } from '@mex/contract/offerings/shapes.ts'
import { useState } from 'react'

import { moneyText, quantityText } from '#components/figures.ts'
import { durationText } from '#components/duration.ts'
import { useSend } from '#data/call.ts'
import { useIsConnected } from '#data/live.ts'
import { capitalize } from '#text/capitalize.ts'
import { formatCalendarDate } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { FigureStrip } from '#ui/figure-strip.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { Tag } from '#ui/tag.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { Typography } from '#ui/typography.tsx'
import { CardTitle } from '#areas/offerings/card-title.tsx'
import { changedByApplications } from '#areas/offerings/changed.ts'
import { lotsAndShares } from '#areas/offerings/figures.ts'
import { kindOf } from '#areas/offerings/kinds.ts'
import { applicationFigures } from '#areas/offerings/next-line.tsx'
import { Timeline } from '#components/timeline.tsx'
import { isSoon } from '#areas/offerings/times.ts'
import { subscriptionRows } from '#areas/offerings/subscription-rows.ts'

type Props = {
  application: Application
  now: number
  /** Inside the page of its offer: without the name and the link. */
  isPlain?: boolean
  /** The link of the title (the spec's mode flag). */
  detail?: string | undefined
}

/** An application: where it stands, its figures, and what the person can do with it now. In a list most figures open on demand. */
export function SubscriptionCard({ application, now, isPlain = false, detail }: Props) {
  const t = useText()
  const { name, code, venue, quantity, allotmentDate } = application
  const [isOpen, setOpen] = useState(isPlain)
  const kind = kindOf(application)
  const tag = kind.tagOf(t, application)
  const title = (
    <CardTitle
      text={isPlain ? t('offerings.youApplied') : name}
      note={isPlain ? undefined : `${t(kind.name)} · ${code} · ${venue}`}
    />
  )
  return (
    <Card>
      <Stack>
        <Line spread="apart" align="start" wrap>
          <Line align="start" gap={12}>
            {isPlain ? undefined : <kind.Icon aria-hidden="true" />}
            {detail === undefined || isPlain ? title : <a href={detail}>{title}</a>}
          </Line>
          <Tag text={capitalize(tag.text)} tone={tag.tone} />
        </Line>
        {isOpen ? (
          <KeyValues rows={subscriptionRows(t, application)} />
        ) : (
          <FigureStrip
            plain
            figures={applicationFigures(t, application, lotsAndShares(t, application, quantity), [
              capitalize(t('spec.subscriptionLabels.allotmentDate')),
              formatCalendarDate(allotmentDate),
            ])}
          />
        )}
        {isPlain ? undefined : (
          <Timeline label={t('offerings.steps', { name })} steps={kind.stepsOf(t, application, now)} now={now} />
        )}
        <Line spread="apart" wrap>
          <Next application={application} now={now} />
          {isPlain ? undefined : (
            <TextButton text={t(isOpen ? 'offerings.less' : 'offerings.details')} onPress={() => setOpen(!isOpen)} />
          )}
        </Line>
        <Actions application={application} isPlain={isPlain} />
      </Stack>
    </Card>
  )
}

function Next({ application, now }: { application: Application; now: number }) {
  const t = useText()
  const { status, pending, payUntil, endsAt, allotsAt, listsAt } = application
  const kind = kindOf(application)
  const next =
    status === 'subscribed'
      ? ({ key: 'offerings.closesIn', at: endsAt } as const)
      : status === 'waiting'
        ? ({ key: kind.allotsIn, at: allotsAt } as const)
        : pending > 0n && payUntil !== undefined
          ? ({ key: 'offerings.payIn', at: payUntil } as const)
          : status === 'allotted'
            ? ({ key: 'offerings.listsIn', at: listsAt } as const)
            : undefined
  if (next === undefined) return <span />
  const text =
    next.at > now
      ? t(next.key, { time: durationText(next.at - now, t) })
      : t(status === 'allotted' ? kind.sellable : kind.drawing)
  return (
    <Typography as="p" size={13} tone={isSoon(next.at, now) ? 'warn' : 'second'}>
      {text}
    </Typography>
  )
}

function Actions({ application, isPlain }: { application: Application; isPlain: boolean }) {
  const t = useText()
  const { status, pending } = application
  const kind = kindOf(application)
  const isDrawn = status === 'allotted' || status === 'not_allotted'
  return (
    <>
      {status === 'subscribed' ? (
        <Line spread="even">
          <CancelApplication application={application} />
          <Button text={t('offerings.addLots')} href={kind.applyHref(application)} />
        </Line>
      ) : undefined}
      {pending > 0n ? <Pay application={application} /> : undefined}
      {isDrawn && !isPlain ? (
        <Button text={t(kind.check)} kind="secondary" wide href={kind.offerHref(application)} />
      ) : undefined}
    </>
  )
}

function CancelApplication({ application: { id, paid } }: { application: Application }) {
  const t = useText()
  const isConnected = useIsConnected()
  const [isAsking, setAsking] = useState(false)
  const { send, isBusy } = useSend(orderEntry.cancelOrder, { stale: changedByApplications, done: true })
  return (
    <>
      <Button text={t('offerings.cancel')} kind="secondary" disabled={!isConnected} onPress={() => setAsking(true)} />
      <ConfirmDialog
        open={isAsking}
        title={t('offerings.cancelTitle')}
        text={t('offerings.cancelText', { amount: moneyText(paid, 'MXN') })}
        confirm={t('offerings.cancel')}
        kind="danger"
        busy={isBusy}
        onConfirm={() => void send({ id }).then(() => setAsking(false))}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

function Pay({ application: { id, pending, allotted } }: { application: Application }) {
  const t = useText()
  const isConnected = useIsConnected()
  const [isAsking, setAsking] = useState(false)
  const { send, isBusy } = useSend(offerings.add, { stale: changedByApplications, done: true })
  const amount = moneyText(pending, 'MXN')
  return (
    <>
      <Button
        text={t('offerings.pay', { amount })}
        wide
        disabled={!isConnected}
        reason={t('offerings.offline')}
        onPress={() => setAsking(true)}
      />
      <ConfirmDialog
        open={isAsking}
        title={t('offerings.payTitle')}
        text={t('offerings.payText', { amount, shares: quantityText(allotted) })}
        confirm={t('offerings.pay', { amount })}
        busy={isBusy}
        onConfirm={() => void send({ id, quantity: undefined, amount: pending }).then(() => setAsking(false))}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

import { robots as calls } from '@mex/contract/robots/calls.ts'
import type { RobotOrderDetail } from '@mex/contract/robots/shapes.ts'
import { useState } from 'react'

import { LoadError } from '#components/load-error.tsx'
import { moneyText } from '#components/figures.ts'
import { parseId } from '#components/parse-id.ts'
import { refresh, useCall } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { useParameters } from '#data/use-navigation.ts'
import { formatDate } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Screen } from '#ui/screen.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { isRunning, noSeries, paidIn, transferHref } from './figures.ts'
import { Messages } from './messages.tsx'
import { RedeemSheet } from './redeem-sheet.tsx'
import { EnergyCard, NetCard, StageCard } from './rental-cards.tsx'
import { WhyCard } from './why.tsx'

const notFound = 1003

/** One rental of the person: where it stands, its energy, what it brought and why. */
export function RobotRental() {
  const t = useText()
  const { id: text } = useParameters('robotRental')
  const id = parseId(text)
  const asked = { id: id ?? 0, since: noSeries }
  const called = useCall(calls.order, asked, { when: id !== undefined, everySeconds: 10, keepEarlier: true })
  const { data, failure } = called
  if (data !== undefined && data.id === id) return <RentalPage key={data.id} order={data} />
  const isGone = id === undefined || failure?.code === notFound
  return (
    <Screen title={t('titles.robotRental')} waiting={!isGone && failure === undefined}>
      {isGone ? (
        <EmptyState
          title={t('robots.rentalGone')}
          text={t('robots.rentalGoneText')}
          action={<Button text={t('robots.rentals')} href={hrefOf('robotRecords')} />}
        />
      ) : failure === undefined ? (
        <>
          <SkeletonCard height={150} />
          <SkeletonCard height={120} />
          <SkeletonCard height={260} />
        </>
      ) : (
        <LoadError title={t('robots.failed')} text={t('robots.failedText')} answer={called} />
      )}
    </Screen>
  )
}

function RentalPage({ order }: { order: RobotOrderDetail }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const { id, name, number, createdAt, redeemStatus } = order
  return (
    <Screen
      title={name}
      subtitle={t('robots.rentedOn', { number, date: formatDate(createdAt) })}
      onRefresh={() => refresh(calls.order, calls.messages, calls.series)}
      footer={redeemStatus === 'none' ? <Footer order={order} onRedeem={() => setOpen(true)} /> : undefined}
    >
      <StageCard order={order} />
      {isRunning(order) ? <EnergyCard order={order} /> : undefined}
      <NetCard order={order} />
      <WhyCard order={order} />
      <Messages orderId={id} />
      <RedeemSheet order={order} open={isOpen} onClose={() => setOpen(false)} />
    </Screen>
  )
}

/** The return and the transfer. While the robot has stopped, the transfer stands as the main button under its reason. */
function Footer({ order, onRedeem }: { order: RobotOrderDetail; onRedeem: () => void }) {
  const t = useText()
  const { status, redemption } = order
  if (status === 'expired') {
    const amount = moneyText(redemption?.refund, paidIn)
    return (
      <Button
        text={redemption === undefined ? t('robots.returnTakeTitle') : t('robots.take', { amount })}
        size="large"
        wide
        onPress={onRedeem}
      />
    )
  }
  return (
    <>
      <Button text={t('robots.returnEarly')} kind="secondary" size="large" wide onPress={onRedeem} />
      <Button
        text={t('robots.transfer')}
        kind={status === 'stopped' ? 'primary' : 'secondary'}
        size="large"
        wide
        href={transferHref()}
      />
    </>
  )
}

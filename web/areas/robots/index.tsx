import { crypto } from '@mex/contract/market/crypto.ts'
import { robots as calls } from '@mex/contract/robots/calls.ts'
import type { RobotView } from '@mex/contract/robots/shapes.ts'
import { Bot, ChevronRight, FlaskConical, History } from 'lucide-react'
import { useState } from 'react'

import { LessonLink } from '#areas/lessons/door/lesson-link.tsx'
import { moneyText } from '#components/figures.ts'
import { LoadError } from '#components/load-error.tsx'
import { LoadedRows } from '#components/loaded-rows.tsx'
import { refresh, useCall } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { useSession } from '#data/session.ts'
import { useText } from '#text/use-text.ts'
import { Card } from '#ui/card.tsx'
import { Cards } from '#ui/cards.tsx'
import { Chips } from '#ui/chips.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { Screen, Section } from '#ui/screen.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { Typography } from '#ui/typography.tsx'
import { Availability } from './availability.tsx'
import { Coins } from './coins.tsx'
import { costOf, isRunning, paidIn } from './figures.ts'
import { Figures } from './figures-row.tsx'
import { Net } from './net.tsx'
import { RentalCard } from './rental-card.tsx'
import styles from './robots.module.css'

/** The robots on offer, under the sentence that nothing is mined, and the rentals that go on. */
export function Robots() {
  const t = useText()
  const isSignedIn = useSession() !== undefined
  const coins = useCall(crypto.coins, {}, { everySeconds: 30 })
  // The rentals that go on stand above the offers, which would move when they come.
  const orders = useCall(calls.orders, { pageNum: 1, pageSize: 20 }, { when: isSignedIn, everySeconds: 20 })
  // Asked for here, so that the offers do not wait for the answer about the rentals.
  const offers = useCall(calls.list, { pageNum: 1, pageSize: 50 }, { everySeconds: 30 })
  return (
    <Screen
      title={t('titles.robots')}
      wide
      actions={<IconButton icon={<History />} label={t('titles.robotRecords')} href={hrefOf('robotRecords')} />}
      onRefresh={() => refresh(calls.list, calls.orders, calls.quota, crypto.coins)}
    >
      <Intro />
      {coins.data === undefined && coins.failure !== undefined ? undefined : <Coins rows={coins.data} />}
      {isSignedIn && orders.data === undefined && orders.failure === undefined ? (
        <SkeletonCard height={600} />
      ) : (
        <>
          {orders.data === undefined && orders.failure !== undefined && offers.data !== undefined ? (
            <LoadError title={t('robots.rentalsFailed')} text={t('robots.failedText')} answer={orders} />
          ) : undefined}
          {orders.data?.rows.filter(isRunning).map((order) => (
            <RentalCard key={order.id} order={order} isShort />
          ))}
          <Offers called={offers} isSignedIn={isSignedIn} />
          <LessonLink kind="robots" />
        </>
      )}
    </Screen>
  )
}

function Intro() {
  const t = useText()
  const steps = [t('robots.stepRent'), t('robots.stepEarn'), t('robots.stepBack')]
  return (
    <Card>
      <Stack>
        <div className={styles['intro']}>
          <span className={styles['square']} data-warn>
            <FlaskConical aria-hidden="true" />
          </span>
          <Stack gap={4}>
            <Typography as="h2" size={15} weight="bold">
              {t('robots.nothingMined')}
            </Typography>
            <Typography as="p" size={13} tone="second">
              {t('robots.nothingMinedText')}
            </Typography>
          </Stack>
        </div>
        <ol className={styles['steps']} aria-label={t('robots.steps')}>
          {steps.map((step, index) => (
            <li key={step}>
              <b aria-hidden="true">{index + 1}</b>
              {step}
            </li>
          ))}
        </ol>
      </Stack>
    </Card>
  )
}

type OffersProps = { called: ReturnType<typeof useCall<typeof calls.list>>; isSignedIn: boolean }

function Offers({ called, isSignedIn }: OffersProps) {
  const t = useText()
  return (
    <Section title={t('robots.list')} action={isSignedIn ? <Quota /> : undefined}>
      <LoadedRows
        called={{ ...called, data: called.data?.rows }}
        failed={{ title: t('robots.failed'), text: t('robots.failedText') }}
        waitingCards={[44, 132, 132, 132, 132]}
        empty={<EmptyState title={t('robots.none')} text={t('robots.noneText')} />}
      >
        {(rows) => <OfferList robots={rows} />}
      </LoadedRows>
    </Section>
  )
}

/** The robots of one working cycle, or all. */
function OfferList({ robots }: { robots: readonly RobotView[] }) {
  const t = useText()
  const [cycle, setCycle] = useState(0)
  const lengths = [...new Set(robots.map((robot) => robot.cycle))].toSorted((one, other) => one - other)
  return (
    <Stack>
      <Chips
        label={t('robots.showCycles')}
        options={[0, ...lengths].map((value) => ({
          value,
          text: value === 0 ? t('robots.all') : t('robots.cycle', { count: String(value) }),
        }))}
        value={cycle}
        onChange={setCycle}
      />
      <Cards>
        {robots
          .filter((robot) => cycle === 0 || robot.cycle === cycle)
          .map((robot) => (
            <RobotCard key={robot.id} robot={robot} />
          ))}
      </Cards>
    </Stack>
  )
}

function Quota() {
  const t = useText()
  const { data } = useCall(calls.quota, {}, { everySeconds: 30 })
  if (data === undefined) return undefined
  const { running, runningMax, poolLeft } = data
  return (
    <Typography size={12} tone="second">
      {t('robots.running', { used: String(running), max: String(runningMax), left: poolLeft.toLocaleString('en-US') })}
    </Typography>
  )
}

function RobotCard({ robot }: { robot: RobotView }) {
  const t = useText()
  const { id, name, cycle, hashRate, price, expectedIncome, expectedNet } = robot
  return (
    <Card href={hrefOf('robotProduct', { id })}>
      <Stack>
        <Line align="start" gap={12} wrap>
          <span className={styles['square']}>
            <Bot aria-hidden="true" />
          </span>
          <div className={styles['grow']}>
            <Typography as="h3" size={15} weight="bold">
              {name}
            </Typography>
            <Typography
              size={12}
              tone="second"
            >{`${t('robots.cycle', { count: String(cycle) })} · ${hashRate}`}</Typography>
          </div>
          <span className={styles['price']}>
            <Typography size={15} weight="bold">
              {moneyText(price, paidIn)}
            </Typography>
            <ChevronRight aria-hidden="true" />
          </span>
        </Line>
        <Figures
          figures={[
            [t('robots.incomeIfFlat'), moneyText(expectedIncome, paidIn)],
            [t('robots.energyAndRent'), moneyText(costOf(robot), paidIn)],
            [t('robots.expectedNet'), <Net key="net" amount={expectedNet} />],
          ]}
        />
        <Typography size={12} tone="second">
          <Availability robot={robot} />
        </Typography>
      </Stack>
    </Card>
  )
}

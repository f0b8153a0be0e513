import { robots as calls } from '@mex/contract/robots/calls.ts'
import type { RobotView } from '@mex/contract/robots/shapes.ts'

import { LessonLink } from '#areas/lessons/door/lesson-link.tsx'
import { LoadError } from '#components/load-error.tsx'
import { moneyText } from '#components/figures.ts'
import { parseId } from '#components/parse-id.ts'
import { refresh } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { useParameters } from '#data/use-navigation.ts'
import { useText } from '#text/use-text.ts'
import { Hero } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Column, Columns, Line, Stack } from '#ui/layout.tsx'
import { Screen } from '#ui/screen.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'
import { Typography } from '#ui/typography.tsx'
import { divide } from '@mex/core/money/decimal.ts'
import { money } from '@mex/core/money/money.ts'
import { Availability } from './availability.tsx'
import { paidIn } from './figures.ts'
import { Figures } from './figures-row.tsx'
import { Net } from './net.tsx'
import { NetChart } from './net-chart.tsx'
import { Learn, Outcomes, SumCard, Terms } from './product-cards.tsx'
import { useRobot } from './use-robot.ts'

/** One robot: what it costs, what it can bring, and where that comes from. */
export function RobotProduct() {
  const { id } = useParameters('robotProduct')
  const { called, robot, isGone } = useRobot(parseId(id))
  if (robot === undefined) return <WithoutRobot title="robotProduct" called={called} isGone={isGone} />
  return <ProductPage robot={robot} />
}

type WithoutProps = {
  title: 'robotProduct' | 'rentRobot'
  called: ReturnType<typeof useRobot>['called']
  isGone: boolean
}

/** The page of a robot that is not there yet, or not at all. */
export function WithoutRobot({ title, called, isGone }: WithoutProps) {
  const t = useText()
  return (
    <Screen
      title={t(`titles.${title}`)}
      wide={title === 'robotProduct' && 'desk'}
      waiting={!isGone && called.failure === undefined}
    >
      {isGone ? (
        <EmptyState
          title={t('robots.gone')}
          text={t('robots.goneText')}
          action={<Button text={t('robots.seeRobots')} href={hrefOf('robots')} />}
        />
      ) : called.failure === undefined ? (
        <>
          <SkeletonCard height={130} />
          <SkeletonCard height={290} />
          <SkeletonCard height={230} />
        </>
      ) : (
        <LoadError title={t('robots.failed')} text={t('robots.failedText')} answer={called} />
      )}
    </Screen>
  )
}

function ProductPage({ robot }: { robot: RobotView }) {
  const t = useText()
  const { id, name, cycle, isOnOffer, slotsLeft } = robot
  const canRent = isOnOffer && slotsLeft > 0
  return (
    <Screen
      title={name}
      wide="desk"
      subtitle={t('robots.subtitle', { count: String(cycle) })}
      onRefresh={() => refresh(calls.list)}
      footer={
        canRent ? <Button text={t('robots.rent')} size="large" wide href={hrefOf('rentRobot', { id })} /> : undefined
      }
    >
      <Columns>
        <Column>
          <PriceCard robot={robot} />
          <NetCard robot={robot} />
          <SumCard robot={robot} />
        </Column>
        <Column>
          <Outcomes robot={robot} />
          <Terms robot={robot} />
          <Learn />
          <LessonLink kind="robots" />
        </Column>
      </Columns>
    </Screen>
  )
}

function PriceCard({ robot }: { robot: RobotView }) {
  const t = useText()
  const { price, residual, rent, energyCost, cycle } = robot
  return (
    <Card>
      <Stack>
        <Line spread="apart" align="start" wrap>
          <Typography size={13} tone="second">
            {t('robots.youPay')}
          </Typography>
          <Typography size={12} tone="second">
            <Availability robot={robot} />
          </Typography>
        </Line>
        <Hero text={moneyText(price, paidIn)} />
        <Figures
          figures={[
            [t('robots.comesBack'), moneyText(residual, paidIn)],
            [t('robots.rentShort'), moneyText(rent, paidIn)],
            [t('robots.energyDays', { count: String(cycle) }), moneyText(energyCost, paidIn)],
          ]}
        />
      </Stack>
    </Card>
  )
}

function NetCard({ robot }: { robot: RobotView }) {
  const t = useText()
  const { expectedNet, expectedIncome, cycle, coin } = robot
  return (
    <Card>
      <Stack gap={8}>
        <Line spread="apart" align="start" wrap>
          <Typography as="h2" size={13} tone="second">
            {t('robots.netIfFlat')}
          </Typography>
          <Tag text={t('robots.canBeNegative')} tone="warn" />
        </Line>
        <Net amount={expectedNet} size={24} />
        <Typography size={13} tone="second">
          {t('robots.netByPrice', { count: String(cycle), coin })}
        </Typography>
        <NetChart robot={robot} />
        <Typography as="p" size={12} tone="second">
          {t('robots.difficultyText', { amount: moneyText(money(divide(expectedIncome, 100n, 'near')), paidIn) })}
        </Typography>
      </Stack>
    </Card>
  )
}

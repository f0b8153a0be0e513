import type { RobotView } from '@mex/contract/robots/shapes.ts'
import { divide } from '@mex/core/money/decimal.ts'
import { money } from '@mex/core/money/money.ts'

import { moneyText, signedText } from '#components/figures.ts'
import { hrefOf } from '#data/links.ts'
import { useSession } from '#data/session.ts'
import { LearnCard } from '#components/learn-card.tsx'
import { capitalize } from '#text/capitalize.ts'
import { unknown } from '#text/format.ts'
import { formatDate } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { Typography } from '#ui/typography.tsx'
import { coinText, distanceText, energyOfDay, lessText, netAt, paidIn, smallText } from './figures.ts'
import { Net } from './net.tsx'
import styles from './robots.module.css'
import { TitledCard } from '#ui/titled-card.tsx'

const ticksPerDay = 144n

/** The parts that the expected net consists of, the break-even price and the worst case. */
export function SumCard({ robot }: { robot: RobotView }) {
  const t = useText()
  const { expectedIncome, energyCost, rent, expectedNet, breakEvenPrice, coinPrice, worst, cycle } = robot
  const ticks = BigInt(cycle) * ticksPerDay
  const even =
    breakEvenPrice === undefined || coinPrice === undefined
      ? unknown
      : `${coinText(breakEvenPrice)} (${distanceText(coinPrice, breakEvenPrice)})`
  return (
    <TitledCard title={t('robots.whereFrom')} gap={8}>
      <KeyValues
        rows={[
          {
            label: t('robots.incomeRow', {
              ticks: ticks.toLocaleString('en-US'),
              amount: smallText(divide(expectedIncome * 10n ** 6n, ticks, 'near')),
            }),
            value: signedText(expectedIncome, paidIn),
          },
          {
            label: t('robots.energyRow', { amount: moneyText(energyOfDay(robot), paidIn) }),
            value: lessText(energyCost),
          },
          { label: t('robots.rentRow'), value: lessText(rent) },
          { label: t('robots.expectedNet'), value: signedText(expectedNet, paidIn), strong: true },
          { label: t('robots.breakEven'), value: even },
          {
            label: t('robots.worst'),
            value: <Net amount={worst} />,
          },
        ]}
      />
    </TitledCard>
  )
}

/** What the net is in six cases; the losing ones are never left out. */
export function Outcomes({ robot }: { robot: RobotView }) {
  const t = useText()
  const { coin, expectedNet, netAsDifficultyRises, worst } = robot
  const cases = [
    [t('robots.coinUp', { coin }), netAt(robot, 20)],
    [t('robots.coinFlat', { coin }), expectedNet],
    [t('robots.coinFlatRising', { coin }), netAsDifficultyRises],
    [t('robots.coinEven', { coin }), money(0n)],
    [t('robots.coinDown', { coin }), netAt(robot, -40)],
    [t('robots.coinZero', { coin }), worst],
  ] as const
  return (
    <TitledCard title={t('robots.outcomes')} gap={8}>
      <KeyValues
        rows={cases.map(([label, net]) => ({
          label,
          value: <Net amount={net} />,
        }))}
      />
      <Typography as="p" size={12} tone="second">
        {t('robots.outcomesText')}
      </Typography>
    </TitledCard>
  )
}

type Label = 'robotId' | 'workingCycleInDays' | 'availabilityTime' | 'income' | 'promotionPrice' | 'purchaseRecord'

/** The terms under the labels of the specification (spec §3), and the proof of the slots. */
export function Terms({ robot }: { robot: RobotView }) {
  const t = useText()
  const { robotId, cycle, offered, price, hashRate, incomeNote, slots, slotsLeft, scheduleHash } = robot
  const isSignedIn = useSession() !== undefined
  const label = (key: Label): string => capitalize(t(`spec.robotLabels.${key}`))
  return (
    <TitledCard title={t('robots.terms')} gap={8}>
      <KeyValues
        rows={[
          { label: label('robotId'), value: String(robotId) },
          { label: label('workingCycleInDays'), value: String(cycle) },
          { label: label('availabilityTime'), value: `${formatDate(offered.from)} – ${formatDate(offered.until)}` },
          { label: label('promotionPrice'), value: moneyText(price, paidIn) },
          { label: label('income'), value: t('robots.incomeNoteValue', { note: incomeNote }) },
          { label: t('robots.hashRate'), value: t('robots.hashRateValue', { rate: hashRate }) },
          {
            label: t('robots.slots'),
            value: t('robots.slotsOf', {
              left: slotsLeft.toLocaleString('en-US'),
              all: slots.toLocaleString('en-US'),
            }),
          },
          {
            label: t('robots.plan'),
            value: (
              <span title={scheduleHash} translate="no">
                {`${scheduleHash.slice(0, 4)} ${scheduleHash.slice(4, 8)} … ${scheduleHash.slice(-4)}`}
              </span>
            ),
          },
          ...(isSignedIn
            ? [
                {
                  label: label('purchaseRecord'),
                  value: (
                    <span className={styles['flush']}>
                      <Button text={t('robots.rentals')} kind="quiet" size="small" href={hrefOf('robotRecords')} />
                    </span>
                  ),
                },
              ]
            : []),
        ]}
      />
      {(['planText', 'earlyText', 'againText'] as const).map((key) => (
        <Typography key={key} as="p" size={12} tone="second">
          {t(`robots.${key}`)}
        </Typography>
      ))}
    </TitledCard>
  )
}

/** What a mining robot is in real life, what it costs, what can go wrong, and what is simulated. */
export function Learn() {
  const t = useText()
  const sentences = [t('robots.learnReal'), t('robots.learnCost'), t('robots.learnWrong'), t('robots.learnSimulated')]
  return <LearnCard title={t('robots.learn')} sentences={sentences} />
}

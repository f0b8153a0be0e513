import type { Deposit } from '@mex/contract/funding/shapes.ts'
import { Check, X } from 'lucide-react'

import { moneyText } from '#components/figures.ts'
import { useText } from '#text/use-text.ts'
import { Typography } from '#ui/typography.tsx'
import styles from './confirmation-steps.module.css'
import { useFundingLabels } from './names.ts'

/** The number of reached steps of a deposit, 0 to 4; 0 without a deposit. */
export function stepsReached(deposit: Deposit | undefined): number {
  if (deposit === undefined || deposit.transaction === undefined) return 0
  return deposit.status === 'approved' ? 4 : Math.min(deposit.confirmations, 2) + 1
}

type Props = {
  deposit: Deposit | undefined
  /** The seconds from sending to crediting. */
  seconds: number
}

/** The four steps of a deposit of coins: seen, two confirmations, credited. */
export function ConfirmationSteps({ deposit, seconds }: Props) {
  const t = useText()
  const reached = stepsReached(deposit)
  const steps = [
    { name: t('funding.stepSent'), note: t('funding.stepNow') },
    { name: t('funding.stepCount', { count: '1' }), note: t('funding.stepConfirm') },
    { name: t('funding.stepCount', { count: '2' }), note: t('funding.stepConfirm') },
    {
      name: t('funding.stepCredited'),
      note: reached === 4 ? undefined : t('funding.stepTime', { seconds: String(seconds) }),
    },
  ]
  return (
    <div className={styles['progress']} data-failed={deposit?.status === 'refused' || undefined}>
      <ol className={styles['steps']} aria-label={t('funding.steps')}>
        {steps.map(({ name, note }, index) => (
          <li
            key={name}
            className={styles['step']}
            data-reached={index < reached || undefined}
            aria-current={index === reached - 1 ? 'step' : undefined}
          >
            <span className={styles['dot']} aria-hidden="true">
              {index < reached ? deposit?.status === 'refused' && index === reached - 1 ? <X /> : <Check /> : undefined}
            </span>
            <span className={styles['name']}>{name}</span>
            <span className={styles['note']}>{note}</span>
          </li>
        ))}
      </ol>
      <output>
        <Typography as="p" size={13} {...looksOf(deposit)}>
          <State deposit={deposit} />
        </Typography>
      </output>
    </div>
  )
}

/** The outcome stands out from the words about the way to it. */
const looksOf = (deposit: Deposit | undefined) =>
  deposit?.status === 'approved'
    ? ({ tone: 'plain', weight: 'semibold' } as const)
    : ({ tone: deposit?.status === 'refused' ? 'danger' : 'second' } as const)

function State({ deposit }: { deposit: Deposit | undefined }) {
  const t = useText()
  const labels = useFundingLabels()
  if (deposit?.amount === undefined) return t('funding.noneYet')
  const amount = moneyText(deposit.amount, deposit.asset)
  const { status, reason, received, confirmations } = deposit
  if (status === 'approved') return t('funding.arrived', { amount, credited: moneyText(received, 'MXN') })
  if (reason !== undefined) return t('funding.refusedDeposit', { amount, reason: labels.depositReason(reason) })
  return confirmations >= 3 ? t('funding.waitsForRate', { amount }) : t('funding.onItsWay', { amount })
}

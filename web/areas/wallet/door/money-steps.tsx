import { StepRow } from '#areas/wallet/money-first/step-row.tsx'
import { followSecondsMax, mayStart } from '#areas/wallet/money-first/steps.ts'
import { TransferStep } from '#areas/wallet/money-first/transfer-step.tsx'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { List } from '#ui/list.tsx'
import { StateCard } from '#ui/state-card.tsx'
import type { Moving } from './money-first.ts'
import { useWalletLabels } from './names.ts'

/** Moves the money and then places the order, with each step in sight. It has to stay in view until the order is placed. */
export function MoneySteps({ moving }: { moving: Moving }) {
  const t = useText()
  const { transfers, states, attempt, onState } = moving
  return (
    <>
      <StageCard moving={moving} />
      <List label={t('moneyFirst.steps')}>
        {transfers.map((transfer, index) => (
          <TransferStep
            key={`${transfer.from} ${transfer.to}`}
            transfer={transfer}
            starts={mayStart(transfer, states.slice(0, index))}
            attempt={attempt}
            onState={(state) => onState(index, state)}
          />
        ))}
        <OrderRow moving={moving} />
      </List>
    </>
  )
}

type ButtonsProps = { moving: Moving; onLeave: () => void }

/** Below the steps: away from them, and Try again after an unknown outcome. */
export function MoneyStepsButtons({ moving: { stage, isBusy, onAgain }, onLeave }: ButtonsProps) {
  const t = useText()
  return (
    <>
      <Button
        text={t(stage === 'stopped' ? 'moneyFirst.back' : 'moneyFirst.leave')}
        kind={stage === 'stopped' ? 'primary' : 'secondary'}
        size="large"
        wide
        disabled={isBusy}
        onPress={onLeave}
      />
      {stage === 'unknown' ? (
        <Button text={t('moneyFirst.tryAgain')} size="large" wide busy={isBusy} onPress={onAgain} />
      ) : undefined}
    </>
  )
}

function OrderRow({ moving: { stage, ended, refusal, isBusy } }: { moving: Moving }) {
  const t = useText()
  const title = t('moneyFirst.order')
  if (ended === 'refused') {
    return <StepRow tone="failed" title={title} text={refusal || t('spec.errors.serverSaysNothing')} />
  }
  if (stage === 'unknown') return <StepRow tone="failed" title={title} text={t('moneyFirst.unknown')} />
  if (stage === 'stopped') return <StepRow tone="failed" title={title} text={t('moneyFirst.notPlaced')} />
  const text = t(isBusy ? 'moneyFirst.sending' : 'moneyFirst.waiting')
  return <StepRow tone={isBusy ? 'run' : 'wait'} title={title} text={text} />
}

function StageCard({ moving: { stage, ended, wallet } }: { moving: Moving }) {
  const t = useText()
  const named = { wallet: useWalletLabels().name(wallet) }
  const texts = {
    moving: { tone: 'wait', title: t('moneyFirst.movingTitle'), text: t('moneyFirst.movingText') },
    ordering: { tone: 'wait', title: t('moneyFirst.orderingTitle'), text: t('moneyFirst.movingText') },
    unknown: { tone: 'quiet', title: t('moneyFirst.unknownTitle'), text: t('moneyFirst.unknownText') },
    stopped: {
      tone: 'quiet',
      title: t('moneyFirst.notPlaced'),
      text:
        ended === 'late'
          ? t('moneyFirst.lateText', { ...named, minutes: String(followSecondsMax / 60) })
          : t(ended === 'refused' ? 'moneyFirst.refusedText' : 'moneyFirst.stoppedText', named),
    },
  } as const
  return <StateCard {...texts[stage]} />
}

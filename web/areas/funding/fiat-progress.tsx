import { funding } from '@mex/contract/funding/calls.ts'
import type { Deposit } from '@mex/contract/funding/shapes.ts'
import { fiatReviewSeconds } from '@mex/core/funding/deposits.ts'

import { useEffect, useRef } from 'react'

import { useCall } from '#data/call.ts'
import { useSecondsUntil } from '#components/countdown.ts'
import { moneyText } from '#components/figures.ts'
import { useText } from '#text/use-text.ts'
import { Card } from '#ui/card.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { Stack } from '#ui/layout.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { StateCard } from '#ui/state-card.tsx'
import { useFundingLabels } from './names.ts'

/** A deposit just submitted; `at` is the device's clock, because the market's may run faster. */
export type SentFiat = { readonly deposit: Deposit; readonly at: number }

/** The state of the review of a deposit. */
export function FiatProgress({ sent }: { sent: SentFiat }) {
  const t = useText()
  const labels = useFundingLabels()
  const { data } = useCall(funding.deposits, { pageNum: 1, pageSize: 1, id: sent.deposit.id }, { everySeconds: 5 })
  const now = data?.rows[0] ?? sent.deposit
  const seconds = useSecondsUntil(sent.at + fiatReviewSeconds * 1000) ?? 0
  const { status, reason, received, asset, amount, id } = now
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The card is at the top of the former form, possibly far above the pressed button.
    element.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={element}>
      <Card>
        <Stack gap={16}>
          {status === 'approved' ? (
            <StateCard
              tone="good"
              title={labels.status(status)}
              text={t('funding.fiatDone', { amount: moneyText(received, 'MXN') })}
            />
          ) : status === 'refused' && reason !== undefined ? (
            <StateCard
              tone="quiet"
              title={labels.status(status)}
              text={t('funding.fiatRefused', { reason: labels.depositReason(reason) })}
            />
          ) : (
            <>
              <StateCard tone="wait" title={labels.status(status)} text={t('funding.fiatSentText')} />
              <ProgressBar
                label={t('funding.fiatProgress')}
                percent={((fiatReviewSeconds - seconds) / fiatReviewSeconds) * 100}
                thin
              />
            </>
          )}
          <KeyValues
            rows={[
              { label: t('spec.depositLabels.amount'), value: moneyText(amount, asset) },
              { label: t('spec.depositLabels.status'), value: labels.status(status) },
              { label: t('funding.number'), value: String(id) },
            ]}
          />
        </Stack>
      </Card>
    </div>
  )
}

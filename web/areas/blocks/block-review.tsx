import type { BlockOffer } from '@mex/contract/blocks/shapes.ts'
import type { ReactNode } from 'react'

import { TransferRows } from '#areas/wallet/door/transfer-rows.tsx'
import { useFailureText } from '#components/failure-text.ts'
import { FormMessage } from '#components/form-message.tsx'
import { quantityText } from '#components/figures.ts'
import { isFinal } from '#data/failure.ts'
import { buzz } from '#data/preferences.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Stack } from '#ui/layout.tsx'
import { Screen } from '#ui/screen.tsx'
import { Typography } from '#ui/typography.tsx'
import { CostRows, NextSteps } from './block-rows.tsx'
import type { BlockPlacing } from './use-placing.ts'

type Props = {
  offer: BlockOffer
  head: ReactNode
  placing: BlockPlacing
  onEdit: () => void
}

/** The second step of a block. */
export function BlockReview({ offer, head, placing, onEdit }: Props) {
  const t = useText()
  const say = useFailureText()
  const { plan, fault, hindrance, moneyFirst, isBusy, failure, confirm } = placing
  const isUnknown = failure !== undefined && !isFinal(failure)
  const reason = hindrance ?? fault
  return (
    <Screen
      title={t('blocks.reviewTitle')}
      head={head}
      fit
      footer={
        <>
          <Button text={t('blocks.edit')} kind="secondary" size="large" disabled={isBusy} onPress={onEdit} />
          <Button
            text={t(
              moneyFirst.transfers !== undefined ? 'moneyFirst.confirm' : isUnknown ? 'blocks.retry' : 'blocks.place',
            )}
            kind="up"
            size="large"
            wide
            busy={isBusy}
            disabled={reason !== undefined}
            reason={reason}
            onPress={() => {
              buzz()
              confirm()
            }}
          />
        </>
      }
    >
      <Stack gap={16}>
        <Typography as="h2" size={20} weight="bold">
          {`${t('blocks.shares', { shares: quantityText(plan.units) })} · ${offer.name}`}
        </Typography>
        <CostRows offer={offer} plan={plan} />
        <TransferRows moneyFirst={moneyFirst} />
        <NextSteps offer={offer} />
        <FormMessage message={say(failure)} />
      </Stack>
    </Screen>
  )
}

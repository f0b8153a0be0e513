import { account } from '@mex/contract/account/calls.ts'
import { blocks } from '@mex/contract/blocks/calls.ts'
import type { BlockOffer } from '@mex/contract/blocks/shapes.ts'
import { trading } from '@mex/contract/trading/calls.ts'
import type { Order } from '@mex/contract/trading/shapes.ts'
import { wallet } from '@mex/contract/wallet/calls.ts'
import type { ReactNode } from 'react'

import { useFailureText } from '#components/call-form.tsx'
import { FormMessage } from '#components/form-message.tsx'
import { quantityText } from '#components/figures.ts'
import { useSend } from '#data/call.ts'
import { isFinal } from '#data/failure.ts'
import { buzz } from '#data/preferences.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Stack } from '#ui/layout.tsx'
import { Screen } from '#ui/screen.tsx'
import { Typography } from '#ui/typography.tsx'
import { CostRows, NextSteps } from './block-rows.tsx'
import { usePlan } from './use-plan.ts'

/** What the order of a block changes. */
const changed = [blocks.offers, trading.orders, wallet.balance, account.overview, trading.bills, wallet.bills]

type Props = {
  offer: BlockOffer
  head: ReactNode
  text: string
  onEdit: () => void
  onPlaced: (order: Order) => void
}

/** The second step of a block. One idempotency key per review: after an unknown outcome, Try again sends the same. */
export function BlockReview({ offer, head, text, onEdit, onPlaced }: Props) {
  const t = useText()
  const say = useFailureText()
  const { plan, fault, hindrance } = usePlan(offer, text)
  const { send, isBusy, failure } = useSend(blocks.create, { stale: changed, showsRefusals: true, onAnswer: onPlaced })
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
            text={t(isUnknown ? 'blocks.retry' : 'blocks.place')}
            kind="up"
            size="large"
            wide
            busy={isBusy}
            disabled={reason !== undefined}
            reason={reason}
            onPress={() => {
              buzz()
              void send({ id: offer.offerId, quantity: plan.units, direction: 0 })
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
        <NextSteps offer={offer} />
        <FormMessage message={say(failure)} />
      </Stack>
    </Screen>
  )
}

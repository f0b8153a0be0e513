import type { BlockOffer } from '@mex/contract/blocks/shapes.ts'
import { wallet } from '@mex/contract/wallet/calls.ts'
import { parseDecimal } from '@mex/core/money/decimal.ts'
import { formatQuantity, quantity, quantityScale, type Money } from '@mex/core/money/money.ts'
import { refusal } from '@mex/core/refusal.ts'

import { useMarketNow } from '#areas/market/door/market-now.ts'
import { moneyText } from '#components/figures.ts'
import { useWording } from '#components/refusal-text.ts'
import { useCall } from '#data/call.ts'
import { useHalts } from '#data/halts.ts'
import { useIsConnected } from '#data/live.ts'
import { useText } from '#text/use-text.ts'
import { paidFrom, paidIn, planOf, type BlockPlan } from './figures.ts'
import { usePermission } from './permission-banner.tsx'

type Planned = {
  readonly plan: BlockPlan
  /** In the wallet that pays. */
  readonly available: Money | undefined
  /** What is wrong with the quantity. */
  readonly fault: string | undefined
  /** Why the order cannot be sent, apart from the quantity. */
  readonly hindrance: string | undefined
}

/** A block as it would be ordered now, and what stands in the way: by the rules that the server decides by. */
export function usePlan(offer: BlockOffer, text: string): Planned {
  const t = useText()
  useHalts()
  const wording = useWording()
  const isConnected = useIsConnected()
  const { status } = usePermission()
  const { now } = useMarketNow(5)
  const balance = useCall(wallet.balance, { wallet: paidFrom }, { everySeconds: 30 })
  const units = quantity(parseDecimal(text === '' ? '0' : text, quantityScale) ?? 0n)
  const plan = planOf(offer, units, balance.data?.available)
  const said = (): string | undefined => {
    switch (plan.fault) {
      case 'missing':
        return wording.refusal(refusal('quantity_missing'))
      case 'small':
        return wording.refusal(refusal('block_too_small'))
      case 'step':
        return wording.refusal(refusal('quantity_step', { values: { lot: formatQuantity(offer.lot) } }))
      case 'large':
        return wording.refusal(refusal('block_too_large', { values: { n: formatQuantity(offer.most) } }))
      case 'money':
        return t('blocks.shortOf', { amount: moneyText((0n - (plan.left ?? 0n)) as never, paidIn) })
      case undefined:
        return undefined
    }
  }
  const hindrance =
    now !== undefined && now >= offer.endsAt
      ? t('blocks.over')
      : !isConnected
        ? t('blocks.offline')
        : offer.halted
          ? t('blocks.halted')
          : status !== undefined && status !== 3
            ? t('blocks.closed')
            : plan.amount === undefined
              ? wording.refusal(refusal('quote_unavailable'))
              : undefined
  return { plan, available: balance.data?.available, fault: said(), hindrance }
}

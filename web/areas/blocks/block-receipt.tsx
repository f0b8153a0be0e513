import type { Order } from '@mex/contract/trading/shapes.ts'
import { trading } from '@mex/contract/trading/calls.ts'
import { isLive } from '@mex/core/trading/orders.ts'
import type { ReactNode } from 'react'

import { useMarketNow } from '#areas/market/door/market-now.ts'
import { averageText, moneyText, quantityText } from '#components/figures.ts'
import { useCall } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { useNavigation } from '#data/use-navigation.ts'
import { formatTimestamp } from '#text/format-time.ts'
import { discountText } from '#areas/blocks/door/discount-text.ts'
import { useText, type Text } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { KeyValues, type KeyValue } from '#ui/key-values.tsx'
import { Stack } from '#ui/layout.tsx'
import { Screen } from '#ui/screen.tsx'
import { StateCard } from '#ui/state-card.tsx'
import { dayOf } from './figures.ts'

type Props = { head: ReactNode; placed: Order }

/** The last step of a block: it waits for its confirmation, then shows what became of it. */
export function BlockReceipt({ head, placed }: Props) {
  const t = useText()
  const navigation = useNavigation()
  const { now } = useMarketNow(1)
  const { data } = useCall(
    trading.orders,
    { pageNum: 1, pageSize: 1, id: placed.id },
    { freshSeconds: 0, everySeconds: 3 },
  )
  const order = data?.rows[0] ?? placed
  return (
    <Screen
      title={t('titles.blockTrades')}
      head={head}
      fit
      footer={
        <>
          <Button
            text={t('blocks.toTrade')}
            kind="secondary"
            size="large"
            wide
            href={hrefOf('trade', { list: order.filled > 0n ? 0 : 2 })}
          />
          <Button text={t('blocks.done')} size="large" wide onPress={() => navigation.back()} />
        </>
      }
    >
      <Stack gap={16}>
        <StateCard {...stateOf(t, order, now)} />
        <KeyValues rows={receiptRows(t, order)} />
      </Stack>
    </Screen>
  )
}

type State = Parameters<typeof StateCard>[0]

function stateOf(t: Text, order: Order, now: number | undefined): State {
  const { block, status, averagePrice, tick, filled, reason } = order
  if (isLive(order) && block !== undefined) {
    const left = now === undefined ? 60 : Math.ceil((block.confirmsAt - now) / 1000)
    return left > 0
      ? { tone: 'wait', title: t('blocks.confirming'), text: t('blocks.confirmingIn', { seconds: String(left) }) }
      : { tone: 'wait', title: t('blocks.waiting'), text: t('blocks.waitingText') }
  }
  if (filled > 0n && block !== undefined) {
    const price = averageText(averagePrice, tick)
    const bought = { shares: quantityText(filled), price, date: dayOf(block.unlocksAt) }
    return {
      tone: 'good',
      title: t(status === 'filled' ? 'blocks.bought' : 'blocks.cut'),
      text: t('blocks.boughtText', bought),
    }
  }
  if (reason === 'SOLD_OUT') return { tone: 'quiet', title: t('blocks.soldOutTitle'), text: t('blocks.soldOutLong') }
  return { tone: 'quiet', title: t('blocks.ended'), text: t('blocks.soldOutLong') }
}

function receiptRows(t: Text, order: Order): readonly KeyValue[] {
  const { number, block, filled, margin, fee, currency, acceptedAt } = order
  const isBought = filled > 0n
  const rows: (KeyValue | false)[] = [
    { label: t('trade.orderNumber'), value: number },
    { label: t('trade.placed'), value: formatTimestamp(acceptedAt) },
    block !== undefined && { label: t('blocks.discount'), value: discountText(block.discount) },
    (isLive(order) || isBought) && {
      label: isBought ? t('spec.positionLabels.margin') : t('trade.reserved'),
      value: moneyText(margin, currency),
    },
    isBought && { label: t('spec.positionLabels.handlingFee'), value: moneyText(fee, currency) },
    block !== undefined &&
      (isLive(order) || isBought) && { label: t('blocks.lockEnds'), value: formatTimestamp(block.unlocksAt) },
  ]
  return rows.filter((row): row is KeyValue => row !== false)
}

import type { Bill } from '@mex/contract/wallet/shapes.ts'
import { useState } from 'react'

import { profitText } from '#components/figures.ts'
import { formatTimestamp } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { KeyValues, type KeyValue } from '#ui/key-values.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Typography } from '#ui/typography.tsx'
import { detailRows, formulaText } from './bill-detail.ts'
import type { BillGroup } from './bill-groups.ts'
import { BillIcon, billAmount, billTitle } from './bill-row.tsx'
import type { BillTrade } from './bill-trades.ts'
import { CancelTransfer } from './cancel-transfer.tsx'
import { useWalletLabels } from './door/names.ts'

type Props = {
  /** Undefined while nothing is open. */
  group: BillGroup | undefined
  trade: BillTrade | undefined
  onClose: () => void
}

/** The details of one movement, or the accounts of a grant; a pending transfer can be cancelled here. */
export function BillSheet({ group, trade, onClose }: Props) {
  const t = useText()
  const [shown, setShown] = useState({ group, trade })
  // The last movement stays visible during the closing animation.
  if (group !== undefined && (group.first !== shown.group?.first || trade !== shown.trade)) setShown({ group, trade })
  if (shown.group === undefined) return undefined
  const { first: last, bills } = shown.group
  return (
    <Sheet
      open={group !== undefined}
      onClose={onClose}
      title={billTitle(last, shown.trade)}
      footer={
        last.isCancellable && last.referenceId !== undefined ? (
          <CancelTransfer id={last.referenceId} onCancelled={onClose} />
        ) : (
          <Button text={t('wallet.done')} kind="secondary" size="large" wide onPress={onClose} />
        )
      }
    >
      {bills.length === 1 ? <Details bill={last} trade={shown.trade} /> : <Parts bills={bills} />}
    </Sheet>
  )
}

/** What each account got. */
function Parts({ bills }: { bills: readonly Bill[] }) {
  const t = useText()
  const labels = useWalletLabels()
  const [first] = bills
  return (
    <KeyValues
      rows={[
        ...(first === undefined ? [] : [{ label: t('wallet.time'), value: formatTimestamp(first.createdAt) }]),
        ...bills.map((bill) => ({ label: labels.name(bill.wallet), value: billAmount(bill) })),
      ]}
    />
  )
}

function Details({ bill, trade }: { bill: Bill; trade: BillTrade | undefined }) {
  const t = useText()
  const labels = useWalletLabels()
  const formula = formulaText(t, bill)
  const rows: KeyValue[] = [
    ...(trade === undefined ? [] : [{ label: t('wallet.instrument'), value: `${trade.name} · ${trade.code}` }]),
    ...(trade?.result === undefined
      ? []
      : [{ label: t('wallet.result'), value: <Change change={profitText(trade.result, bill.currency)} /> }]),
    { label: t('wallet.wallet'), value: labels.name(bill.wallet) },
    { label: t('wallet.time'), value: formatTimestamp(bill.createdAt) },
    ...(bill.isCancellable ? [{ label: t('wallet.state'), value: t('wallet.moving') }] : []),
    ...detailRows(t, bill),
    { label: t('wallet.number'), value: String(bill.referenceId ?? bill.id) },
  ]
  return (
    <Stack gap={16}>
      <Line gap={12}>
        <BillIcon bill={bill} />
        <Typography size={24} weight="bold">
          {billAmount(bill)}
        </Typography>
      </Line>
      <KeyValues rows={rows} />
      {formula === undefined ? undefined : (
        <Typography size={12} tone="third" as="p">
          {formula}
        </Typography>
      )}
    </Stack>
  )
}

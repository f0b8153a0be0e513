import type { Bill } from '@mex/contract/wallet/shapes.ts'
import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  Boxes,
  ChartCandlestick,
  CircleDollarSign,
  Gift,
  RotateCcw,
  ShieldPlus,
  type LucideIcon,
} from 'lucide-react'

import { profitText } from '#components/figures.ts'
import { formatTime } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { Row } from '#ui/list.tsx'
import { Tag } from '#ui/tag.tsx'
import type { BillGroup } from './bill-groups.ts'
import { kindOf, type BillKind } from './bill-kinds.ts'
import styles from './bill-row.module.css'
import type { BillTrade } from './bill-trades.ts'
import { useWalletLabels } from './door/names.ts'

type Subject = Exclude<BillKind, 'all'> | 'grant' | 'correction'

const icons: Readonly<Record<Subject, LucideIcon>> = {
  opens: ChartCandlestick,
  closes: ChartCandlestick,
  transfers: ArrowLeftRight,
  margins: ShieldPlus,
  funding: ArrowDownToLine,
  income: CircleDollarSign,
  grant: Gift,
  correction: RotateCcw,
  others: Boxes,
}

/** Besides the kinds that the history is filtered by: the practice grant, and what an operator or a reset moved. */
function subjectOf(type: number): Subject {
  if (type === 1) return 'grant'
  return type > 90 ? 'correction' : kindOf(type)
}

/** The icon of a movement in a square. */
export function BillIcon({ bill: { type, amount } }: { bill: Bill }) {
  const subject = subjectOf(type)
  const Icon = subject === 'funding' && amount < 0n ? ArrowUpFromLine : icons[subject]
  return (
    <span className={styles['icon']} aria-hidden="true">
      <Icon />
    </span>
  )
}

/** 'Close · NVDA'. */
export const billTitle = (bill: Bill, trade: BillTrade | undefined): string =>
  trade === undefined ? bill.memo : `${bill.memo} · ${trade.code}`

/** '+$404.32': cash with its sign, without a colour. */
export const billAmount = (bill: Bill): string => profitText(bill.amount, bill.currency)?.text ?? '—'

type Props = {
  group: BillGroup
  trade: BillTrade | undefined
  onPress: (group: BillGroup) => void
}

/** One movement of money, or a grant to several accounts. */
export function BillRow({ group, trade, onPress }: Props) {
  const t = useText()
  const labels = useWalletLabels()
  const { first: bill, bills } = group
  const isOne = bills.length === 1
  const note = bill.isCancellable ? (
    <Tag text={t('wallet.moving')} tone="warn" />
  ) : trade?.result === undefined ? undefined : (
    <span className={styles['result']}>
      <span>{t('wallet.resultNote')}</span>
      <Change change={profitText(trade.result, bill.currency)} size={12} />
    </span>
  )
  return (
    <Row
      height={62}
      icon={<BillIcon bill={bill} />}
      title={billTitle(bill, trade)}
      subtitle={`${formatTime(bill.createdAt)} · ${isOne ? labels.name(bill.wallet) : t('wallet.accounts', { count: String(bills.length) })}`}
      value={isOne ? billAmount(bill) : undefined}
      note={note}
      arrow={!isOne}
      onPress={() => onPress(group)}
    />
  )
}

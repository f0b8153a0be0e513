import type { Bill } from '@mex/contract/wallet/shapes.ts'
import { addMoney } from '@mex/core/money/money.ts'
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

import { profitText, signedText } from '#components/figures.ts'
import { formatTime } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { Row } from '#ui/list.tsx'
import { Tag } from '#ui/tag.tsx'
import type { BillGroup } from './bill-groups.ts'
import { kindOf, type BillKind } from './bill-kinds.ts'
import styles from './bill-row.module.css'
import type { BillTarget } from './bill-targets.ts'
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
  target: BillTarget | undefined
  onPress: (group: BillGroup) => void
}

/** The sums of the movements of a group by currency, as texts, as its first accounts have them. */
const totalsOf = (bills: readonly Bill[]): readonly string[] =>
  [...Map.groupBy(bills, ({ currency }) => currency)].map(([currency, rows]) =>
    signedText(addMoney(...rows.map(({ amount }) => amount)), currency),
  )

const Totals = ({ rest }: { rest: readonly string[] }) => (
  <span className={styles['totals']}>
    {rest.map((total) => (
      <span key={total}>{total}</span>
    ))}
  </span>
)

/** One movement of money, or a grant to several accounts. */
export function BillRow({ group, trade, target, onPress }: Props) {
  const t = useText()
  const labels = useWalletLabels()
  const { first: bill, bills } = group
  const isOne = bills.length === 1
  const totals = totalsOf(bills)
  const account = isOne ? labels.name(bill.wallet) : t('wallet.accounts', { count: String(bills.length) })
  const place =
    target === undefined
      ? account
      : target.kind === 'outside'
        ? t('wallet.way', { from: account, to: target.to })
        : t('wallet.way', { from: labels.name(target.from), to: labels.name(target.to) })
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
      subtitle={<span className={styles['place']}>{`${formatTime(bill.createdAt)} · ${place}`}</span>}
      value={isOne ? billAmount(bill) : totals[0]}
      note={isOne ? note : <Totals rest={totals.slice(1)} />}
      onPress={() => onPress(group)}
    />
  )
}

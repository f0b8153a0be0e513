import type { Answer, Input } from '@mex/contract/call.ts'
import { billText } from '@mex/contract/wallet/bills.ts'
import type { records } from '@mex/contract/records/calls.ts'
import { textIn, type Text, type Traditional } from '@mex/contract/text.ts'
import { eventNumber } from '@mex/core/ledger/accounts.ts'
import { formatMoney, formatPrice, formatQuantity, price } from '@mex/core/money/money.ts'
import { billPage, monthBounds, wallTime } from '#areas/ledger/bills.ts'
import { executionRow, executionsOf } from '#areas/trading/results/records.ts'
import { listExecutions } from '#areas/trading/results/store-records.ts'
import type { TradingEngine } from '#areas/trading/engine.ts'
import type { ResultDependencies } from '#areas/wallet/balances.ts'
import type { PersonContext } from '#context.ts'
import { csvInTurns } from './in-turns.ts'

export type ListDependencies = {
  readonly engine: TradingEngine
  readonly traditional: Traditional
  /** What open positions have gained, for the net worth of a statement. */
  readonly results: ResultDependencies
}

/** Maximum number of rows in a file: the newest. */
const rowsMax = 20_000

type Stretch = { readonly month?: string | undefined; readonly timeZone: string }

const boundsOf = ({ month, timeZone }: Stretch) => (month === undefined ? {} : monthBounds(month, timeZone))
const nameOf = (what: string, { month }: Stretch): string => `practice-${what}-${month ?? 'all'}.csv`

const words = {
  time: { en: 'Time ({zone})', zh: '时间（{zone}）' },
  account: { en: 'Account', zh: '账户' },
  kind: { en: 'Kind', zh: '类型' },
  amount: { en: 'Amount (simulated)', zh: '金额（模拟）' },
  currency: { en: 'Currency', zh: '币种' },
  type: { en: 'Kind number', zh: '类型编号' },
  reference: { en: 'Reference', zh: '关联编号' },
  number: { en: 'Number', zh: '编号' },
  code: { en: 'Code', zh: '代码' },
  name: { en: 'Name', zh: '名称' },
  market: { en: 'Market', zh: '市场' },
  side: { en: 'Side', zh: '方向' },
  buy: { en: 'Buy', zh: '买入' },
  sell: { en: 'Sell', zh: '卖出' },
  purpose: { en: 'Open or close', zh: '开平' },
  open: { en: 'Open', zh: '开仓' },
  close: { en: 'Close', zh: '平仓' },
  price: { en: 'Price', zh: '价格' },
  quantity: { en: 'Quantity', zh: '数量' },
  value: { en: 'Value (simulated)', zh: '成交额（模拟）' },
  order: { en: 'Order', zh: '委托编号' },
  position: { en: 'Position', zh: '持仓编号' },
  quote: { en: 'Quote', zh: '报价编号' },
} as const satisfies Readonly<Record<string, Text>>

/** The texts of a file in the user's language. */
function wordsFor({ language }: PersonContext, { traditional }: ListDependencies, zone: string) {
  return (word: keyof typeof words): string => textIn(words[word], language, traditional, { zone })
}

/** The transaction history as a file; amounts are plain decimals in the currency of the next column. */
export async function billFile(
  input: Input<typeof records.billFile>,
  context: PersonContext,
  dependencies: ListDependencies,
): Promise<Answer<typeof records.billFile>> {
  const { wallet, type, timeZone } = input
  const filter = { wallet: wallet === 'OVERVIEW' ? undefined : wallet, number: type, ...boundsOf(input) }
  const page = { pageNum: 1, pageSize: rowsMax }
  const { total, rows } = await billPage(context.db, context.person.userId, filter, page)
  const say = wordsFor(context, dependencies, timeZone)
  const head = (['time', 'account', 'kind', 'amount', 'currency', 'type', 'reference', 'number'] as const).map(say)
  const content = await csvInTurns(head, rows, (row) => {
    const number = eventNumber(row.event)
    return [
      wallTime(row.at, timeZone),
      row.wallet,
      row.memo === '' ? billText(number, context.language, dependencies.traditional) : row.memo,
      formatMoney(row.amount),
      row.currency,
      String(number),
      row.reference.type === 'user' ? '' : String(row.reference.id),
      String(row.journalId),
    ]
  })
  return {
    name: nameOf('history', input),
    type: 'text/csv',
    content,
    rows: rows.length,
    total,
  }
}

/** A page of the executions. */
export async function executionPage(
  input: Input<typeof records.executions>,
  context: PersonContext,
  { engine }: ListDependencies,
): Promise<Answer<typeof records.executions>> {
  const { pageNum, pageSize } = input
  const listed = await executionsOf(engine, boundsOf(input), { pageNumber: pageNum, pageSize }, context)
  return { ...listed, pageNum, pageSize }
}

const columns = [
  'time',
  'code',
  'name',
  'market',
  'side',
  'purpose',
  'price',
  'quantity',
  'value',
  'currency',
  'account',
  'order',
  'position',
  'quote',
] as const satisfies readonly (keyof typeof words)[]

/** The executions as a file. */
export async function executionFile(
  input: Input<typeof records.executionFile>,
  context: PersonContext,
  dependencies: ListDependencies,
): Promise<Answer<typeof records.executionFile>> {
  const { timeZone } = input
  const page = { pageNumber: 1, pageSize: rowsMax }
  const { db, person } = context
  const { total, rows } = await listExecutions(db, person.userId, boundsOf(input), page)
  const say = wordsFor(context, dependencies, timeZone)
  const content = await csvInTurns(columns.map(say), rows, (entry) => {
    const row = executionRow(dependencies.engine, entry, context)
    return [
      wallTime(row.at, timeZone),
      row.code,
      row.name,
      row.market,
      say(row.side),
      say(row.purpose),
      formatPrice(row.price),
      formatQuantity(row.quantity),
      formatPrice(price(row.value)),
      row.currency,
      row.wallet,
      String(row.orderId),
      String(row.positionId),
      row.quoteId,
    ]
  })
  return { name: nameOf('trades', input), type: 'text/csv', content, rows: rows.length, total }
}

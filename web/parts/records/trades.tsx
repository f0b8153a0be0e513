import { records as calls, type ExecutionRow } from '@mex/contract/records.ts'

import { addressOf } from '#data/addresses.ts'
import { refresh } from '#data/call.ts'
import { usePages } from '#data/pages.ts'
import { priceText, quantityText, valueText } from '#parts/figures.ts'
import { dayRows } from '#parts/wallet/day-rows.ts'
import { DayHeading } from '#parts/wallet/bill-row.tsx'
import { useMarketNow } from '#parts/market/market-now.ts'
import { formatTime } from '#text/format-time.ts'
import { MoreFailed } from '#parts/more-rows.tsx'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { CardPart } from '#ui/card-part.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Line } from '#ui/layout.tsx'
import { Row } from '#ui/list.tsx'
import { Screen } from '#ui/screen.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'
import { VirtualList } from '#ui/virtual-list.tsx'
import { HistoryTabs } from './history-views.tsx'
import { SaveList } from './save-list.tsx'

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** What was bought and sold, level by level, newest first. */
export function Trades() {
  const t = useText()
  const pages = usePages(calls.executions, { timeZone, pageNum: 1, pageSize: 50 })
  return (
    <Screen
      title={t('titles.profileTransaction')}
      waiting={pages.isWaiting}
      onRefresh={() => refresh(calls.executions)}
    >
      <HistoryTabs view="trades" />
      {pages.data !== undefined && pages.data.length > 0 ? (
        <Line spread="end">
          <SaveList call={calls.executionFile} input={{ timeZone }} />
        </Line>
      ) : undefined}
      <Rows pages={pages} />
    </Screen>
  )
}

function Rows({ pages }: { pages: ReturnType<typeof usePages<typeof calls.executions>> }) {
  const t = useText()
  const { now } = useMarketNow(60)
  const { data, failure, isWaiting, retry, more } = pages
  if (data === undefined && failure !== undefined) {
    return (
      <ErrorState
        title={t('records.tradesFailed')}
        text={failure.message || t('wallet.historyFailedText')}
        code={failure.code}
        onRetry={() => void retry()}
      />
    )
  }
  if (data === undefined || isWaiting) return <SkeletonRows rows={8} />
  if (data.length === 0) {
    return (
      <EmptyState
        title={t('records.tradesEmpty')}
        text={t('records.tradesEmptyText')}
        action={<Button text={t('titles.marketIndex')} kind="secondary" href={addressOf('/pages/market/index')} />}
      />
    )
  }
  const rows = data.map((row) => ({ ...row, createdAt: row.at }))
  return (
    <>
      <VirtualList
        bare
        label={t('records.tradesList')}
        items={dayRows(rows, now)}
        keyOf={(item) => (item.kind === 'day' ? item.date : item.row.id)}
        onEnd={more}
      >
        {(item) =>
          item.kind === 'day' ? (
            <DayHeading date={item.date} day={item.day} />
          ) : (
            <Trade row={item.row} isFirst={item.isFirst} isLast={item.isLast} />
          )
        }
      </VirtualList>
      <MoreFailed pages={pages} />
    </>
  )
}

type TradeProps = { row: ExecutionRow; isFirst: boolean; isLast: boolean }

function Trade({ row, isFirst, isLast }: TradeProps) {
  const t = useText()
  const isBuy = row.side === 'buy'
  return (
    <CardPart isFirst={isFirst} isLast={isLast}>
      <Row
        height={62}
        title={
          <>
            <Tag text={isBuy ? t('records.bought') : t('records.sold')} tone={isBuy ? 'info' : 'warn'} /> {row.code}
          </>
        }
        subtitle={`${formatTime(row.at)} · ${t(row.purpose === 'open' ? 'records.opens' : 'records.closes')} · ${row.name}`}
        value={`${quantityText(row.quantity)} @ ${priceText(row.price, row.tick)}`}
        note={valueText(row.value, row.currency)}
      />
    </CardPart>
  )
}

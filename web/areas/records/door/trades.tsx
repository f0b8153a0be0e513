import { records as calls, type ExecutionRow } from '@mex/contract/records/calls.ts'

import { hrefOf } from '#data/links.ts'
import { refresh } from '#data/call.ts'
import { usePages } from '#data/pages.ts'
import { pricedText, quantityText, valueText } from '#components/figures.ts'
import { DayList } from '#areas/wallet/door/day-list.tsx'
import { deviceTimeZone, formatTime } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { CardSegment } from '#ui/card-segment.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Row } from '#ui/list.tsx'
import { Screen } from '#ui/screen.tsx'
import { Tag } from '#ui/tag.tsx'
import { HistoryTabs } from './history-views.tsx'
import { SaveList } from './save-list.tsx'
import styles from './trades.module.css'

const timeZone = deviceTimeZone()

/** Fills, one row per price level, newest first. */
export function Trades() {
  const t = useText()
  const pages = usePages(calls.executions, { timeZone, pageNum: 1, pageSize: 50 })
  return (
    <Screen
      wide="desk"
      title={t('titles.history')}
      waiting={pages.isWaiting}
      actions={<SaveList call={calls.executionFile} input={{ timeZone }} disabled={(pages.data ?? []).length === 0} />}
      onRefresh={() => refresh(calls.executions)}
    >
      <HistoryTabs view="trades" />
      <DayList
        label={t('records.tradesList')}
        pages={pages}
        failed={{ title: t('records.tradesFailed'), text: t('wallet.historyFailedText') }}
        empty={
          <EmptyState
            title={t('records.tradesEmpty')}
            text={t('records.tradesEmptyText')}
            action={<Button text={t('titles.markets')} kind="secondary" href={hrefOf('markets')} />}
          />
        }
        instantOf={(trade) => trade.at}
      >
        {(trade, { isFirst, isLast }) => (
          <CardSegment isFirst={isFirst} isLast={isLast}>
            <Trade row={trade} />
          </CardSegment>
        )}
      </DayList>
    </Screen>
  )
}

function Trade({ row }: { row: ExecutionRow }) {
  const t = useText()
  const isBuy = row.side === 'buy'
  return (
    <Row
      height={62}
      title={
        <>
          <span className={styles['side']}>
            <Tag text={isBuy ? t('records.bought') : t('records.sold')} tone={isBuy ? 'up' : 'down'} />
          </span>
          {row.code}
        </>
      }
      subtitle={`${row.name} · ${t(row.purpose === 'open' ? 'records.opens' : 'records.closes')} · ${formatTime(row.at)}`}
      value={`${quantityText(row.quantity)} @ ${pricedText(row.price, row.tick, row.currency)}`}
      note={valueText(row.value, row.currency)}
    />
  )
}

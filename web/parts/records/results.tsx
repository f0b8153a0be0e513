import { market as calls } from '@mex/contract/market.ts'
import { walletCurrency } from '@mex/core/wallets.ts'

import { refresh, useCall } from '#data/call.ts'
import { usePages } from '#data/pages.ts'
import { moneyText, profitText, quantityText } from '#parts/figures.ts'
import { formatDate } from '#text/format-time.ts'
import { MoreFailed } from '#parts/more-rows.tsx'
import { useText } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { classes } from '#ui/classes.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { Row } from '#ui/list.tsx'
import { Screen, Section } from '#ui/screen.tsx'
import { SkeletonCard, SkeletonRows } from '#ui/skeleton.tsx'
import { VirtualList } from '#ui/virtual-list.tsx'
import { HistoryTabs } from './history-views.tsx'
import styles from './records.module.css'

/** Money of the account that trades shares, and what each closing of shares brought. */
export function Results() {
  const t = useText()
  const fund = useCall(calls.fundDetails, {})
  return (
    <Screen
      title={t('titles.profileTransaction')}
      waiting={fund.isWaiting}
      onRefresh={() => refresh(calls.fundDetails, calls.fundProfit)}
    >
      <HistoryTabs view="results" />
      <Section title={t('records.account')}>
        <Fund fund={fund} />
      </Section>
      <Section title={t('records.realised')}>
        <Realised />
      </Section>
    </Screen>
  )
}

function Fund({ fund: { data, failure, retry } }: { fund: ReturnType<typeof useCall<typeof calls.fundDetails>> }) {
  const t = useText()
  if (data === undefined) {
    if (failure === undefined) return <SkeletonCard height={221} />
    return (
      <ErrorState
        title={t('records.resultsFailed')}
        text={failure.message || t('wallet.historyFailedText')}
        code={failure.code}
        onRetry={() => void retry()}
      />
    )
  }
  const currency = walletCurrency[data.wallet]
  return (
    <Card>
      <KeyValues
        rows={[
          { label: t('records.available'), value: moneyText(data.available, currency) },
          { label: t('records.used'), value: moneyText(data.used, currency) },
          { label: t('records.floating'), value: <Change change={profitText(data.profit, currency)} /> },
          { label: t('records.today'), value: <Change change={profitText(data.todayProfit, currency)} /> },
          { label: t('records.open'), value: String(data.positions) },
          { label: t('records.boughtTotal'), value: moneyText(data.bought, currency) },
          { label: t('records.soldTotal'), value: moneyText(data.sold, currency) },
        ]}
      />
    </Card>
  )
}

function Realised() {
  const t = useText()
  const pages = usePages(calls.fundProfit, { pageNum: 1, pageSize: 50 })
  const { data, failure, isWaiting, retry, more } = pages
  if (data === undefined && failure !== undefined) {
    return (
      <ErrorState
        title={t('records.resultsFailed')}
        text={failure.message || t('wallet.historyFailedText')}
        code={failure.code}
        onRetry={() => void retry()}
      />
    )
  }
  if (data === undefined || isWaiting) return <SkeletonRows rows={4} />
  if (data.length === 0) return <EmptyState title={t('records.resultsEmpty')} text={t('records.resultsEmptyText')} />
  return (
    <>
      <VirtualList bare label={t('records.realised')} items={data} keyOf={(row) => row.id} onEnd={more}>
        {(row) => (
          <div
            className={classes(
              styles['row'],
              row.id === data[0]?.id && styles['first'],
              row.id === data.at(-1)?.id && styles['last'],
            )}
          >
            <Row
              height={62}
              title={`${row.code} · ${quantityText(row.quantity)}`}
              subtitle={`${t('records.period', { bought: formatDate(row.boughtAt), sold: formatDate(row.soldAt) })} · ${row.name}`}
              value={<Change change={profitText(row.profit, walletCurrency[row.wallet])} />}
            />
          </div>
        )}
      </VirtualList>
      <MoreFailed pages={pages} />
    </>
  )
}

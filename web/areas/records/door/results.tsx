import { marketDetails, type RealisedProfit } from '@mex/contract/market/details.ts'
import { quantityOf } from '@mex/core/money/money.ts'
import { walletCurrency } from '@mex/core/wallet/wallets.ts'

import { refresh, useCall } from '#data/call.ts'
import { usePages, type Pages } from '#data/pages.ts'
import { useNavigation, useParameters } from '#data/use-navigation.ts'
import { moneyText, profitText, quantityText } from '#components/figures.ts'
import { useWalletLabels } from '#areas/wallet/door/names.ts'
import { formatDate } from '#text/format-time.ts'
import { LoadedRows, MoreFailed } from '#components/loaded-rows.tsx'
import { LoadError } from '#components/load-error.tsx'
import { useText, type Text } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { Card } from '#ui/card.tsx'
import { CardSegment } from '#ui/card-segment.tsx'
import { Chips } from '#ui/chips.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Column, Columns } from '#ui/layout.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { Row } from '#ui/list.tsx'
import { Screen, Section } from '#ui/screen.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { VirtualList } from '#ui/virtual-list.tsx'
import { HistoryTabs } from './history-views.tsx'
import { useQuoteHrefs } from '#areas/records/venues.ts'

/** The share-trading wallets by market: Mexican shares are paid from the funding account (spec §2). */
const markets = { US_STOCK: 'US', HK_STOCK: 'HK', BALANCE: 'MX' } as const
type ShareWallet = keyof typeof markets
type ShareMarket = (typeof markets)[ShareWallet]
const shareWallets = Object.keys(markets) as ShareWallet[]

/** The funds of a share-trading account and the realised result of each closing. */
export function Results() {
  const t = useText()
  const labels = useWalletLabels()
  const navigation = useNavigation()
  const requested = useParameters('history').wallet
  const wallet = shareWallets.find((each) => each === requested) ?? 'US_STOCK'
  const market = markets[wallet]
  const fund = useCall(marketDetails.fundDetails, { market })
  return (
    <Screen
      wide="desk"
      title={t('titles.history')}
      waiting={fund.isWaiting}
      onRefresh={() => refresh(marketDetails.fundDetails, marketDetails.fundProfit)}
    >
      <HistoryTabs view="results" />
      <Chips
        label={t('wallet.wallet')}
        options={shareWallets.map((value) => ({ value, text: labels.name(value) }))}
        value={wallet}
        onChange={(next) => navigation.setParameters('history', { view: 'results', wallet: next })}
      />
      <Columns>
        <Column stays>
          <Section title={labels.name(wallet)}>
            <Fund fund={fund} />
          </Section>
        </Column>
        <Column>
          <Section title={t('records.realised')}>
            <Realised key={market} market={market} />
          </Section>
        </Column>
      </Columns>
    </Screen>
  )
}

function Fund({
  fund: { data, failure, retry },
}: {
  fund: ReturnType<typeof useCall<typeof marketDetails.fundDetails>>
}) {
  const t = useText()
  if (data === undefined) {
    if (failure === undefined) return <SkeletonCard height={221} />
    return (
      <LoadError title={t('records.resultsFailed')} text={t('wallet.historyFailedText')} answer={{ failure, retry }} />
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

function Realised({ market }: { market: ShareMarket }) {
  const t = useText()
  const pages = usePages(marketDetails.fundProfit, { market, pageNum: 1, pageSize: 50 })
  return (
    <LoadedRows
      called={pages}
      failed={{ title: t('records.resultsFailed'), text: t('wallet.historyFailedText') }}
      waitingRows={4}
      empty={<EmptyState title={t('records.resultsEmpty')} text={t('records.resultsEmptyText')} />}
    >
      {(rows) => <RealisedRows {...{ rows, market, pages }} />}
    </LoadedRows>
  )
}

type RowsProps = { rows: readonly RealisedProfit[]; market: ShareMarket; pages: Pages<RealisedProfit> }

function RealisedRows({ rows, market, pages }: RowsProps) {
  const t = useText()
  const addressOfRow = useQuoteHrefs(rows, market)
  return (
    <>
      <VirtualList bare label={t('records.realised')} items={rows} keyOf={(row) => row.id} onEnd={pages.next}>
        {(row) => (
          <CardSegment isFirst={row.id === rows[0]?.id} isLast={row.id === rows.at(-1)?.id}>
            <Row
              height={62}
              title={t('records.sharesOf', {
                code: row.code,
                quantity: quantityText(row.quantity),
                count: row.quantity === oneShare ? 1 : 2,
              })}
              subtitle={`${periodText(t, row)} · ${row.name}`}
              value={<Change change={profitText(row.profit, walletCurrency[row.wallet])} />}
              {...leadingTo(addressOfRow(row))}
            />
          </CardSegment>
        )}
      </VirtualList>
      <MoreFailed pages={pages} />
    </>
  )
}

const oneShare = quantityOf('1')

/** '11/18/2026 to 11/20/2026', or the day on which a position was opened and closed. */
function periodText(t: Text, { boughtAt, soldAt }: RealisedProfit): string {
  const [bought, sold] = [formatDate(boughtAt), formatDate(soldAt)]
  return bought === sold ? sold : t('records.period', { bought, sold })
}

const leadingTo = (href: string | undefined) => (href === undefined ? {} : { href })

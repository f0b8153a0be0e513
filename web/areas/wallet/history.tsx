import type { WalletChoice } from '@mex/contract/wallet/fields.ts'
import type { Bill } from '@mex/contract/wallet/shapes.ts'
import { records } from '@mex/contract/records/calls.ts'
import { trading } from '@mex/contract/trading/calls.ts'
import { wallet as calls } from '@mex/contract/wallet/calls.ts'
import { Suspense, useEffect, useState } from 'react'

import { hrefOf } from '#data/links.ts'
import { refresh } from '#data/call.ts'
import { usePages } from '#data/pages.ts'
import { useSession } from '#data/session.ts'
import { useNavigation, useParameters } from '#data/use-navigation.ts'
import { HistoryTabs } from '#areas/records/door/history-views.tsx'
import { MoreFailed } from '#components/loaded-rows.tsx'
import { SaveList } from '#areas/records/door/save-list.tsx'
import { billKinds, isOfKind, onlyTypeOf, type BillKind } from './bill-kinds.ts'
import { billGroups } from './bill-groups.ts'
import { BillRow } from './bill-row.tsx'
import { BillSheet } from './bill-sheet.tsx'
import { useBillTargets } from './bill-targets.ts'
import { useBillTrades } from './bill-trades.ts'
import { DayList } from './door/day-list.tsx'
import { Sums } from './sums.tsx'
import styles from './sums.module.css'
import { monthsBetween, monthText } from './door/months.ts'
import { readWallet, useWalletLabels, walletTabs } from './door/names.ts'
import { deviceTimeZone } from '#text/format-time.ts'
import { useLanguage, useText, type Text } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { CardSegment } from '#ui/card-segment.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Stack } from '#ui/layout.tsx'
import { lazyPart } from '#ui/lazy.tsx'
import { Screen } from '#ui/screen.tsx'
import { SelectChip, SelectChips } from '#ui/select-chip.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { Typography } from '#ui/typography.tsx'

type Filter = { readonly wallet: WalletChoice; readonly kind: BillKind; readonly month: string | undefined }

const pageSize = 50
const timeZone = deviceTimeZone()

/** A kind with several types is filtered here, so pages are fetched until the viewport is full. */
const enoughRows = 15

function useBills({ wallet, kind, month }: Filter) {
  const page = { pageNum: 1, pageSize, wallet, timeZone }
  const whole = usePages(trading.bills, { ...page, type: onlyTypeOf(kind) }, { when: month === undefined })
  const monthly = usePages(calls.bills, { ...page, month }, { when: month !== undefined })
  const pages = month === undefined ? whole : monthly
  const rows = pages.data?.filter((bill) => isOfKind(bill.type, kind))
  const isComplete = pages.data !== undefined && !pages.hasMore
  const needsMore = rows !== undefined && rows.length < enoughRows && !isComplete
  // After a failure the user retries; an automatic retry would loop without a pause.
  const moreFailure = needsMore ? pages.failure : pages.moreFailure
  const isFilling = needsMore && (moreFailure === undefined || pages.isFetchingMore)
  useEffect(() => {
    if (isFilling) pages.more()
  })
  return { ...pages, rows, isComplete, moreFailure, isWaiting: pages.isWaiting || (isFilling && rows.length === 0) }
}

const kindTexts = (t: Text): Readonly<Record<BillKind, string>> => ({
  all: t('wallet.allKinds'),
  opens: t('wallet.opens'),
  closes: t('wallet.closes'),
  transfers: t('wallet.transfers'),
  margins: t('wallet.margins'),
  funding: t('wallet.funding'),
  income: t('wallet.income'),
  others: t('wallet.others'),
})

/** All months of the account, back to its first row. */
function useMonths(newest: Bill | undefined): readonly string[] {
  const opened = useSession()?.user?.createdAt
  const [latest, setLatest] = useState(newest?.createdAt)
  if (newest !== undefined && (latest === undefined || newest.createdAt > latest)) setLatest(newest.createdAt)
  return latest === undefined ? [] : monthsBetween(opened ?? latest, latest)
}

const Trades = lazyPart(['records', 'wallet'], () =>
  import('#areas/records/door/trades.tsx').then((file) => file.Trades),
)
const Results = lazyPart(['records', 'wallet'], () =>
  import('#areas/records/door/results.tsx').then((file) => file.Results),
)
const Statement = lazyPart(['records', 'wallet'], () =>
  import('#areas/records/door/statement.tsx').then((file) => file.Statement),
)
const others = { trades: Trades, results: Results, statement: Statement } as const

const isOther = (view: string | undefined): view is keyof typeof others =>
  view !== undefined && Object.hasOwn(others, view)

/** The history: movements, trades, results and monthly statements. */
export function History() {
  const t = useText()
  const { view } = useParameters('history')
  if (!isOther(view)) return <Movements />
  const Other = others[view]
  const coming = (
    <Screen title={t('titles.history')} wide="desk" waiting>
      <SkeletonRows rows={8} />
    </Screen>
  )
  return (
    <Suspense fallback={coming}>
      <Other />
    </Suspense>
  )
}

function Movements() {
  const t = useText()
  const language = useLanguage()
  const navigation = useNavigation()
  const labels = useWalletLabels()
  const wallet = readWallet(useParameters('history').wallet) ?? 'OVERVIEW'
  const [kind, setKind] = useState<BillKind>('all')
  const [month, setMonth] = useState<string>()
  const bills = useBills({ wallet, kind, month })
  const months = useMonths(bills.data?.[0])
  const setWallet = (next: WalletChoice) =>
    navigation.setParameters('history', { wallet: next === 'OVERVIEW' ? undefined : next })
  const isFiltered = wallet !== 'OVERVIEW' || kind !== 'all' || month !== undefined
  const clear = () => {
    setKind('all')
    setMonth(undefined)
    setWallet('OVERVIEW')
  }
  return (
    <Screen
      wide="desk"
      title={t('titles.history')}
      waiting={bills.isWaiting}
      actions={
        <SaveList
          call={records.billFile}
          input={{ wallet, month, type: onlyTypeOf(kind), timeZone }}
          disabled={(bills.data ?? []).length === 0}
        />
      }
      onRefresh={() => refresh(trading.bills, calls.bills)}
    >
      <HistoryTabs view="movements" />
      <SelectChips>
        <SelectChip
          label={t('wallet.wallet')}
          options={walletTabs.map((value) => ({ value, text: labels.name(value) }))}
          value={wallet}
          onChange={setWallet}
        />
        <SelectChip
          label={t('wallet.kinds')}
          options={billKinds.map((value) => ({ value, text: kindTexts(t)[value] }))}
          value={kind}
          onChange={setKind}
        />
        <SelectChip
          label={t('wallet.month')}
          options={[
            { value: '', text: t('wallet.allMonths') },
            ...months.map((value) => ({ value, text: monthText(value, language) })),
          ]}
          value={month ?? ''}
          onChange={(chosen) => setMonth(chosen === '' ? undefined : chosen)}
        />
      </SelectChips>
      <div className={styles['sums']}>
        <Sums wallet={wallet} timeZone={timeZone} month={month} />
        <TextButton text={t('records.statement')} href={hrefOf('history', { view: 'statement', month })} />
      </div>
      <Rows bills={bills} onClear={isFiltered ? clear : undefined} />
    </Screen>
  )
}

type RowsProps = {
  bills: ReturnType<typeof useBills>
  /** Set while a filter is active. */
  onClear: (() => void) | undefined
}

function Rows({ bills, onClear }: RowsProps) {
  const t = useText()
  const { rows, isComplete } = bills
  const trades = useBillTrades(rows ?? [])
  const targets = useBillTargets(rows ?? [])
  const [openId, setOpenId] = useState<number>()
  const groups = rows === undefined ? undefined : billGroups(rows)
  const open = groups?.find(({ id }) => id === openId)
  return (
    <>
      <DayList
        label={t('wallet.rows')}
        pages={{ ...bills, data: groups }}
        failed={{ title: t('wallet.historyFailed'), text: t('wallet.historyFailedText') }}
        empty={bills.moreFailure === undefined ? <Nothing onClear={onClear} /> : <MoreFailed pages={bills} />}
        instantOf={({ first }) => first.createdAt}
        end={isComplete ? <End /> : undefined}
      >
        {(group, { isFirst, isLast }) => (
          <CardSegment isFirst={isFirst} isLast={isLast}>
            <BillRow
              group={group}
              trade={trades.get(group.id)}
              target={targets.get(group.id)}
              onPress={({ id }) => setOpenId(id)}
            />
          </CardSegment>
        )}
      </DayList>
      <BillSheet
        group={open}
        trade={open === undefined ? undefined : trades.get(open.id)}
        onClose={() => setOpenId(undefined)}
      />
    </>
  )
}

function End() {
  const t = useText()
  return (
    <Stack padded>
      <Typography as="p" size={12} tone="third" align="center">
        {t('wallet.end')}
      </Typography>
    </Stack>
  )
}

function Nothing({ onClear }: { onClear: (() => void) | undefined }) {
  const t = useText()
  if (onClear === undefined) {
    return (
      <EmptyState
        title={t('wallet.emptyTitle')}
        text={t('wallet.emptyText')}
        action={<Button text={t('wallet.transfer')} href={hrefOf('transfer')} />}
      />
    )
  }
  return (
    <EmptyState
      title={t('wallet.emptyTitle')}
      text={t('wallet.emptyFilterText')}
      action={<Button text={t('wallet.clearFilters')} kind="secondary" onPress={onClear} />}
    />
  )
}

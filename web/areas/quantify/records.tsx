import { quantify as calls } from '@mex/contract/quantify/calls.ts'
import type { QuantifyOrder } from '@mex/contract/quantify/shapes.ts'
import { addMoney, nothing } from '@mex/core/money/money.ts'
import { useState } from 'react'

import { moneyText, profitText } from '#components/figures.ts'
import { LoadedRows } from '#components/loaded-rows.tsx'
import { refresh, useCall } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { capitalize } from '#text/capitalize.ts'
import { useText } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Chips } from '#ui/chips.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Screen } from '#ui/screen.tsx'
import { Tag } from '#ui/tag.tsx'
import { Typography } from '#ui/typography.tsx'
import { incomeStates, paidIn, strikeDate } from './figures.ts'

const filters = ['all', 'running', 'completed'] as const
type Filter = (typeof filters)[number]

/** What the person has put in strategies: sums on top, then each with its progress. */
export function QuantifyRecords() {
  const t = useText()
  const [filter, setFilter] = useState<Filter>('all')
  const called = useCall(calls.orders, { pageNum: 1, pageSize: 50 }, { everySeconds: 60, keepEarlier: true })
  const all = called.data?.rows ?? []
  const matches = (order: QuantifyOrder, by: Filter): boolean => by === 'all' || order.status === by
  const shown = all.filter((order) => matches(order, filter))
  const ended = all.filter(({ status }) => status === 'completed')
  const won = ended.filter(({ profit }) => profit > 0n).length
  return (
    <Screen title={t('quantify.mineTitle')} waiting={called.isWaiting} onRefresh={() => refresh(calls.orders)}>
      <Chips
        label={t('quantify.show')}
        options={filters.map((value) => ({
          value,
          text: value === 'all' ? t('quantify.all') : capitalize(t(incomeStates[value])),
          // Nobody knows how many before they are fetched.
          ...(called.data === undefined ? {} : { count: all.filter((order) => matches(order, value)).length }),
        }))}
        value={filter}
        onChange={setFilter}
      />
      <LoadedRows
        called={{ ...called, data: called.data === undefined ? undefined : shown }}
        failed={{ title: t('quantify.ordersFailed'), text: t('quantify.failedText') }}
        waitingRows={4}
        empty={
          <EmptyState
            title={t('quantify.noneMine')}
            text={t('quantify.noneMineText')}
            action={<Button text={t('quantify.seeAll')} href={hrefOf('quantify')} />}
          />
        }
      >
        {(rows) => (
          <Stack>
            <Sums orders={all.filter(({ status }) => status === 'running')} />
            {rows.map((order) => (
              <OrderCard key={order.id} order={order} />
            ))}
            {ended.length === 0 ? undefined : (
              <Typography as="p" size={12} tone="second" align="center">
                {t('quantify.summary', { won: String(won), lost: String(ended.length - won) })}
              </Typography>
            )}
          </Stack>
        )}
      </LoadedRows>
    </Screen>
  )
}

/** What is in progress, together. */
function Sums({ orders }: { orders: readonly QuantifyOrder[] }) {
  const t = useText()
  const sum = (of: (order: QuantifyOrder) => QuantifyOrder['amount']) => addMoney(nothing, ...orders.map(of))
  const figures = [
    [
      capitalize(t(incomeStates.running)),
      moneyText(
        sum(({ value }) => value),
        paidIn,
      ),
    ],
    [
      t('quantify.putIn'),
      moneyText(
        sum(({ amount }) => amount),
        paidIn,
      ),
    ],
  ] as const
  return (
    <Card>
      <Line spread="apart" align="start" wrap>
        {figures.map(([label, text]) => (
          <Stack key={label} gap={0}>
            <Typography size={12} tone="second">
              {label}
            </Typography>
            <Typography weight="bold">{text}</Typography>
          </Stack>
        ))}
        <Stack gap={0}>
          <Typography size={12} tone="second">
            {t('quantify.gain')}
          </Typography>
          <Change
            change={profitText(
              sum(({ profit }) => profit),
              paidIn,
            )}
            glyph={false}
            size={15}
            weight="bold"
          />
        </Stack>
      </Line>
    </Card>
  )
}

function OrderCard({ order }: { order: QuantifyOrder }) {
  const t = useText()
  const { id, productName, amount, termDays, value, profit, payout, status, day, units, startsAt, endsAt } = order
  const isOver = status === 'completed'
  const days = { day: String(day), days: String(termDays) }
  const progress = isOver
    ? `${strikeDate(startsAt)} – ${strikeDate(endsAt)}`
    : units === undefined
      ? t('quantify.waitingFor', { date: strikeDate(startsAt) })
      : t('quantify.dayOf', days)
  return (
    <Card href={hrefOf('quantifyRecord', { id })}>
      <Stack gap={8}>
        <Line spread="apart" align="start" wrap>
          <Stack gap={0}>
            <Typography weight="bold">{productName}</Typography>
            <Typography size={12} tone="second">
              {t('quantify.row', { amount: moneyText(amount, paidIn), days: String(termDays) })}
            </Typography>
          </Stack>
          <Stack gap={0} align="end">
            <Typography weight="bold">{moneyText(payout ?? value, paidIn)}</Typography>
            <Change change={profitText(profit, paidIn)} glyph={false} />
          </Stack>
        </Line>
        <ProgressBar thin label={progress} percent={(day / termDays) * 100} tone={isOver ? 'quiet' : 'brand'} />
        <Line spread="apart" wrap>
          <Typography size={12} tone="second">
            {progress}
          </Typography>
          <Typography size={12} tone="second">
            {isOver ? t('quantify.paidOut') : t('quantify.endsOn', { date: strikeDate(endsAt) })}
          </Typography>
        </Line>
        <StatusTag order={order} />
      </Stack>
    </Card>
  )
}

/** In progress or completed, in words. */
export function StatusTag({ order: { status } }: { order: QuantifyOrder }) {
  const t = useText()
  return (
    <Line>
      <Tag text={capitalize(t(incomeStates[status]))} tone={status === 'completed' ? 'success' : 'info'} />
    </Line>
  )
}

import { quantify as calls } from '@mex/contract/quantify/calls.ts'
import type { ProfitRow, QuantifyOrder } from '@mex/contract/quantify/shapes.ts'
import { Download } from 'lucide-react'

import { moneyText, profitText, quantityText } from '#components/figures.ts'
import { LoadError } from '#components/load-error.tsx'
import { parseId } from '#components/parse-id.ts'
import { announce } from '#data/announce.ts'
import { refresh, useCall } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { saveFile } from '#data/save-file.ts'
import { useParameters } from '#data/use-navigation.ts'
import { capitalize } from '#text/capitalize.ts'
import { formatCalendarDate } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { Change, Hero } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Screen } from '#ui/screen.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { Typography } from '#ui/typography.tsx'
import { money } from '@mex/core/money/money.ts'
import { growthBetween } from '@mex/core/strategies/figures.ts'
import { incomeStates, navText, paidIn, partText, strikeText } from './figures.ts'
import { csvOf } from './marks-file.ts'
import { NavChart } from './nav-chart.tsx'
import { StatusTag } from './records.tsx'
import { WideTable } from '#ui/wide-table.tsx'
import styles from './quantify.module.css'
import { useMarks } from './use-marks.ts'

/** What somebody put in a strategy, with a mark for each day. */
export function QuantifyRecord() {
  const t = useText()
  const id = parseId(useParameters('quantifyRecord').id)
  const called = useCall(
    calls.orders,
    { pageNum: 1, pageSize: 1, id },
    { everySeconds: 60, keepEarlier: true, when: id !== undefined },
  )
  const order = called.data?.rows[0]
  if (id !== undefined && order !== undefined) return <OrderPage order={order} />
  const isGone = id === undefined || called.failure?.code === 1003
  return (
    <Screen title={t('titles.quantifyRecord')} waiting={!isGone && called.failure === undefined}>
      {isGone ? (
        <EmptyState
          title={t('quantify.gone')}
          text={t('quantify.goneText')}
          action={<Button text={t('quantify.seeMine')} href={hrefOf('quantifyRecords')} />}
        />
      ) : called.failure === undefined ? (
        <>
          <SkeletonCard height={330} />
          <SkeletonCard height={250} />
        </>
      ) : (
        <LoadError title={t('quantify.ordersFailed')} text={t('quantify.failedText')} answer={called} />
      )}
    </Screen>
  )
}

function OrderPage({ order }: { order: QuantifyOrder }) {
  const t = useText()
  const marks = useMarks(order.id)
  const { productName, status, day, termDays } = order
  const subtitle =
    status === 'completed'
      ? capitalize(t(incomeStates.completed))
      : t('quantify.inProgressDay', { day: String(day), days: String(termDays) })
  return (
    <Screen title={productName} subtitle={subtitle} onRefresh={() => refresh(calls.orders, calls.profits)}>
      <WorthCard order={order} marks={marks.rows} />
      {marks.rows.length === 0 ? undefined : <Marks order={order} marks={marks.rows} />}
      {marks.failure === undefined ? undefined : (
        <LoadError title={t('quantify.ordersFailed')} text={t('quantify.failedText')} answer={marks} />
      )}
    </Screen>
  )
}

function WorthCard({ order, marks }: { order: QuantifyOrder; marks: readonly ProfitRow[] }) {
  const t = useText()
  const { amount, value, fee, payout, units, startNav, endNav, startsAt } = order
  const isOver = order.status === 'completed'
  const shown = marks.toReversed()
  const [first, last] = [shown[0], shown.at(-1)]
  const fees = moneyText(fee, paidIn)
  const gain = money(value - amount)
  return (
    <Card>
      <Stack gap={12}>
        <Line spread="apart" wrap>
          <Typography size={13} tone="second">
            {t(isOver ? 'quantify.worthEnd' : 'quantify.worthNow')}
          </Typography>
          <StatusTag order={order} />
        </Line>
        <Hero text={moneyText(value, paidIn)} />
        <Line gap={8} wrap>
          <Change change={profitText(gain, paidIn)} />
          {startNav === undefined || order.currentNav === undefined ? undefined : (
            <Change change={partText(growthBetween(startNav, order.currentNav))} glyph={false} />
          )}
        </Line>
        {units === undefined ? (
          <Notice>{t('quantify.notStarted', { date: strikeText(startsAt) })}</Notice>
        ) : (
          <>
            {first === undefined || last === undefined || shown.length < 2 ? undefined : (
              <NavChart
                label={t('quantify.marks')}
                points={shown.map(({ nav }) => Number(nav))}
                level={Number(startNav)}
                ends={[formatCalendarDate(first.date), formatCalendarDate(last.date)]}
              />
            )}
            <KeyValues
              rows={[
                { label: t('quantify.units'), value: quantityText(units) },
                { label: t('quantify.boughtAt'), value: navText(startNav) },
                ...(endNav === undefined ? [] : [{ label: t('quantify.endedAt'), value: navText(endNav) }]),
                {
                  label: t(isOver ? 'quantify.paid' : 'quantify.ifEnded', { fees }),
                  value: moneyText(payout ?? money(value - fee), paidIn),
                  strong: true,
                },
              ]}
            />
          </>
        )}
      </Stack>
    </Card>
  )
}

function Marks({ order, marks }: { order: QuantifyOrder; marks: readonly ProfitRow[] }) {
  const t = useText()
  const isStart = ({ at }: ProfitRow): boolean => at === order.startsAt
  const headings = [t('quantify.date'), t('quantify.price'), t('quantify.day'), t('quantify.total')] as const
  const save = () => {
    const name = `ai-quantify-${order.id}.csv`
    saveFile({ name, type: 'text/csv', content: csvOf(headings, marks) })
    announce({ kind: 'done', text: t('quantify.saved', { name }) })
  }
  return (
    <Stack gap={8}>
      <Line spread="apart" wrap padded>
        <Typography as="h2" size={17} weight="bold">
          {t('quantify.marks')}
        </Typography>
        <Button
          text={t('quantify.saveFile')}
          kind="secondary"
          size="small"
          icon={<Download aria-hidden="true" size={16} />}
          onPress={save}
        />
      </Line>
      <Card>
        <WideTable className={styles['table']} aria-label={t('quantify.marks')}>
          <thead>
            <tr>
              {headings.map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {marks.map((mark) => (
              <tr key={mark.id}>
                <th scope="row">{formatCalendarDate(mark.date)}</th>
                <td>{navText(mark.nav)}</td>
                <td>
                  {isStart(mark) ? (
                    t('quantify.start')
                  ) : (
                    <Change change={profitText(mark.profit, paidIn)} glyph={false} />
                  )}
                </td>
                <td>{isStart(mark) ? '–' : <Change change={profitText(mark.total, paidIn)} glyph={false} />}</td>
              </tr>
            ))}
          </tbody>
        </WideTable>
      </Card>
    </Stack>
  )
}

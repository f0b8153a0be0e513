import { robots as calls } from '@mex/contract/robots/calls.ts'
import type { RobotOrderView } from '@mex/contract/robots/shapes.ts'
import { money, type Money } from '@mex/core/money/money.ts'
import { useState } from 'react'

import { moneyText } from '#components/figures.ts'
import { LoadedRows, MoreRows } from '#components/loaded-rows.tsx'
import { refresh } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { usePages } from '#data/pages.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Chips } from '#ui/chips.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Stack } from '#ui/layout.tsx'
import { Screen } from '#ui/screen.tsx'
import { isRunning, paidIn } from './figures.ts'
import { Figures } from './figures-row.tsx'
import { Net } from './net.tsx'
import { RentalCard } from './rental-card.tsx'

const groups = ['all', 'running', 'stopped', 'ended'] as const
type Group = (typeof groups)[number]

const names = {
  all: 'robots.all',
  running: 'robots.filterRunning',
  stopped: 'robots.filterStopped',
  ended: 'robots.filterEnded',
} as const

function matches(group: Group, order: RobotOrderView): boolean {
  switch (group) {
    case 'all':
      return true
    case 'running':
      return isRunning(order) && order.status !== 'stopped'
    case 'stopped':
      return isRunning(order) && order.status === 'stopped'
    case 'ended':
      return !isRunning(order)
  }
}

/** All rentals of the person, newest first. */
export function RobotRecords() {
  const t = useText()
  const pages = usePages(calls.orders, { pageNum: 1, pageSize: 50 }, { everySeconds: 20 })
  return (
    <Screen title={t('titles.robotRecords')} onRefresh={() => refresh(calls.orders)}>
      <LoadedRows
        called={pages}
        failed={{ title: t('robots.failed'), text: t('robots.failedText') }}
        waitingRows={4}
        empty={
          <EmptyState
            title={t('robots.noRentals')}
            text={t('robots.noRentalsText')}
            action={<Button text={t('robots.seeRobots')} href={hrefOf('robots')} />}
          />
        }
      >
        {(rows) => (
          <Stack>
            <Rentals rows={rows} />
            <MoreRows pages={pages} />
          </Stack>
        )}
      </LoadedRows>
    </Screen>
  )
}

function Rentals({ rows }: { rows: readonly RobotOrderView[] }) {
  const t = useText()
  const [group, setGroup] = useState<Group>('all')
  const shown = rows.filter((order) => matches(group, order))
  return (
    <>
      <Chips
        label={t('robots.show')}
        options={groups.map((value) => ({
          value,
          text: t(names[value]),
          count: rows.filter((order) => matches(value, order)).length,
        }))}
        value={group}
        onChange={setGroup}
      />
      {shown.length === 0 ? (
        <EmptyState title={t('robots.noRentals')} text={t('robots.noneOfThese')} />
      ) : (
        <>
          <Sums orders={shown} />
          {shown.map((order) => (
            <RentalCard key={order.id} order={order} />
          ))}
        </>
      )}
    </>
  )
}

const sumOf = (amounts: readonly Money[]): Money => money(amounts.reduce((sum, amount) => sum + amount, 0n))

/** What the shown rentals cost and brought together. */
function Sums({ orders }: { orders: readonly RobotOrderView[] }) {
  const t = useText()
  const net = sumOf(orders.map((order) => order.net))
  return (
    <Card>
      <Figures
        figures={[
          [t('robots.paidIn'), moneyText(sumOf(orders.map(({ price }) => price)), paidIn)],
          [t('robots.income'), moneyText(sumOf(orders.map(({ income }) => income)), paidIn)],
          [t('robots.netSoFar'), <Net key="net" amount={net} />],
        ]}
      />
    </Card>
  )
}

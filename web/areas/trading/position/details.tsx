import type { ReactNode } from 'react'

import type { ClosedPosition, Order, Position } from '@mex/contract/trading/shapes.ts'

import { profitText } from '#components/figures.ts'
import { useReasons } from '#areas/trading/end-reasons.ts'
import { resultOfClosed, resultOfOpen } from '#areas/trading/share/result.ts'
import { ShareButton } from '#areas/trading/share/share-button.tsx'
import { capitalize } from '#text/capitalize.ts'
import { useText } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { KeyValues, type KeyValue } from '#ui/key-values.tsx'
import { Column, Columns, Line, Stack } from '#ui/layout.tsx'
import { Tag } from '#ui/tag.tsx'
import { Typography } from '#ui/typography.tsx'
import { PositionOrders } from './detail-orders.tsx'
import { useLiveFigures } from './live-figures.ts'
import { LazyOrderActions } from './lazy-order-actions.tsx'
import { actionText } from './order-card.tsx'
import { SideTag } from './position-card.tsx'
import { closedRows, orderRows } from './order-rows.tsx'
import { orderStateText } from './order-state.ts'
import { RollSwitch } from './roll-switch.tsx'
import { label, positionRows } from './rows.tsx'

/** An open position with all live figures and its orders. */
export function PositionDetail({ position }: { position: Position }) {
  const t = useText()
  const figures = useLiveFigures(position)
  // The large figure: it does not stand among the others again.
  const floating = label(t, 'floatingProfitAndLoss')
  return (
    <Columns>
      <Column>
        <Figures
          label={capitalize(floating)}
          tag={<SideTag position={position} />}
          figure={<Change change={profitText(figures.profit, position.currency)} size={24} weight="bold" />}
          rows={positionRows(t, position, figures).filter((row) => row.label !== floating)}
        />
        <ShareButton resultOf={() => resultOfOpen(position, figures)} />
      </Column>
      <Column>
        <RollSwitch position={position} />
        <PositionOrders position={position} />
      </Column>
    </Columns>
  )
}

/** An order with all figures. */
export function OrderDetail({ order }: { order: Order }) {
  const t = useText()
  const reasons = useReasons()
  return (
    <>
      <Figures
        label={t('ticket.status')}
        tag={<Tag text={actionText(t, order)} tone={order.side === 'buy' ? 'up' : 'down'} />}
        figure={
          <Typography size={24} weight="bold">
            {orderStateText(t, order)}
          </Typography>
        }
        rows={orderRows(t, reasons, order)}
      />
      <LazyOrderActions order={order} />
    </>
  )
}

/** The closed portions of a position, a card for each. */
export function ClosedDetail({ parts, more }: { parts: readonly ClosedPosition[]; more: (() => void) | undefined }) {
  const t = useText()
  const reasons = useReasons()
  const [first] = parts
  return (
    <>
      {parts.map((closed) => (
        <Stack key={`${closed.closeOrderId}-${closed.closedAt}`}>
          <Figures
            label={t('trade.netProfit')}
            tag={<SideTag position={closed} />}
            figure={<Change change={profitText(closed.netProfit, closed.currency)} size={24} weight="bold" />}
            rows={closedRows(t, reasons, closed)}
          />
          <ShareButton resultOf={() => resultOfClosed(closed)} />
        </Stack>
      ))}
      {more === undefined ? undefined : <Button text={t('trade.more')} kind="secondary" onPress={more} />}
      {first === undefined ? undefined : <PositionOrders position={first} />}
    </>
  )
}

type FiguresProps = { label: string; tag: ReactNode; figure: ReactNode; rows: readonly KeyValue[] }

/** The most important figure in a card, and all others in a second one. */
function Figures({ label, tag, figure, rows }: FiguresProps) {
  return (
    <>
      <Card>
        <Stack gap={4}>
          <Line spread="apart">
            <Typography size={13} tone="second">
              {label}
            </Typography>
            {tag}
          </Line>
          {figure}
        </Stack>
      </Card>
      <Card>
        <KeyValues columns="tablet" rows={rows} />
      </Card>
    </>
  )
}

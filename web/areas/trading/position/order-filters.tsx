import type { ReactNode } from 'react'

import { trading } from '@mex/contract/trading/calls.ts'

import { useCall } from '#data/call.ts'
import { useText, type Text } from '#text/use-text.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { SelectChip } from '#ui/select-chip.tsx'
import { orderFilterOf, type TradeParameters, type TradeView } from './order-filter.ts'

const sides = ['', 'buy', 'sell'] as const
const orders = ['', 'asc'] as const

const given = (text: string) => (text === '' ? undefined : text)

/** Chips that filter the orders by side and instrument. */
export function OrderFilters({ parameters, onChange }: TradeView) {
  const t = useText()
  const { side = '', market, code } = orderFilterOf(parameters)
  const instrument = market === undefined ? '' : `${market}:${code}`
  const ordered = useCall(trading.orders, { pageNum: 1, pageSize: 1, withInstruments: true })
  const instruments = (ordered.data?.instruments ?? []).toSorted((left, right) => left.name.localeCompare(right.name))
  const options = instruments.map((each) => ({ value: `${each.market}:${each.code}`, text: each.name }))
  const isMissing = instrument !== '' && options.every(({ value }) => value !== instrument)
  return (
    <>
      <SelectChip
        label={t('orders.side')}
        options={sides.map((value) => ({
          value,
          text: { '': t('orders.allSides'), buy: t('orders.buys'), sell: t('orders.sells') }[value],
        }))}
        value={side}
        onChange={(chosen) => onChange({ ...parameters, side: given(chosen) })}
      />
      <SelectChip
        label={t('orders.instrument')}
        options={[
          { value: '', text: t('orders.allInstruments') },
          ...(isMissing ? [{ value: instrument, text: code ?? '' }] : []),
          ...options,
        ]}
        value={instrument}
        onChange={(chosen) => onChange({ ...parameters, instrument: given(chosen) })}
      />
    </>
  )
}

/** The chip that sorts the orders by time, where no header of a table does. */
export function OrderTimeChip({ parameters, onChange }: TradeView) {
  const t = useText()
  return (
    <SelectChip
      label={t('orders.time')}
      options={orders.map((value) => ({ value, text: t(value === '' ? 'orders.newest' : 'orders.oldest') }))}
      value={orderFilterOf(parameters).order ?? ''}
      onChange={(chosen) => onChange({ ...parameters, order: given(chosen) })}
    />
  )
}

/** What stands in place of an empty list; undefined where nothing filters the orders in progress. */
export function noOrders(t: Text, parameters: TradeParameters): ReactNode {
  const { status, side, market } = orderFilterOf(parameters)
  const isFiltered = side !== undefined || market !== undefined
  if (status === undefined && !isFiltered) return undefined
  const text = t(isFiltered ? 'orders.noneOfThese' : 'trade.noEndedOrdersText')
  return <EmptyState title={t('trade.noEndedOrders')} text={text} />
}

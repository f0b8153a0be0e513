import { isMarket } from '@mex/core/market/instrument.ts'

import type { Parameters } from '#data/links.ts'
import { useNavigation, useParameters } from '#data/use-navigation.ts'
import { capitalize } from '#text/capitalize.ts'
import type { Text } from '#text/use-text.ts'

/** What the Trade tab shows: the list, and of the orders those that the filters let through. */
export type TradeParameters = Parameters<'trade'>

/** What is shown, and how it changes: in the address, or in a view whose address is about something else. */
export type TradeView = {
  readonly parameters: TradeParameters
  readonly onChange: (parameters: TradeParameters) => void
}

/** The parameters of the address, so Back from an order restores them. */
export function useTradeView(): TradeView {
  const navigation = useNavigation()
  return {
    parameters: useParameters('trade'),
    onChange: (parameters) => navigation.setParameters('trade', parameters),
  }
}

/** The order filters by the number in the URL; in progress by default. */
const statuses = { '0': undefined, '1': 'filled', '2': 'ended', all: 'all' } as const
export type ShownOrders = keyof typeof statuses
const isShown = (text: string | undefined): text is ShownOrders => text !== undefined && Object.hasOwn(statuses, text)

export const shownOrdersOf = ({ status }: TradeParameters): ShownOrders => (isShown(status) ? status : '0')

const chosenOf = <Value extends string>(options: readonly Value[], text: string | undefined): Value | undefined =>
  options.find((option) => option === text)

/** What of the orders is asked for. */
export function orderFilterOf(parameters: TradeParameters) {
  const { side, instrument, order } = parameters
  const [market = '', ...code] = instrument?.split(':') ?? []
  return {
    status: statuses[shownOrdersOf(parameters)],
    side: chosenOf(['buy', 'sell'] as const, side),
    ...(isMarket(market) && code.length > 0 ? { market, code: code.join(':') } : {}),
    order: chosenOf(['asc'] as const, order),
  }
}

/** The choice between orders in progress, filled, cancelled and all. */
export function statusOptions(t: Text) {
  const texts: Readonly<Record<ShownOrders, string>> = {
    '0': t('spec.orderStatus.inProgress'),
    '1': t('spec.orderStatus.success'),
    '2': t('spec.orderStatus.cancelled'),
    all: t('trade.allOrders'),
  }
  return (['0', '1', '2', 'all'] as const).map((value) => ({ value, text: capitalize(texts[value]) }))
}

/** The parameters with another status; that of orders in progress is not written. */
export const withStatus = (parameters: TradeParameters, status: ShownOrders): TradeParameters => ({
  ...parameters,
  status: status === '0' ? undefined : status,
})

import type { Quote } from '@mex/contract/market/shapes.ts'
import type { ChartPeriod } from '@mex/core/market/quote.ts'
import { directionNumbers, type Direction } from '@mex/core/trading/orders.ts'
import { useRef, useState } from 'react'

import type { InstrumentColumnState } from '#areas/market/door/instrument-column.tsx'
import { periodOfKey } from '#areas/market/door/instrument-panel.tsx'
import { orderFormOf, quotePageOf } from '#areas/market/door/links.ts'
import { keyOfListing } from '#areas/market/door/listing.ts'
import { askedDirection } from '#areas/trading/door/asked-direction.ts'
import type { PageStack } from '#app/page-stack.ts'
import { useNavigation } from '#data/use-navigation.ts'
import { pressControl, useKeys } from './keys.ts'
import { formOf } from './ticket-column.tsx'

type Given = {
  stack: PageStack
  column: InstrumentColumnState
  quote: Quote | undefined
  /** The key of the instrument in view. */
  current: string | undefined
}

/** The review takes the focus of its form (ui/screen.tsx); when none was in the ticket, Tab goes on from the ticket. */
function focusIn(ticket: HTMLElement | null): void {
  if (ticket?.contains(document.activeElement) === false) ticket.focus()
}

/** The parts of the trading view that keys change, and the keys. */
export function useTradingKeys({ stack, column, quote, current }: Given) {
  const navigation = useNavigation()
  const [period, setPeriod] = useState<ChartPeriod>('1D')
  const [isFull, setFull] = useState(false)
  const [direction, setDirection] = useState<Direction>('long')
  const ticket = useRef<HTMLElement>(null)

  const step = (by: 1 | -1) => {
    const rows = column.rows ?? []
    const at = rows.findIndex((row) => keyOfListing(row) === current)
    const next = rows[at < 0 ? 0 : at + by]
    const target = next === undefined ? undefined : quotePageOf(next)
    if (target === undefined) return
    const [route, parameters] = target
    // A walk through the list is one entry of the history: Back leaves the list.
    if (stack.sheet === undefined && stack.page.route.endsWith('Quote')) navigation.replace(route, parameters)
    else navigation.to(route, parameters)
  }
  const order = (wanted: Direction) => {
    if (quote === undefined) return
    setFull(false)
    setDirection(wanted)
    const form = orderFormOf(quote.source)
    // A form that closes something gives its place to one that opens.
    if (formOf(stack)?.route === 'closePosition' && form !== undefined) {
      const { name, code, source, market } = quote
      navigation.replace(form, { name, code, source, market, direction: directionNumbers[wanted] })
    } else askedDirection.set({ direction: wanted })
    setTimeout(() => {
      const field = ticket.current?.querySelector<HTMLInputElement>('input[name=quantity]')
      field?.focus()
      field?.select()
    })
  }
  const review = () => {
    if (!pressControl('Enter', ticket.current)) return false
    setTimeout(() => focusIn(ticket.current))
    return true
  }
  const leave = () => {
    if (isFull) setFull(false)
    else if (stack.sheet !== undefined) navigation.back()
    else return false
    return true
  }
  const periods = Object.fromEntries(
    ['1', '2', '3', '4', '5', '6'].map((key) => [key, () => setPeriod((now) => periodOfKey(key) ?? now)]),
  )
  useKeys(
    {
      ...periods,
      b: () => order('long'),
      s: () => order('short'),
      c: () => pressControl('C'),
      f: () => setFull(!isFull),
      i: () => pressControl('I'),
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Enter: review,
      Escape: leave,
    },
    {
      Enter: () => ticket.current?.contains(document.activeElement) === true && review(),
      Escape: () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
    },
  )
  return { period, setPeriod, isFull, setFull, direction, ticket }
}

import type { AlertKind } from '@mex/core/alerts/price-alert.ts'
import { parseDecimal } from '@mex/core/money/decimal.ts'
import { percent, price, priceScale, type Percent, type Price } from '@mex/core/money/money.ts'
import { useState } from 'react'

import { fieldText } from '#components/figures.ts'
import { priceWith } from './alert-text.ts'

/** Hundredths of a percent that the form starts with. */
const first = 300n

export type AlertForm = {
  readonly kind: AlertKind
  readonly text: string
  readonly isOnce: boolean
  readonly inPracticeHours: boolean
}

/** The entered level or percentage; undefined while it is none that can be sent. */
export type Entered = { readonly level?: Price; readonly percent?: Percent }

const numberOf = (text: string, scale: number): bigint | undefined =>
  parseDecimal(text.endsWith('.') ? text.slice(0, -1) : text, scale)

export function enteredOf({ kind, text }: AlertForm): Entered | undefined {
  const raw = numberOf(text, kind === 'move' ? 2 : priceScale)
  if (raw === undefined) return undefined
  if (kind !== 'move') return { level: price(raw) }
  return raw >= 10n && raw <= 10_000n ? { percent: percent(raw) } : undefined
}

/** What the form suggests: so many percent above or below the price, or that move. */
export const suggestedText = (kind: AlertKind, last: Price, tick: Price, hundredths = first): string =>
  kind === 'move'
    ? `${hundredths / 100n}`
    : fieldText(priceWith(last, kind === 'above' ? hundredths : -hundredths, tick), tick)

/** The state of the form; another kind starts with its own suggestion. */
export function useAlertForm(last: Price, tick: Price) {
  const [form, setForm] = useState<AlertForm>(() => ({
    kind: 'below',
    text: suggestedText('below', last, tick),
    isOnce: true,
    inPracticeHours: false,
  }))
  return {
    form,
    change: (changed: Partial<AlertForm>) => setForm({ ...form, ...changed }),
    changeKind: (kind: AlertKind) => setForm({ ...form, kind, text: suggestedText(kind, last, tick) }),
  }
}

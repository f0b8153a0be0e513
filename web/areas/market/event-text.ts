import type { Answer } from '@mex/contract/call.ts'
import type { market as marketCalls } from '@mex/contract/market/calls.ts'
import { formatPrice } from '@mex/core/money/money.ts'

import { formatTime } from '#text/format-time.ts'
import type { Text } from '#text/use-text.ts'

/** A row of the calendar. */
export type Event = Answer<typeof marketCalls.calendar>[number]

/** What happens, in words. */
export function eventText(t: Text, { kind, at, amount, currency, ratio }: Event): string {
  switch (kind) {
    case 'dividend':
      return t('calendar.dividend', { amount: `${amount === undefined ? '' : formatPrice(amount)} ${currency ?? ''}` })
    case 'split':
      return t('calendar.split', { ratio: ratio ?? '' })
    case 'expiry':
      return t('calendar.expiry', { time: formatTime(at) })
    case 'results':
      return t('calendar.results')
    case 'holiday':
      return t('calendar.holiday')
    case 'halfDay':
      return t('calendar.halfDay', { time: formatTime(at) })
  }
}

import type { Answer } from '@mex/contract/call.ts'
import type { marketDetails } from '@mex/contract/market/details.ts'
import { formatPrice } from '@mex/core/money/money.ts'

import { formatTime } from '#text/format-time.ts'
import type { Text } from '#text/use-text.ts'

/** A row of the calendar. */
export type Event = Answer<typeof marketDetails.calendar>[number]

/** What happens, in words. */
export function eventText(t: Text, { kind, at, amount, currency, ratio, newCode }: Event): string {
  const perShare = `${amount === undefined ? '' : formatPrice(amount)} ${currency ?? ''}`
  switch (kind) {
    case 'dividend':
      return t('calendar.dividend', { amount: perShare })
    case 'split':
      return t('calendar.split', { ratio: ratio ?? '' })
    case 'merger':
      return t('calendar.merger', { amount: perShare })
    case 'delisting':
      return t('calendar.delisting', { amount: perShare })
    case 'code':
      return t('calendar.code', { code: newCode ?? '' })
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

import type { Answer } from '@mex/contract/call.ts'
import type { marketDetails } from '@mex/contract/market/details.ts'
import { formatPrice } from '@mex/core/money/money.ts'

import { formatTime } from '#text/format-time.ts'
import type { Text } from '#text/use-text.ts'
import type { VenueTime } from '#areas/market/door/market-times.ts'

/** A row of the calendar. */
export type Event = Answer<typeof marketDetails.calendar>[number]

/** What happens, in words. The date of an event is that of its venue, so its time is too. */
export function eventText(t: Text, event: Event, venue: VenueTime): string {
  const { kind, at, amount, currency, ratio, newCode } = event
  const time = `${formatTime(at, venue.zone)} ${venue.label}`
  const perShare = `${amount === undefined ? '' : formatPrice(amount, 2)} ${currency ?? ''}`
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
      return t('calendar.expiry', { time })
    case 'results':
      return t('calendar.results')
    case 'holiday':
      return t('calendar.holiday')
    case 'halfDay':
      return t('calendar.halfDay', { time })
  }
}

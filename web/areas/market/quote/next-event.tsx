import { Calendar } from 'lucide-react'

import { marketDetails } from '@mex/contract/market/details.ts'
import type { Quote } from '@mex/contract/market/shapes.ts'

import { useCall } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { formatCalendarDate } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { List, Row } from '#ui/list.tsx'
import { eventText } from '#areas/market/calendar/event-text.ts'
import { venueTimeOf } from '#areas/market/venue-time.ts'

/** What comes next of an instrument, and the way to its calendar; nothing as long as nothing is known. */
export function NextEvent({ quote }: { quote: Quote }) {
  const { code, market } = quote
  const t = useText()
  const { data } = useCall(marketDetails.calendar, { code, market }, { freshSeconds: 600 })
  const next = data?.find((event) => event.code === code)
  if (next === undefined) return undefined
  return (
    <List label={t('calendar.next')}>
      <Row
        height={62}
        icon={<Calendar aria-hidden="true" />}
        title={`${t('calendar.next')} · ${formatCalendarDate(next.date)}`}
        subtitle={eventText(t, next, venueTimeOf(quote))}
        href={hrefOf('calendar', { code, market })}
      />
    </List>
  )
}

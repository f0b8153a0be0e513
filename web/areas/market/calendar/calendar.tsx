import { Banknote, CalendarX, Clock, FileText, Flag, Handshake, LogOut, Split, Tag as TagIcon } from 'lucide-react'
import type { ReactNode } from 'react'

import { marketDetails } from '@mex/contract/market/details.ts'

import { refresh, useCall } from '#data/call.ts'
import { useParameters } from '#data/use-navigation.ts'
import { formatCalendarDate } from '#text/format-time.ts'
import { useText, type Text } from '#text/use-text.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Stack } from '#ui/layout.tsx'
import { List, Row } from '#ui/list.tsx'
import { Screen } from '#ui/screen.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'
import { Typography } from '#ui/typography.tsx'
import { instrumentOfSearch, quoteHrefOf } from '#areas/market/door/links.ts'
import { eventText, type Event } from './event-text.ts'
import { marketTimes } from '#areas/market/door/market-times.ts'
import { weekdayText } from '#areas/market/venue-time.ts'

const icons: Readonly<Record<Event['kind'], ReactNode>> = {
  dividend: <Banknote />,
  split: <Split />,
  merger: <Handshake />,
  delisting: <LogOut />,
  code: <TagIcon />,
  expiry: <Flag />,
  results: <FileText />,
  holiday: <CalendarX />,
  halfDay: <Clock />,
}

/** What is known to come of what the user holds and watches, or of one instrument. */
export function CalendarScreen() {
  const t = useText()
  const { code, market } = instrumentOfSearch(useParameters('calendar'))
  const { data, failure, retry } = useCall(marketDetails.calendar, { code, market }, { freshSeconds: 300 })
  return (
    <Screen
      title={t('titles.calendar')}
      subtitle={code ?? t('calendar.scope')}
      waiting={data === undefined}
      onRefresh={() => refresh(marketDetails.calendar)}
    >
      {data === undefined && failure === undefined ? (
        <>
          <SkeletonCard height={90} />
          <SkeletonCard height={140} />
        </>
      ) : undefined}
      {data === undefined && failure !== undefined ? (
        <ErrorState title={t('calendar.failed')} text={t('calendar.failedText')} code={failure.code} onRetry={retry} />
      ) : undefined}
      {data?.length === 0 ? <EmptyState title={t('calendar.none')} text={t('calendar.noneText')} /> : undefined}
      {data === undefined ? undefined : <Days events={data} />}
      {data === undefined || data.length === 0 ? undefined : (
        <Typography size={12} tone="third" as="p">
          {t('calendar.about')}
        </Typography>
      )}
    </Screen>
  )
}

function Days({ events }: { events: readonly Event[] }) {
  const t = useText()
  return [...Map.groupBy(events, ({ date }) => date)].map(([date, ofDay]) => {
    const day = `${weekdayText(date, t)} ${formatCalendarDate(date)}`
    return (
      <Stack key={date} gap={8}>
        <Typography size={13} tone="second" weight="medium" as="h2">
          {day}
        </Typography>
        <List label={day}>
          {ofDay.map((event) => (
            <EventRow key={`${event.kind} ${event.market} ${event.code ?? event.name ?? ''}`} event={event} />
          ))}
        </List>
      </Stack>
    )
  })
}

function EventRow({ event }: { event: Event }) {
  const t = useText()
  const { kind, market, source, code, name, held, watched } = event
  const isOfInstrument = source !== undefined && code !== undefined && name !== undefined
  return (
    <Row
      height={62}
      icon={<span aria-hidden="true">{icons[kind]}</span>}
      title={name ?? marketText(t, market)}
      subtitle={eventText(t, event, marketTimes[market])}
      value={held || watched ? <Tag text={t(held ? 'calendar.held' : 'calendar.watched')} /> : undefined}
      {...(isOfInstrument ? { href: quoteHrefOf({ name, code, source, market }) } : {})}
    />
  )
}

function marketText(t: Text, market: Event['market']): string {
  if (market === 'HK') return t('calendar.hk')
  return t(market === 'MX' ? 'calendar.mx' : 'calendar.us')
}

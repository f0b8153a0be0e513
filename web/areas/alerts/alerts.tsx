import { alerts } from '@mex/contract/alerts/calls.ts'
import { market as marketCalls } from '@mex/contract/market/calls.ts'
import type { Quote } from '@mex/contract/market/shapes.ts'
import { Bell } from 'lucide-react'
import { useState } from 'react'

import { LoadedRows } from '#components/loaded-rows.tsx'
import { instrumentOfSearch } from '#areas/market/door/links.ts'
import { useCall } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { useLiveQuote } from '#data/quotes.ts'
import { useParameters } from '#data/use-navigation.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Screen, Section } from '#ui/screen.tsx'
import { Typography } from '#ui/typography.tsx'
import { AlertSheet } from './alert-sheet.tsx'
import { AlertList } from './alert-list.tsx'
import { DeviceSwitch } from './device-switch.tsx'

/** All price alerts of the person: those that wait, then those that are over. */
export function Alerts() {
  const t = useText()
  const called = useCall(alerts.list, {}, { everySeconds: 60 })
  return (
    <Screen title={t('titles.alerts')} wide="desk" waiting={called.isWaiting} onRefresh={called.retry}>
      <LoadedRows
        called={called}
        failed={{ title: t('alerts.failed'), text: t('alerts.failedText') }}
        waitingRows={4}
        empty={
          <EmptyState
            icon={<Bell aria-hidden="true" />}
            title={t('alerts.emptyTitle')}
            text={t('alerts.emptyText')}
            action={<Button text={t('alerts.find')} href={hrefOf('search')} />}
          />
        }
      >
        {(rows) => {
          const over = rows.filter(({ state }) => state === 'reached' || state === 'gone')
          const waiting = rows.filter((row) => !over.includes(row))
          return (
            <>
              {waiting.length === 0 ? undefined : <AlertList label={t('alerts.list')} rows={waiting} withNames />}
              {over.length === 0 ? undefined : (
                <Section title={t('alerts.over')}>
                  <AlertList label={t('alerts.over')} rows={over} withNames />
                </Section>
              )}
              <Typography size={12} tone="third" as="p">
                {t('alerts.note')}
              </Typography>
            </>
          )
        }}
      </LoadedRows>
      <DeviceSwitch />
      <AskedSheet />
    </Screen>
  )
}

/** The form for the instrument of the URL: rows of lists lead here. */
function AskedSheet() {
  const { code, market } = instrumentOfSearch(useParameters('alerts'))
  const isAsked = code !== undefined && market !== undefined
  const { data } = useCall(marketCalls.quote, { code: code ?? '0', market }, { when: isAsked, everySeconds: 10 })
  return isAsked && data !== undefined ? <LiveSheet key={`${market}:${code}`} fetched={data} /> : undefined
}

function LiveSheet({ fetched }: { fetched: Quote }) {
  const quote: Quote = useLiveQuote(fetched)
  const [isOpen, setOpen] = useState(true)
  return <AlertSheet quote={quote} open={isOpen} onClose={() => setOpen(false)} />
}

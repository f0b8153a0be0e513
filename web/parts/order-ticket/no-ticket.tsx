import { SearchX } from 'lucide-react'

import { addressOf } from '#data/addresses.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Screen } from '#ui/screen.tsx'

/** The address names nothing that can be ordered. */
export function NoTicket({ title, code }: { title: string; code: string }) {
  const t = useText()
  return (
    <Screen title={title}>
      <EmptyState
        icon={<SearchX aria-hidden="true" />}
        title={t('ticket.unknownInstrument')}
        text={t('ticket.unknownInstrumentText', { code })}
        action={<Button text={t('ticket.findAnother')} href={addressOf('/pages/search/index')} />}
      />
    </Screen>
  )
}

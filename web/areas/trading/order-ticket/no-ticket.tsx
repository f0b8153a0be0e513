import { SearchX } from 'lucide-react'

import { hrefOf } from '#data/links.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Screen } from '#ui/screen.tsx'

type Props = { title: string } & (
  | { code: string; isElsewhere?: false }
  /** The product exists, but this form cannot order it. */
  | { code?: undefined; isElsewhere: true }
)

/** Shown when the URL names no instrument that this form can order. */
export function NoTicket({ title, code, isElsewhere = false }: Props) {
  const t = useText()
  return (
    <Screen title={title}>
      <EmptyState
        icon={<SearchX aria-hidden="true" />}
        title={t(isElsewhere ? 'ticket.elsewhere' : 'ticket.unknownInstrument')}
        text={isElsewhere ? t('ticket.elsewhereText') : t('ticket.unknownInstrumentText', { code: code ?? '' })}
        action={<Button text={t('ticket.findAnother')} href={hrefOf('search')} />}
      />
    </Screen>
  )
}

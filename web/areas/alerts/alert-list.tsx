import { alerts } from '@mex/contract/alerts/calls.ts'
import type { Alert } from '@mex/contract/alerts/shapes.ts'
import { Bell, BellOff, Trash2 } from 'lucide-react'

import { quoteHrefOf } from '#areas/market/door/links.ts'
import { useSend } from '#data/call.ts'
import { useLiveQuote } from '#data/quotes.ts'
import { useText } from '#text/use-text.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { List, Row } from '#ui/list.tsx'
import { stateText, switchesText, targetText } from './alert-text.ts'
import styles from './alert-list.module.css'

type Props = {
  label: string
  rows: readonly Alert[]
  /** Names the instruments, each with a link to its quote; else the rows are all of one. */
  withNames?: boolean
}

/** Alerts with how far each is away, and a button that deletes it. */
export function AlertList({ label, rows, withNames = false }: Props) {
  const { send } = useSend(alerts.remove, { stale: [alerts.list] })
  return (
    <List label={label}>
      {rows.map((alert) => (
        <AlertRow key={alert.id} alert={alert} withName={withNames} onRemove={() => void send({ id: alert.id })} />
      ))}
    </List>
  )
}

type RowProps = { alert: Alert; withName: boolean; onRemove: () => void }

function AlertRow({ alert, withName, onRemove }: RowProps) {
  const t = useText()
  const live = useLiveQuote(alert)
  const target = targetText(t, alert)
  const isOver = alert.state === 'reached' || alert.state === 'gone'
  const state = stateText(t, alert, { last: live.last, changeRatio: live.changeRatio })
  const Icon = isOver ? BellOff : Bell
  return (
    <div className={styles['row']}>
      <Row
        icon={<Icon aria-hidden="true" />}
        title={withName ? `${alert.name} · ${target}` : target}
        subtitle={[switchesText(t, alert), state].join(' · ')}
        height={62}
        arrow={false}
        {...(withName && alert.state !== 'gone' ? { href: quoteHrefOf(alert) } : {})}
      />
      <IconButton
        icon={<Trash2 aria-hidden="true" />}
        label={t('alerts.remove', { name: alert.name, alert: target })}
        onPress={onRemove}
      />
    </div>
  )
}

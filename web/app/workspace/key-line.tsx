import { useState } from 'react'

import { useIsConnected } from '#data/live.ts'
import { shortcuts, useShortcuts } from '#data/shortcuts.ts'
import { useText, type Text } from '#text/use-text.ts'
import { KeyValues } from '#ui/key-values.tsx'
import { List } from '#ui/list.tsx'
import { Stack } from '#ui/layout.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Switch } from '#ui/switch.tsx'
import { useKeys } from './keys.ts'
import styles from './workspace.module.css'

type Hint = { readonly keys: readonly string[]; readonly text: string }

/** The keys of the trading pages, in the order of the line; the other pages have only the search. */
const hintsOf = (t: Text, { isTrading, isOrdered }: Props): readonly Hint[] => [
  { keys: ['/'], text: t('workspace.keySearch') },
  ...(isTrading && isOrdered
    ? [
        { keys: ['B'], text: t('workspace.keyBuy') },
        { keys: ['S'], text: t('workspace.keySell') },
      ]
    : []),
  ...(isTrading
    ? [
        { keys: ['↑', '↓'], text: t('workspace.keyNext') },
        { keys: ['1', '–', '6'], text: t('workspace.keyPeriod') },
        { keys: ['I'], text: t('workspace.keyIndicators') },
        { keys: ['F'], text: t('workspace.keyFullScreen') },
        { keys: ['Esc'], text: t('workspace.keyLeave') },
      ]
    : []),
]

type Props = {
  /** The trading pages are in view. */
  isTrading: boolean
  /** The instrument in view takes orders. */
  isOrdered: boolean
}

/** The line at the bottom edge: which keys there are, the connection, and that all of this is practice. */
export function KeyLine(props: Props) {
  const t = useText()
  const isConnected = useIsConnected()
  const hasKeys = useShortcuts()
  const [isOpen, setOpen] = useState(false)
  useKeys({ '?': () => setOpen(true) })
  return (
    <section className={styles['keyLine']} aria-label={t('workspace.keys')}>
      {hasKeys ? (
        <ul className={styles['hints']}>
          {hintsOf(t, props).map(({ keys, text }) => (
            <li key={text}>
              <KeyCaps keys={keys} />
              <span>{text}</span>
            </li>
          ))}
        </ul>
      ) : (
        <span className={styles['hints']}>{t('workspace.keysOff')}</span>
      )}
      <output className={styles['live']} data-connected={isConnected}>
        {t(isConnected ? 'workspace.live' : 'workspace.offline')}
      </output>
      <span className={styles['simulated']}>{t('workspace.simulated')}</span>
      <button type="button" className={styles['allKeys']} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <kbd aria-hidden="true">?</kbd>
        <span>{t('workspace.allKeys')}</span>
      </button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={t('workspace.allKeys')}>
        <AllKeys />
      </Sheet>
    </section>
  )
}

/** The keys as caps; a dash between two of them stands for those between. */
const KeyCaps = ({ keys }: Pick<Hint, 'keys'>) => (
  <span className={styles['caps']}>{keys.map((key) => (key === '–' ? key : <kbd key={key}>{key}</kbd>))}</span>
)

function AllKeys() {
  const t = useText()
  const rows: readonly Hint[] = [
    ...hintsOf(t, { isTrading: true, isOrdered: true }),
    { keys: ['C'], text: t('workspace.keyClose') },
    { keys: ['Enter'], text: t('workspace.keyReview') },
    { keys: ['?'], text: t('workspace.allKeys') },
  ]
  return (
    <Stack gap={16}>
      <KeyValues rows={rows.map(({ keys, text }) => ({ label: text, value: <KeyCaps keys={keys} /> }))} />
      <List>
        <Switch
          label={t('workspace.keyUse')}
          hint={t('workspace.keyUseHint')}
          checked={useShortcuts()}
          onChange={(on) => shortcuts.set(on ? 'on' : 'off')}
        />
      </List>
    </Stack>
  )
}

import type { ReactNode } from 'react'
import styles from './tab-bar.module.css'

export type TabBarItem = { readonly href: string; readonly text: string; readonly icon: ReactNode }

type Props = { label: string; items: readonly TabBarItem[]; current: string }

/** The five tabs at the bottom of the window: 50 px and the safe area. `current` is the href of the active tab. */
export function TabBar({ label, items, current }: Props) {
  return (
    <nav className={styles['bar']} aria-label={label}>
      {items.map((item) => (
        <a
          key={item.href}
          className={styles['item']}
          href={item.href}
          aria-current={item.href === current ? 'page' : undefined}
        >
          {item.icon}
          <span>{item.text}</span>
        </a>
      ))}
    </nav>
  )
}

import type { ReactNode } from 'react'
import styles from './cards.module.css'

/** Cards below each other, and beside each other on a `wide` screen where there is room. */
export const Cards = ({ children }: { children: ReactNode }) => <div className={styles['cards']}>{children}</div>

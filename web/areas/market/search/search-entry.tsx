import { Search } from 'lucide-react'

import { hrefOf } from '#data/links.ts'
import { useText } from '#text/use-text.ts'
import styles from './search-entry.module.css'

/** A link to the search page that looks like a search field. */
export function SearchEntry() {
  const t = useText()
  return (
    <a className={styles['entry']} href={hrefOf('search')}>
      <Search aria-hidden="true" />
      <span>{t('market.searchEntry')}</span>
    </a>
  )
}

import type { Bond } from '@mex/contract/bonds/shapes.ts'

import styles from '#areas/bonds/bonds.module.css'
import { useText } from '#text/use-text.ts'
import { Section } from '#ui/screen.tsx'
import { BondRow } from './bond-row.tsx'

/** The bonds that a search has found. */
export function FoundBonds({ bonds, onOpen }: { bonds: readonly Bond[]; onOpen: () => void }) {
  const t = useText()
  return (
    <Section title={t('market.bonds')}>
      <ul className={styles['rows']} aria-label={t('search.results', { market: t('market.bonds') })}>
        {bonds.map((bond) => (
          <BondRow key={bond.id} bond={bond} onOpen={onOpen} />
        ))}
      </ul>
    </Section>
  )
}

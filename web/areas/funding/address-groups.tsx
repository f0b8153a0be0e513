import { addressGroups } from '@mex/core/funding/coin-addresses.ts'

import { VisuallyHidden } from '#ui/layout.tsx'
import styles from './address-groups.module.css'

/** An address in groups of four with bold ends, for comparison; screen readers read it as one text. */
export function AddressGroups({ address }: { address: string }) {
  const groups = addressGroups(address)
  return (
    <p className={styles['address']} translate="no">
      <VisuallyHidden>{address}</VisuallyHidden>
      {groups.map((group, index) => (
        <span
          // Groups can repeat, so the index is part of the key.
          key={index}
          aria-hidden="true"
          className={index === 0 || index >= groups.length - 2 ? styles['end'] : undefined}
        >
          {group}
        </span>
      ))}
    </p>
  )
}

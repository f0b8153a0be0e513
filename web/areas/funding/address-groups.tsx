import { addressGroups } from '@mex/core/funding/coin-addresses.ts'

import { VisuallyHidden } from '#ui/layout.tsx'
import styles from './address-groups.module.css'

/** An address in groups of four with bold ends, as people compare them; readers hear it whole. */
export function AddressGroups({ address }: { address: string }) {
  const groups = addressGroups(address)
  return (
    <p className={styles['address']} translate="no">
      <VisuallyHidden>{address}</VisuallyHidden>
      {groups.map((group, index) => (
        <span
          // The place is the only name that a group has.
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

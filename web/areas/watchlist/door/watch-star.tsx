import { Star } from 'lucide-react'

import { useText } from '#text/use-text.ts'
import { IconButton } from '#ui/icon-button.tsx'
import type { Listing } from '#areas/market/door/listing.ts'
import type { Watching } from './watching.ts'

/** The star of an instrument, filled while it is watched. */
export function WatchStar({ listing, watching }: { listing: Listing; watching: Watching }) {
  const t = useText()
  return (
    <IconButton
      icon={<Star aria-hidden="true" />}
      label={t('market.star', { name: listing.name })}
      tone="star"
      pressed={watching.isWatched(listing)}
      onPress={() => watching.toggle(listing)}
    />
  )
}

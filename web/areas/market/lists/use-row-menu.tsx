import { Suspense, useCallback, useState, type ReactNode } from 'react'

import { lazyComponent } from '#ui/lazy.tsx'
import type { Listing } from '#areas/market/door/listing.ts'

const Menu = lazyComponent(() => import('./row-menu.tsx').then((file) => file.RowMenu))

/** The menu of a list's rows: one for all rows, loaded when it is first opened. */
export function useRowMenu(): { readonly openMenu: (listing: Listing) => void; readonly menu: ReactNode } {
  const [chosen, setChosen] = useState<Listing>()
  const [isWanted, setWanted] = useState(false)
  const openMenu = useCallback((listing: Listing) => {
    setWanted(true)
    setChosen(listing)
  }, [])
  const menu = isWanted ? (
    <Suspense>
      <Menu listing={chosen} onClose={() => setChosen(undefined)} />
    </Suspense>
  ) : undefined
  return { openMenu, menu }
}

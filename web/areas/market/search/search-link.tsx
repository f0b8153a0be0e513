import { Search } from 'lucide-react'

import { hrefOf } from '#data/links.ts'
import { useWide } from '#data/wide.ts'
import { useText } from '#text/use-text.ts'
import { IconButton } from '#ui/icon-button.tsx'

/** The search button of a bar. */
export function SearchLink() {
  const t = useText()
  // The bar of a wide window has a search of its own.
  return useWide() ? undefined : (
    <IconButton icon={<Search aria-hidden="true" />} label={t('titles.search')} href={hrefOf('search')} />
  )
}

import { Search } from 'lucide-react'

import { hrefOf } from '#data/links.ts'
import { useText } from '#text/use-text.ts'
import { IconButton } from '#ui/icon-button.tsx'

/** The search button of a bar. */
export function SearchLink() {
  const t = useText()
  return <IconButton icon={<Search aria-hidden="true" />} label={t('titles.search')} href={hrefOf('search')} />
}

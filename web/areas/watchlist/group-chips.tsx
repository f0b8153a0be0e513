import type { WatchGroup } from '@mex/contract/watchlist/groups.ts'

import { useText } from '#text/use-text.ts'
import { Chips } from '#ui/chips.tsx'

type Props = {
  groups: readonly WatchGroup[]
  /** The id of a group; 0 for the whole list. */
  value: number
  onChange: (id: number) => void
}

/** The whole watchlist, or one of its groups. */
export function GroupChips({ groups, value, onChange }: Props) {
  const t = useText()
  const whole = { value: 0, text: t('watchlist.all') }
  return (
    <Chips
      label={t('watchlist.groups')}
      options={[whole, ...groups.map(({ id, name }) => ({ value: id, text: name }))]}
      value={value}
      onChange={onChange}
    />
  )
}

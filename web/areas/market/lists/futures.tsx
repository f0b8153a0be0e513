import { marketLists } from '@mex/contract/market/lists.ts'
import { useState } from 'react'

import { useCall } from '#data/call.ts'
import { ListPage } from './list-page.tsx'
import { useText } from '#text/use-text.ts'
import { Chips } from '#ui/chips.tsx'

type Group = 'all' | 'index' | 'metal' | 'energy' | 'agricultural'

/** The front month of every futures product, by group. */
export function Futures() {
  const t = useText()
  const [group, setGroup] = useState<Group>('all')
  const called = useCall(
    marketLists.futures,
    { group: group === 'all' ? undefined : group },
    { everySeconds: 60, keepEarlier: true },
  )
  const options: readonly { value: Group; text: string }[] = [
    { value: 'all', text: t('market.allGroups') },
    { value: 'index', text: t('market.groupIndex') },
    { value: 'metal', text: t('market.groupMetal') },
    { value: 'energy', text: t('market.groupEnergy') },
    { value: 'agricultural', text: t('market.groupAgricultural') },
  ]
  return (
    <ListPage
      title={t('titles.futures')}
      market="FUT"
      rows={called.data}
      source={called}
      head={<Chips label={t('market.group')} options={options} value={group} onChange={setGroup} />}
    />
  )
}

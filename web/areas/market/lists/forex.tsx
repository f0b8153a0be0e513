import { marketLists } from '@mex/contract/market/lists.ts'
import { useState } from 'react'

import { useCall } from '#data/call.ts'
import { IndexStrip } from '#areas/market/door/index-strip.tsx'
import { ListPage } from './list-page.tsx'
import { useText } from '#text/use-text.ts'
import { Chips } from '#ui/chips.tsx'

type Group = 'all' | 'major' | 'minor' | 'exotic' | 'metal'

/** Currency pairs and spot metals by group, under the currency indices. */
export function Forex() {
  const t = useText()
  const [group, setGroup] = useState<Group>('all')
  const indices = useCall(marketLists.forexIndices, {}, { everySeconds: 60 })
  const called = useCall(
    marketLists.forex,
    { group: group === 'all' ? undefined : group },
    { everySeconds: 60, keepEarlier: true },
  )
  const options: readonly { value: Group; text: string }[] = [
    { value: 'all', text: t('market.allGroups') },
    { value: 'major', text: t('market.groupMajor') },
    { value: 'minor', text: t('market.groupMinor') },
    { value: 'exotic', text: t('market.groupExotic') },
    { value: 'metal', text: t('market.groupMetal') },
  ]
  const isStripKnown = indices.failure === undefined || indices.data !== undefined
  return (
    <ListPage
      title={t('titles.forex')}
      market="FX"
      rows={called.data}
      source={called}
      head={
        <>
          {isStripKnown ? <IndexStrip label={t('market.currencyIndices')} rows={indices.data} /> : undefined}
          <Chips label={t('market.group')} options={options} value={group} onChange={setGroup} />
        </>
      }
    />
  )
}

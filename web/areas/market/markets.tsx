import { useState } from 'react'

import { useNavigation, useParameters } from '#data/use-navigation.ts'
import type { Order } from './order.ts'
import { SearchEntry } from './search-entry.tsx'
import { useText, type Text } from '#text/use-text.ts'
import { Chips } from '#ui/chips.tsx'
import { Screen } from '#ui/screen.tsx'
import { BondsPart, FuturesPart, ForexPart, IndicesPart, MetalsPart, SharesPart } from './market-lists.tsx'
import styles from './markets.module.css'

const tabs = ['us', 'hk', 'mx', 'indices', 'futures', 'forex', 'bonds', 'metals', 'energy', 'agriculture'] as const
type Tab = (typeof tabs)[number]

const optionsOf = (t: Text) => tabs.map((value) => ({ value, text: t(`market.${value}`) }))

/** Every market's list, one chip each; the address says which is in view. */
export function Markets() {
  const t = useText()
  const navigation = useNavigation()
  const { tab: said } = useParameters('markets')
  const tab = tabs.find((one) => one === said) ?? 'us'
  const [order, setOrder] = useState<Order>()
  return (
    <Screen title={t('titles.markets')} bar={<SearchEntry />} bleed>
      <div className={styles['chips']}>
        <Chips
          label={t('market.markets')}
          options={optionsOf(t)}
          value={tab}
          onChange={(value) => {
            navigation.note('markets', { tab: value })
            window.scrollTo(0, 0)
          }}
        />
      </div>
      <Part key={tab} tab={tab} order={order} onOrder={setOrder} />
    </Screen>
  )
}

type PartProps = { tab: Tab; order: Order; onOrder: (order: Order) => void }

function Part({ tab, order, onOrder }: PartProps) {
  const t = useText()
  const shared = { label: t(`market.${tab}`), order, onOrder }
  switch (tab) {
    case 'us':
      return <SharesPart market="US" {...shared} />
    case 'hk':
      return <SharesPart market="HK" {...shared} />
    case 'mx':
      return <SharesPart market="MX" {...shared} />
    case 'indices':
      return <IndicesPart {...shared} />
    case 'futures':
      return <FuturesPart group={undefined} {...shared} />
    case 'forex':
      return <ForexPart {...shared} />
    case 'bonds':
      return <BondsPart />
    case 'metals':
      return <MetalsPart {...shared} />
    case 'energy':
      return <FuturesPart group="energy" {...shared} />
    case 'agriculture':
      return <FuturesPart group="agricultural" {...shared} />
  }
}

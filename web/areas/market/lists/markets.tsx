import { Suspense, useState } from 'react'

import { useStore } from '#data/store.ts'
import { useNavigation, useParameters } from '#data/use-navigation.ts'
import type { SortOrder } from './sort-order.ts'
import { SearchEntry } from '#areas/market/search/search-entry.tsx'
import { useText, type Text } from '#text/use-text.ts'
import { Chips } from '#ui/chips.tsx'
import { Stack } from '#ui/layout.tsx'
import { lazyPart } from '#ui/lazy.tsx'
import { Screen } from '#ui/screen.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { FutureList, ForexList, IndexList, MetalList, ShareList } from './market-lists.tsx'
import { wideLists } from '#areas/market/door/wide-lists.ts'
import styles from './markets.module.css'

const BondBrowser = lazyPart(['bonds'], () =>
  import('#areas/bonds/door/bond-browser.tsx').then((file) => file.BondBrowser),
)

const tabs = ['us', 'hk', 'mx', 'indices', 'futures', 'forex', 'bonds', 'metals', 'energy', 'agriculture'] as const
type Tab = (typeof tabs)[number]

const optionsOf = (t: Text) => tabs.map((value) => ({ value, text: t(`market.${value}`) }))

/** The list of every market, one chip each; the URL selects one. */
export function Markets() {
  const t = useText()
  const navigation = useNavigation()
  const { tab: said } = useParameters('markets')
  const tab = tabs.find((one) => one === said) ?? 'us'
  const [order, setOrder] = useState<SortOrder>()
  const wide = useStore(wideLists)
  return (
    <Screen title={t('titles.markets')} bar={<SearchEntry />} bleed>
      {wide === undefined || tab === 'indices' ? undefined : <wide.Indices />}
      <div className={styles['chips']}>
        <Chips
          label={t('market.markets')}
          options={optionsOf(t)}
          value={tab}
          onChange={(value) => {
            navigation.setParameters('markets', { tab: value })
            window.scrollTo(0, 0)
          }}
        />
      </div>
      <Part key={tab} tab={tab} order={order} onOrder={setOrder} />
    </Screen>
  )
}

type PartProps = { tab: Tab; order: SortOrder; onOrder: (order: SortOrder) => void }

function Part({ tab, order, onOrder }: PartProps) {
  const t = useText()
  const shared = { label: t(`market.${tab}`), order, onOrder }
  switch (tab) {
    case 'us':
      return <ShareList market="US" {...shared} />
    case 'hk':
      return <ShareList market="HK" {...shared} />
    case 'mx':
      return <ShareList market="MX" {...shared} />
    case 'indices':
      return <IndexList {...shared} />
    case 'futures':
      return <FutureList group={undefined} {...shared} />
    case 'forex':
      return <ForexList {...shared} />
    case 'bonds':
      return (
        <Suspense fallback={<SkeletonCard height={286} />}>
          <Stack padded>
            <BondBrowser />
          </Stack>
        </Suspense>
      )
    case 'metals':
      return <MetalList {...shared} />
    case 'energy':
      return <FutureList group="energy" {...shared} />
    case 'agriculture':
      return <FutureList group="agricultural" {...shared} />
  }
}

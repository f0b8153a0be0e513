import { market as marketCalls } from '@mex/contract/market/calls.ts'
import { marketLists } from '@mex/contract/market/lists.ts'
import { shareMarkets, type ShareMarket } from '@mex/core/market/instrument.ts'
import { useState } from 'react'

import { useCall } from '#data/call.ts'
import { useParameters } from '#data/use-navigation.ts'
import { ListPage } from './list-page.tsx'
import { useMarketTexts } from '#areas/market/door/market-texts.ts'
import { useText } from '#text/use-text.ts'
import { Chips } from '#ui/chips.tsx'
import { Tabs } from '#ui/tabs.tsx'

const kinds = ['hot', 'gainers', 'losers', 'active'] as const
type Kind = (typeof kinds)[number]
const rowsShown = 50

/** Popular shares of a stock market: most traded by value, largest gainers, losers and turnovers. */
export function Popular() {
  const t = useText()
  const words = useMarketTexts()
  const { market: said } = useParameters('popular')
  const [market, setMarket] = useState<ShareMarket>(shareMarkets.find((one) => one === said) ?? 'US')
  const [kind, setKind] = useState<Kind>('hot')
  const isHot = kind === 'hot'
  const options = { everySeconds: 30, keepEarlier: true }
  const hot = useCall(marketLists.hot, { market, rows: rowsShown }, { ...options, when: isHot })
  const top = useCall(
    marketCalls.top,
    { market, type: isHot ? 'active' : kind, rows: rowsShown },
    { ...options, when: !isHot },
  )
  const called = isHot ? hot : top
  return (
    <ListPage
      title={t('titles.popular')}
      market={market}
      rows={called.data}
      source={called}
      head={
        <>
          <Chips
            label={t('market.markets')}
            options={shareMarkets.map((value) => ({ value, text: words[value] }))}
            value={market}
            onChange={setMarket}
          />
          <Tabs
            label={t('home.kinds')}
            options={kinds.map((value) => ({ value, text: t(`home.${value}`) }))}
            value={kind}
            onChange={setKind}
          />
        </>
      }
    />
  )
}

import { market as marketCalls } from '@mex/contract/market/calls.ts'
import { shareMarkets, type ShareMarket } from '@mex/core/market/instrument.ts'
import { useState } from 'react'

import { hrefOf } from '#data/links.ts'
import { useCall } from '#data/call.ts'
import { QuoteCard } from '#areas/market/door/quote-card.tsx'
import { useMarketTexts } from '#areas/market/door/market-texts.ts'
import { useText } from '#text/use-text.ts'
import { Chips } from '#ui/chips.tsx'
import { Section } from '#ui/screen.tsx'
import { Tabs } from '#ui/tabs.tsx'

const kinds = ['gainers', 'losers', 'active'] as const
const rowsShown = 5

/** The largest gainers, losers and turnovers of a stock market. */
export function Movers() {
  const t = useText()
  const words = useMarketTexts()
  const [market, setMarket] = useState<ShareMarket>('US')
  const [type, setType] = useState<(typeof kinds)[number]>('gainers')
  const called = useCall(marketCalls.top, { market, type, rows: rowsShown }, { everySeconds: 30, keepEarlier: true })
  return (
    <Section title={t('home.movers')} action={<a href={hrefOf('popular', { market })}>{t('home.all')}</a>}>
      <Chips
        label={t('market.markets')}
        options={shareMarkets.map((value) => ({ value, text: words[value] }))}
        value={market}
        onChange={setMarket}
      />
      <Tabs
        label={t('home.kinds')}
        options={kinds.map((value) => ({ value, text: t(`home.${value}`) }))}
        value={type}
        onChange={setType}
      />
      <QuoteCard label={t('home.movers')} rows={called.data} source={called} max={rowsShown} />
    </Section>
  )
}

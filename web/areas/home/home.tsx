import { account } from '@mex/contract/account/calls.ts'
import { market } from '@mex/contract/market/calls.ts'
import { watchlist } from '@mex/contract/watchlist/calls.ts'
import { Search } from 'lucide-react'

import { hrefOf } from '#data/links.ts'
import { refresh, useCall } from '#data/call.ts'
import { useProduct } from '#data/product.ts'
import { useSession } from '#data/session.ts'
import { useWide } from '#data/wide.ts'
import { Bell } from '#areas/content/door/bell.tsx'
import { NewsBelow } from '#areas/content/door/news-below.tsx'
import { IndexStrip } from '#areas/market/door/index-strip.tsx'
import { QuoteCard } from '#areas/market/door/quote-card.tsx'
import { useText } from '#text/use-text.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Column, Columns } from '#ui/layout.tsx'
import { Later } from '#ui/later.tsx'
import { Screen, Section } from '#ui/screen.tsx'
import { AssetsCard } from './assets-card.tsx'
import { MarketHours } from './market-hours.tsx'
import { Movers } from './movers.tsx'
import { Products } from './products.tsx'
import { Welcome } from './welcome.tsx'

/** The number of rows in a block of the home page. */
const rowsOfBlock = 4
/** Two lines of a wide window: more would push the products out of view. */
const indicesOfDesk = 8

/** The home page: assets, markets and links to all products. */
export function Home() {
  const t = useText()
  const { title } = useProduct()
  const isSignedIn = useSession() !== undefined
  const isWide = useWide()
  const indices = useCall(market.globalIndices, {}, { everySeconds: 60 })
  const onRefresh = () =>
    refresh(account.overview, market.clock, market.globalIndices, market.top, market.home, watchlist.list)
  return (
    <Screen
      title={title}
      onRefresh={onRefresh}
      actions={
        <>
          <IconButton icon={<Search aria-hidden="true" />} label={t('home.search')} href={hrefOf('search')} />
          <Bell />
        </>
      }
    >
      <Columns>
        <Column>
          {isSignedIn ? <AssetsCard /> : <Welcome />}
          <MarketHours />
          {indices.failure === undefined || indices.data !== undefined ? (
            <IndexStrip label={t('home.indices')} rows={indices.data} most={isWide ? indicesOfDesk : undefined} />
          ) : undefined}
          <Products />
        </Column>
        <Column>
          <Later>
            <Movers />
            <NewsBelow />
            <Blocks />
          </Later>
        </Column>
      </Columns>
    </Screen>
  )
}

/** The lists of the home page. */
function Blocks() {
  const blocks = useCall(market.home, {}, { everySeconds: 60 })
  return (blocks.data ?? [])
    .filter(({ quotes }) => quotes.length > 0)
    .map(({ title, type, quotes }) => (
      <Section key={type} title={title}>
        <QuoteCard label={title} rows={quotes} source={blocks} max={rowsOfBlock} />
      </Section>
    ))
}

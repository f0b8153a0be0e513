import { market as marketCalls } from '@mex/contract/market/calls.ts'
import { marketLists } from '@mex/contract/market/lists.ts'
import type { Quote } from '@mex/contract/market/shapes.ts'
import { followersOf, type FollowingFund } from '@mex/core/market/followers.ts'
import type { ReactNode } from 'react'

import { useCall } from '#data/call.ts'
import { useLiveQuote } from '#data/quotes.ts'
import { changePercentText, priceText } from '#components/figures.ts'
import { useText } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Stack } from '#ui/layout.tsx'
import { List, Row } from '#ui/list.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Typography } from '#ui/typography.tsx'
import { quoteHrefOf } from './links.ts'
import { tickOf, type Listing } from './listing.ts'

/** In the place of a ticket for an index, which nobody can buy: its futures and funds, which lead to their tickets. */
export function IndexFollowers({ index: { code, name } }: { index: Quote }) {
  const t = useText()
  const { products, funds } = followersOf(code)
  if (products.length + funds.length === 0) {
    return <EmptyState title={t('workspace.noOrders')} text={t('workspace.followersNone')} plain />
  }
  return (
    <Stack>
      <Stack gap={4}>
        <Typography as="h2" size={15} weight="bold">
          {t('workspace.followers', { name })}
        </Typography>
        <Typography as="p" size={13} tone="second">
          {t('workspace.followersText')}
        </Typography>
      </Stack>
      <List label={t('workspace.followers', { name })}>
        {products.length === 0 ? undefined : <Futures products={products} />}
        {funds.map((fund) => (
          <Fund key={fund.code} fund={fund} />
        ))}
      </List>
    </Stack>
  )
}

/** The front month of each product. */
function Futures({ products }: { products: readonly string[] }) {
  const t = useText()
  const { data, failure } = useCall(marketLists.futures, { group: 'index' }, { everySeconds: 60 })
  return products.map((product) => {
    const listing = data?.find((future) => future.product === product)
    return listing !== undefined ? (
      <Follower key={product} listing={listing} kind={t('workspace.futureKind')} />
    ) : data === undefined && failure === undefined ? (
      <Waiting key={product} />
    ) : undefined
  })
}

function Fund({ fund }: { fund: FollowingFund }) {
  const t = useText()
  const { data, failure } = useCall(marketCalls.quote, fund, { everySeconds: 60 })
  if (data === undefined) return failure === undefined ? <Waiting /> : undefined
  return <Follower listing={data} kind={t('workspace.fundKind')} />
}

function Follower({ listing, kind }: { listing: Listing; kind: string }): ReactNode {
  const live: Listing = useLiveQuote(listing)
  return (
    <Row
      height={62}
      title={listing.productName ?? listing.name}
      subtitle={`${kind} · ${listing.code}`}
      value={priceText(live.last, tickOf(live))}
      note={<Change change={changePercentText(live.changeRatio, live.change)} size={12} />}
      href={quoteHrefOf(listing)}
    />
  )
}

const Waiting = () => (
  <Row height={62} title={<Skeleton width={140} height={16} />} subtitle={<Skeleton width={80} height={12} />} />
)

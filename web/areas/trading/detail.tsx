import { ChartCandlestick } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'

import type { Position } from '@mex/contract/trading/shapes.ts'

import { hrefOf, type Parameters } from '#data/links.ts'
import { useProduct } from '#data/product.ts'
import { useNavigation, useParameters } from '#data/use-navigation.ts'
import { parseId } from '#components/parse-id.ts'
import { quoteHrefOf } from '#areas/market/door/links.ts'
import { AddMargin } from './position/add-margin.tsx'
import { listNumbers, listOfNumber } from './position/links.ts'
import { ClosedDetail, OrderDetail, PositionDetail } from './position/details.tsx'
import { useTradeDetail, type Asked, type Found } from './position/detail.ts'
import { Empty } from './position/lists.tsx'
import { PositionActions } from './position/position-card.tsx'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Grow } from '#ui/layout.tsx'
import { lazyPart } from '#ui/lazy.tsx'
import { Screen } from '#ui/screen.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'

const SubscriptionDetail = lazyPart(['offerings', 'placings'], () =>
  import('#areas/offerings/door/subscription-detail.tsx').then((file) => file.SubscriptionDetail),
)

const FollowPage = lazyPart(['follow'], () =>
  import('#areas/follow/door/follow-page.tsx').then((file) => file.FollowPage),
)

const HoldingPage = lazyPart(['auth', 'bonds'], () =>
  import('#areas/bonds/door/holding-page.tsx').then((file) => file.HoldingPage),
)

type Given = Parameters<'tradeDetail'>

export function TradeDetailScreen() {
  const t = useText()
  const navigation = useNavigation()
  const given = useParameters('tradeDetail')
  const { opensDetails } = useProduct()
  const list = listOfNumber(given.type)
  // In the mode without details this route shows the Trade tab.
  useEffect(() => {
    if (!opensDetails) navigation.to('trade', { list: listNumbers[list] })
  }, [opensDetails, navigation, list])
  const requested = detailRequestOf(given)
  if (requested !== undefined && (list === 'subscriptions' || list === 'follow' || list === 'bonds'))
    return (
      <Suspense
        fallback={
          <Screen title={given.name ?? t('titles.tradeDetail')} waiting>
            {undefined}
          </Screen>
        }
      >
        {list === 'follow' ? (
          <FollowPage id={requested.id} />
        ) : list === 'bonds' ? (
          <HoldingPage id={requested.id} />
        ) : (
          <SubscriptionDetail id={requested.id} name={given.name} />
        )}
      </Suspense>
    )
  if (list === 'follow' || list === 'bonds') {
    return (
      <Screen title={t('titles.tradeDetail')}>
        <Empty list={list} />
      </Screen>
    )
  }
  if (requested === undefined) return <NotFound />
  return <Detail asked={requested} name={given.name} />
}

/** The row of the URL; undefined for invalid parameters. */
function detailRequestOf({ id: text, code = '', type }: Given): Asked | undefined {
  const id = parseId(text)
  return id === undefined ? undefined : { list: listOfNumber(type), id, code }
}

function Detail({ asked, name }: { asked: Asked; name: string | undefined }) {
  const t = useText()
  const [marginOf, setMarginOf] = useState<Position>()
  const { found, failure, retry } = useTradeDetail(asked)
  if (found?.kind === 'nothing') return <NotFound />
  const row = rowOf(found)
  const position = found?.kind === 'position' ? found.position : undefined
  return (
    <Screen
      title={row?.name ?? name ?? asked.code}
      subtitle={asked.code}
      waiting={found === undefined}
      wide={position !== undefined && 'desk'}
      actions={
        row === undefined ? undefined : (
          <IconButton icon={<ChartCandlestick />} label={t('trade.showQuote')} href={quoteHrefOf(row)} />
        )
      }
      footer={
        position === undefined ? undefined : (
          <Grow>
            <PositionActions position={position} onAddMargin={setMarginOf} />
          </Grow>
        )
      }
    >
      {found === undefined && failure === undefined ? (
        <>
          <SkeletonCard height={90} />
          <SkeletonCard height={420} />
        </>
      ) : undefined}
      {found === undefined && failure !== undefined ? (
        <ErrorState title={t('trade.detailFailed')} text={t('trade.failedText')} code={failure.code} onRetry={retry} />
      ) : undefined}
      {position === undefined ? undefined : <PositionDetail position={position} />}
      {found?.kind === 'order' ? <OrderDetail order={found.order} /> : undefined}
      {found?.kind === 'closed' ? <ClosedDetail {...found} /> : undefined}
      <AddMargin position={marginOf} onClose={() => setMarginOf(undefined)} />
    </Screen>
  )
}

function rowOf(found: Found | undefined) {
  switch (found?.kind) {
    case 'position':
      return found.position
    case 'order':
      return found.order
    case 'closed':
      return found.parts[0]
    case 'nothing':
    case undefined:
      return undefined
  }
}

function NotFound() {
  const t = useText()
  return (
    <Screen title={t('titles.tradeDetail')}>
      <EmptyState
        title={t('trade.detailGone')}
        text={t('trade.detailGoneText')}
        action={<Button text={t('trade.backToTrade')} href={hrefOf('trade')} />}
      />
    </Screen>
  )
}

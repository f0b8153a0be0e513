import type { Quote } from '@mex/contract/market/shapes.ts'
import { sources } from '@mex/core/market/instrument.ts'
import { directionNumbers, type Direction } from '@mex/core/trading/orders.ts'
import { useState, type Ref } from 'react'

import { CoinUses } from '#areas/market/door/coin-uses.tsx'
import { IndexFollowers } from '#areas/market/door/index-followers.tsx'
import { BestPrices } from '#areas/market/door/best-prices.tsx'
import { orderFormOf } from '#areas/market/door/links.ts'
import { keyOfListing } from '#areas/market/door/listing.ts'
import { Held, useHeld } from '#areas/trading/door/held.tsx'
import type { PageLocation, PageStack } from '#app/page-stack.ts'
import { Page } from '#app/page.tsx'
import { routes } from '#data/routes.ts'
import { useText } from '#text/use-text.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import styles from './workspace.module.css'

type Props = {
  stack: PageStack
  quote: Quote | undefined
  /** No quote will come: the instrument is unknown, or its quote failed to load. */
  isMissing: boolean
  /** The direction of a new ticket. */
  direction: Direction
  element: Ref<HTMLElement>
}

/**
 * The order form at the right: the one of the address, else the form of the instrument in view. Its review and its
 * receipt take its place. A form of the address goes back when it is done; the other one begins again.
 */
export function TicketColumn({ stack, quote, isMissing, direction, element }: Props) {
  const t = useText()
  const [round, setRound] = useState(0)
  const held = useHeld(quote === undefined ? undefined : keyOfListing(quote))
  // Without knowing what is held, the ticket would move when the position appears over it.
  const form = formOf(stack) ?? (held === undefined ? undefined : ownForm(quote, direction))
  return (
    <section ref={element} className={styles['ticket']} aria-label={t('workspace.order')} tabIndex={-1}>
      {quote === undefined || form === undefined ? undefined : (
        <div className={styles['best']}>
          <BestPrices quote={quote} />
        </div>
      )}
      {held === undefined || form?.route === 'closePosition' ? undefined : <Held positions={held} />}
      {form === undefined ? (
        <div className={styles['noTicket']}>
          {isMissing ? (
            <EmptyState title={t('workspace.noTicket')} text={t('workspace.noTicketText')} />
          ) : quote === undefined || held === undefined ? (
            <SkeletonCard height={420} />
          ) : quote.source === sources.globalIndex ? (
            <IndexFollowers index={quote} />
          ) : quote.source === sources.robotCrypto ? (
            <CoinUses quote={quote} />
          ) : (
            <EmptyState title={t('workspace.noOrders')} text={t('workspace.noOrdersText')} />
          )}
        </div>
      ) : (
        <Page
          key={`${form.href} ${round}`}
          route={form.route}
          search={form.search}
          isOver
          {...(stack.sheet === undefined ? { onLeave: () => setRound(round + 1) } : {})}
        />
      )}
    </section>
  )
}

/** The order form of the address: over the page, or the page itself. */
export const formOf = ({ page, sheet }: PageStack): PageLocation | undefined =>
  sheet ?? (routes[page.route].isOrderForm === true ? page : undefined)

function ownForm(quote: Quote | undefined, direction: Direction): PageLocation | undefined {
  if (quote === undefined) return undefined
  const { name, code, source, market } = quote
  const route = orderFormOf(source)
  if (route === undefined || routes[route].isOrderForm !== true) return undefined
  const search = { name, code, source: String(source), market, direction: String(directionNumbers[direction]) }
  return { route, search, href: `${market}:${code}` }
}

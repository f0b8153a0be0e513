import { BellPlus, ChartCandlestick, ShoppingCart, Star, StarOff, TrendingDown } from 'lucide-react'

import { hrefOf } from '#data/links.ts'
import { useSession } from '#data/session.ts'
import { useText } from '#text/use-text.ts'
import { List, Row } from '#ui/list.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { orderFormHrefOf, quoteHrefOf } from '#areas/market/door/links.ts'
import type { Listing } from '#areas/market/door/listing.ts'
import { useWatching } from '#areas/watchlist/door/watching.ts'

type Props = {
  /** The instrument of the menu; undefined while it is closed. */
  listing: Listing | undefined
  onClose: () => void
}

/** The actions of one row of a list of quotes, in a sheet. */
export function RowMenu({ listing, onClose }: Props) {
  return (
    <Sheet open={listing !== undefined} onClose={onClose} title={listing?.name ?? ''}>
      {listing === undefined ? undefined : <Actions listing={listing} onClose={onClose} />}
    </Sheet>
  )
}

function Actions({ listing, onClose }: { listing: Listing; onClose: () => void }) {
  const t = useText()
  const { isWatched, toggle } = useWatching()
  const watched = isWatched(listing)
  const isSignedIn = useSession() !== undefined
  const buy = orderFormHrefOf(listing, 'buy')
  const sell = orderFormHrefOf(listing, 'sell')
  return (
    <List label={listing.name}>
      <Row
        icon={watched ? <StarOff aria-hidden="true" /> : <Star aria-hidden="true" />}
        title={watched ? t('market.unwatch') : t('market.watch')}
        arrow={false}
        onPress={() => {
          // Without a session this opens the login page, and the navigation closes the sheet.
          if (isSignedIn) onClose()
          toggle(listing)
        }}
      />
      <Row icon={<ChartCandlestick aria-hidden="true" />} title={t('market.openQuote')} href={quoteHrefOf(listing)} />
      {listing.market === 'BOND' ? undefined : (
        <Row
          icon={<BellPlus aria-hidden="true" />}
          title={t('titles.alerts')}
          href={hrefOf('alerts', { code: listing.code, market: listing.market })}
        />
      )}
      {buy === undefined ? undefined : (
        <Row icon={<ShoppingCart aria-hidden="true" />} title={t('market.buyLong')} href={buy} />
      )}
      {sell === undefined ? undefined : (
        <Row icon={<TrendingDown aria-hidden="true" />} title={t('market.sellShort')} href={sell} />
      )}
    </List>
  )
}

import { market as marketCalls } from '@mex/contract/market/calls.ts'
import { marketLists } from '@mex/contract/market/lists.ts'
import { watchlist } from '@mex/contract/watchlist/calls.ts'
import { price } from '@mex/core/money/money.ts'
import { Plus } from 'lucide-react'
import { memo, useEffect, useRef, useState } from 'react'

import { useCall } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { useLiveQuote } from '#data/quotes.ts'
import { useSession } from '#data/session.ts'
import { ListState, type RowSource } from '#areas/market/lists/list-state.tsx'
import { changePercentText, linePoints, priceText } from '#components/figures.ts'
import { useText } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { VisuallyHidden } from '#ui/layout.tsx'
import { Select } from '#ui/select.tsx'
import { Sparkline } from '#ui/sparkline.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { quoteHrefOf } from './links.ts'
import { useActiveShares } from './active-shares.ts'
import { keyOfListing, tickOf, type Listing } from './listing.ts'
import styles from './instrument-column.module.css'
import { PriceAge } from './price-age.tsx'

const kinds = ['watchlist', 'movers', 'all'] as const
type Kind = (typeof kinds)[number]

const places = ['us', 'hk', 'mx', 'indices', 'futures', 'forex'] as const
type Place = (typeof places)[number]
const shareMarketOf = { us: 'US', hk: 'HK', mx: 'MX' } as const
const isOfShares = (place: Place): place is keyof typeof shareMarketOf => Object.hasOwn(shareMarketOf, place)

/** The rows of a list; a row in view follows its price. */
const rowsMax = 30
const everySeconds = 60

export type InstrumentColumnState = {
  readonly kind: Kind
  readonly setKind: (kind: Kind) => void
  readonly place: Place
  readonly setPlace: (place: Place) => void
  readonly rows: readonly Listing[] | undefined
  /** Where the rows of a short watchlist end, and the active shares begin that fill the column. */
  readonly activeFrom: number | undefined
  readonly source: RowSource
}

/** The list that the workspace offers: the watchlist, the movers, or one market. */
export function useInstrumentColumn(): InstrumentColumnState {
  const isSignedIn = useSession() !== undefined
  const [chosen, setKind] = useState<Kind>()
  const [place, setPlace] = useState<Place>('us')
  const watched = useCall(watchlist.list, {}, { when: isSignedIn, freshSeconds: 60, everySeconds })
  // A list that is empty is a poor first sight.
  const isWatching = isSignedIn && watched.data?.length !== 0
  const kind = chosen ?? (isWatching ? 'watchlist' : 'movers')
  const isAll = kind === 'all'
  const active = useActiveShares(kind === 'watchlist' ? watched.data : undefined)
  const movers = useCall(
    marketCalls.top,
    { market: 'US', type: 'active', rows: rowsMax },
    { when: kind === 'movers', everySeconds },
  )
  const shares = useCall(
    marketLists.stocks,
    { market: isOfShares(place) ? shareMarketOf[place] : 'US', pageNum: 1, pageSize: rowsMax },
    { when: isAll && isOfShares(place), everySeconds },
  )
  const indices = useCall(marketCalls.globalIndices, {}, { when: isAll && place === 'indices', everySeconds })
  const futures = useCall(marketLists.futures, {}, { when: isAll && place === 'futures', everySeconds })
  const forex = useCall(marketLists.forex, {}, { when: isAll && place === 'forex', everySeconds })
  const inPlace = { indices, futures, forex }
  const all = isOfShares(place) ? { ...shares, data: shares.data?.rows } : inPlace[place]
  const source = kind === 'watchlist' ? watched : kind === 'movers' ? movers : all
  const rows: readonly Listing[] | undefined = source.data
  if (rows === undefined || rows.length === 0 || active === undefined)
    return { kind, setKind, place, setPlace, rows, activeFrom: undefined, source }
  return { kind, setKind, place, setPlace, rows: [...rows, ...active], activeFrom: rows.length, source }
}

type Props = {
  column: InstrumentColumnState
  /** The key of the instrument in view. */
  current: string | undefined
}

/** The column of instruments: a choice changes the chart and the ticket beside it. */
export function InstrumentColumn({ column, current }: Props) {
  const t = useText()
  const { kind, setKind, place, setPlace, rows, activeFrom, source } = column
  const names: Readonly<Record<Kind, string>> = {
    watchlist: t('workspace.watchlist'),
    movers: t('workspace.movers'),
    all: t('workspace.all'),
  }
  const list = useRef<HTMLDivElement>(null)
  const isThere = rows !== undefined
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [current, isThere])
  return (
    <section className={styles['column']} aria-label={t('workspace.markets')}>
      <div className={styles['head']}>
        <div className={styles['kinds']}>
          <Tabs
            label={t('workspace.markets')}
            options={kinds.map((value) => ({ value, text: names[value] }))}
            value={kind}
            onChange={setKind}
          />
        </div>
        <IconButton icon={<Plus aria-hidden="true" />} label={t('titles.search')} href={hrefOf('search')} snug />
      </div>
      {kind === 'all' ? (
        <div className={styles['place']}>
          <Select
            label={t('workspace.market')}
            options={places.map((value) => ({ value, text: t(`market.${value}`) }))}
            value={place}
            onChange={setPlace}
          />
        </div>
      ) : undefined}
      <div className={styles['labels']} aria-hidden="true">
        <span>{t('market.name')}</span>
        <span>{t('workspace.lastAndChange')}</span>
      </div>
      {rows === undefined || rows.length === 0 ? (
        <div className={styles['state']}>
          <ListState
            source={source}
            empty={<EmptyState title={t('workspace.noWatchlist')} text={t('workspace.noWatchlistText')} />}
          />
        </div>
      ) : (
        <div ref={list} className={styles['rows']}>
          <CompactRows label={names[kind]} rows={rows.slice(0, activeFrom ?? rowsMax)} current={current} />
          {activeFrom === undefined ? undefined : (
            <>
              <h2 className={styles['active']}>{t('workspace.active')}</h2>
              <CompactRows label={t('workspace.active')} rows={rows.slice(activeFrom)} current={current} />
            </>
          )}
        </div>
      )}
    </section>
  )
}

type RowsProps = { label: string; rows: readonly Listing[]; current: string | undefined }

const CompactRows = ({ label, rows, current }: RowsProps) => (
  <ul className={styles['list']} aria-label={label}>
    {rows.map((row) => (
      <li key={keyOfListing(row)}>
        <CompactRow listing={row} isCurrent={keyOfListing(row) === current} />
      </li>
    ))}
  </ul>
)

/** One instrument of the column, 44 px high. */
const CompactRow = memo(function CompactRow({ listing, isCurrent }: { listing: Listing; isCurrent: boolean }) {
  const t = useText()
  const live: Listing = useLiveQuote(listing)
  const ratio = changePercentText(live.changeRatio, live.change)
  const { closes, last, change } = live
  return (
    <a className={styles['row']} href={quoteHrefOf(listing)} aria-current={isCurrent ? 'true' : undefined}>
      <span className={styles['words']}>
        <span className={styles['name']}>{listing.productName ?? listing.name}</span>
        <span className={styles['code']}>
          {listing.code}
          <PriceAge price={live.publicPrice} withDelay />
        </span>
      </span>
      {closes === undefined || last === undefined || change === undefined ? undefined : (
        <Sparkline points={linePoints(closes, last, price(last - change))} width={54} height={24} />
      )}
      <span className={styles['figures']}>
        <span className={styles['last']}>
          <VisuallyHidden>{t('spec.quoteLabels.last')}</VisuallyHidden>
          {priceText(last, tickOf(live))}
        </span>
        <VisuallyHidden>{t('spec.quoteLabels.changePercent')}</VisuallyHidden>
        <Change change={ratio} glyph={false} size={12} weight="medium" />
      </span>
    </a>
  )
})

import { blocks } from '@mex/contract/blocks/calls.ts'
import type { BlockOffer } from '@mex/contract/blocks/shapes.ts'
import { trading } from '@mex/contract/trading/calls.ts'
import { shareMarkets } from '@mex/core/market/instrument.ts'
import { useState } from 'react'

import { useMarketTexts } from '#areas/market/door/market-texts.ts'
import { LoadedRows } from '#components/loaded-rows.tsx'
import { refresh, useCall } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Cards } from '#ui/cards.tsx'
import { Chips } from '#ui/chips.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Screen } from '#ui/screen.tsx'
import { MyBlocks } from './my-blocks.tsx'
import { OfferCard } from './offer-card.tsx'
import { PermissionBanner, usePermission } from './permission-banner.tsx'
import { PlanSheet } from './plan-sheet.tsx'

const filters = ['all', ...shareMarkets] as const
type Filter = (typeof filters)[number]

/** The blocks on offer. */
export function BlockTrades() {
  const t = useText()
  const called = useCall(blocks.offers, { pageNum: 1, pageSize: 50 }, { everySeconds: 10, keepEarlier: true })
  const { status, ...permission } = usePermission()
  const [filter, setFilter] = useState<Filter>('all')
  const [planned, setPlanned] = useState<BlockOffer>()
  const [isPlanOpen, setPlanOpen] = useState(false)
  const all = called.data?.rows ?? []
  const matching = (one: Filter) => all.filter(({ market }) => one === 'all' || market === one)
  // All appears together: the banner would push what is below it down.
  const isWaiting = called.isWaiting || permission.isWaiting
  const rows = { ...called, isWaiting, data: called.data === undefined ? undefined : matching(filter) }
  return (
    <Screen
      title={t('titles.blockTrades')}
      wide
      waiting={isWaiting}
      onRefresh={() => refresh(blocks.offers, trading.orders)}
    >
      {isWaiting ? undefined : (
        <>
          <PermissionBanner />
          <Filters value={filter} onChange={setFilter} countOf={(one) => matching(one).length} />
        </>
      )}
      <LoadedRows
        called={rows}
        failed={{ title: t('blocks.failed'), text: t('blocks.failedText') }}
        waitingCards={[130, 300, 300]}
        empty={
          <EmptyState title={t('blocks.none')} text={t(all.length === 0 ? 'blocks.noneReplay' : 'blocks.noneText')} />
        }
      >
        {(offers) => (
          <Cards>
            {offers.map((offer) => (
              <OfferCard
                key={offer.offerId}
                offer={offer}
                isPermitted={status === 3}
                onPlan={() => {
                  setPlanned(offer)
                  setPlanOpen(true)
                }}
              />
            ))}
          </Cards>
        )}
      </LoadedRows>
      {isWaiting ? undefined : (
        <>
          <MyBlocks />
          <Button text={t('blocks.how')} kind="quiet" href={hrefOf('webView', { page: 'help', topic: 'blocks' })} />
        </>
      )}
      {planned === undefined ? undefined : (
        <PlanSheet offer={planned} open={isPlanOpen} onClose={() => setPlanOpen(false)} />
      )}
    </Screen>
  )
}

type FiltersProps = { value: Filter; onChange: (filter: Filter) => void; countOf: (filter: Filter) => number }

function Filters({ value, onChange, countOf }: FiltersProps) {
  const t = useText()
  const words = useMarketTexts()
  const options = filters.map((one) => {
    const count = countOf(one)
    return { value: one, text: one === 'all' ? t('blocks.all') : words[one], ...(count === 0 ? {} : { count }) }
  })
  return <Chips label={t('blocks.show')} options={options} value={value} onChange={onChange} />
}

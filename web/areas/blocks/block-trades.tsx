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
import { List, Row } from '#ui/list.tsx'
import { Screen, Section } from '#ui/screen.tsx'
import { MyBlocks } from './my-blocks.tsx'
import { isSoldOut, OfferCard } from './offer-card.tsx'
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
  const openPlan = (offer: BlockOffer) => {
    setPlanned(offer)
    setPlanOpen(true)
  }
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
        {(offers) => <Offers offers={offers} isClosed={status !== undefined && status !== 3} onPlan={openPlan} />}
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

type OffersProps = Pick<Parameters<typeof OfferCard>[0], 'isClosed'> & {
  offers: readonly BlockOffer[]
  onPlan: (offer: BlockOffer) => void
}

/** What can be bought as cards, and under them what is sold out, of which only the plan is left to see. */
function Offers({ offers, isClosed, onPlan }: OffersProps) {
  const t = useText()
  const soldOut = offers.filter(isSoldOut)
  return (
    <>
      <Cards>
        {offers
          .filter((offer) => !isSoldOut(offer))
          .map((offer) => (
            <OfferCard key={offer.offerId} offer={offer} isClosed={isClosed} onPlan={() => onPlan(offer)} />
          ))}
      </Cards>
      {soldOut.length === 0 ? undefined : (
        <Section title={t('blocks.soldOut')}>
          <Cards>
            {soldOut.map((offer) => (
              <List key={offer.offerId}>
                <Row
                  height={62}
                  title={offer.name}
                  subtitle={`${offer.code} · ${offer.venue}`}
                  note={t('blocks.plan')}
                  onPress={() => onPlan(offer)}
                />
              </List>
            ))}
          </Cards>
        </Section>
      )}
    </>
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

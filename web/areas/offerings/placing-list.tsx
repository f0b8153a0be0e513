import { placings } from '@mex/contract/offerings/placing-calls.ts'
import type { Placing } from '@mex/contract/offerings/placing-shapes.ts'
import { sources } from '@mex/core/market/instrument.ts'
import { History } from 'lucide-react'
import { useState } from 'react'

import { LoadedRows } from '#components/loaded-rows.tsx'
import { parseId } from '#components/parse-id.ts'
import { refresh } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { useParameters } from '#data/use-navigation.ts'
import { capitalize } from '#text/capitalize.ts'
import { useText } from '#text/use-text.ts'
import { Cards } from '#ui/cards.tsx'
import { Chips } from '#ui/chips.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Screen } from '#ui/screen.tsx'
import { PlacingSheet } from './placing-apply.tsx'
import { PlacingCard } from './placing-card.tsx'
import { PlacingPage } from './placing-page.tsx'
import { useApplications, useNow, usePlacings } from './use-offers.ts'

/** The placings, or the one of the URL. */
export function Placings() {
  const number = parseId(useParameters('placings').id)
  return number === undefined ? <PlacingList /> : <PlacingPage key={number} id={number} />
}

const filters = ['all', 'open', 'mine', 'ended'] as const
type Filter = (typeof filters)[number]

function matches(filter: Filter, { phase, subscription }: Placing): boolean {
  const isMine = subscription !== 'subscribable'
  switch (filter) {
    case 'all':
      return phase === 'upcoming' || phase === 'open' || phase === 'closed' || isMine
    case 'open':
      return phase === 'open'
    case 'mine':
      return isMine
    case 'ended':
      return phase === 'allotted' || phase === 'listed'
  }
}

/** What can be applied for first, then what waits, what comes, and what is over. */
const ranks = { open: 0, closed: 1, upcoming: 2, allotted: 3, listed: 4 } as const
/** When a placing changes next: the order within a rank. */
const nextOf = ({ phase, startsAt, endsAt, allotsAt, unlocksAt }: Placing): number =>
  ({ upcoming: startsAt, open: endsAt, closed: allotsAt, allotted: unlocksAt, listed: -unlocksAt })[phase]

function PlacingList() {
  const t = useText()
  const called = usePlacings()
  const { applications, isKnown } = useApplications(sources.placingStock)
  const now = useNow(30)
  const [filter, setFilter] = useState<Filter>('all')
  const [chosen, setChosen] = useState<Placing>()
  const [isOpen, setOpen] = useState(false)
  const all = called.data?.rows ?? []
  const shown = all
    .filter((placing) => matches(filter, placing))
    .toSorted((one, other) => ranks[one.phase] - ranks[other.phase] || nextOf(one) - nextOf(other))
  return (
    <Screen
      title={t('titles.placings')}
      wide
      waiting={called.isWaiting}
      actions={<IconButton icon={<History />} label={t('titles.placingRecords')} href={hrefOf('placingRecords')} />}
      onRefresh={() => refresh(placings.list, placings.applications)}
    >
      <Chips
        label={t('placings.show')}
        // "All" has no count: it leaves out what ended long ago, and would be smaller than the list of what has ended.
        options={filters.map((value) => {
          const count = all.filter((placing) => matches(value, placing)).length
          const text =
            value === 'open'
              ? capitalize(t('spec.ipoStates.subscribable'))
              : t(value === 'ended' ? 'placings.ended' : `offerings.${value}`)
          return { value, text, ...(count === 0 || value === 'all' ? {} : { count }) }
        })}
        value={filter}
        onChange={setFilter}
      />
      <LoadedRows
        called={{ ...called, data: called.data === undefined || !isKnown ? undefined : shown }}
        failed={{ title: t('placings.failed'), text: t('offerings.failedText') }}
        waitingCards={[300, 300, 300]}
        empty={<Nothing filter={filter} isEmpty={all.length === 0} />}
      >
        {(rows) => (
          <Cards>
            {rows.map((placing) => (
              <PlacingCard
                key={placing.id}
                placing={placing}
                application={applications.get(placing.id)}
                now={now}
                onApply={() => {
                  setChosen(placing)
                  setOpen(true)
                }}
              />
            ))}
          </Cards>
        )}
      </LoadedRows>
      {chosen === undefined ? undefined : (
        <PlacingSheet
          key={chosen.id}
          placing={chosen}
          standing={undefined}
          open={isOpen}
          onClose={() => setOpen(false)}
        />
      )}
    </Screen>
  )
}

function Nothing({ filter, isEmpty }: { filter: Filter; isEmpty: boolean }) {
  const t = useText()
  const text = isEmpty ? t('placings.noneReplay') : t(filter === 'mine' ? 'placings.noneMine' : 'placings.noneText')
  const title = t(filter === 'mine' && !isEmpty ? 'placings.noApplications' : 'placings.none')
  return <EmptyState title={title} text={text} />
}

import type { Application, Issue } from '@mex/contract/offerings/shapes.ts'
import { useState } from 'react'

import { dayOnly, zoneOf } from '#areas/market/door/market-times.ts'
import { LoadedRows } from '#components/loaded-rows.tsx'
import { parseId } from '#components/parse-id.ts'
import { refresh } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { useParameters } from '#data/use-navigation.ts'
import { offerings } from '@mex/contract/offerings/calls.ts'
import { capitalize } from '#text/capitalize.ts'
import { useText } from '#text/use-text.ts'
import { Cards } from '#ui/cards.tsx'
import { Chips } from '#ui/chips.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { List, Row } from '#ui/list.tsx'
import { Screen, Section } from '#ui/screen.tsx'
import { priceLabel, rangeText } from './figures.ts'
import { IssueCard } from './issue-card.tsx'
import { OfferPage } from './offer.tsx'
import { useApplications, useIssues, useNow } from './use-offers.ts'

/** The new issues, or the one of the URL. */
export function NewIssues() {
  const { id } = useParameters('newStocks')
  const number = parseId(id)
  return number === undefined ? <IssueList /> : <OfferPage key={number} id={number} />
}

const filters = ['all', 'open', 'mine', 'upcoming', 'listed'] as const
type Filter = (typeof filters)[number]

/** What was listed in the newest days stands among all. */
const recent = 5 * 86_400_000

function matches(filter: Filter, issue: Issue, application: Application | undefined, now: number): boolean {
  switch (filter) {
    case 'all':
      return issue.phase !== 'listed' || application !== undefined || now - issue.listsAt < recent
    case 'open':
      return issue.phase === 'open' && issue.subscription === 'subscribable'
    case 'mine':
      return application !== undefined
    case 'upcoming':
      return issue.phase === 'upcoming'
    case 'listed':
      return issue.phase === 'listed'
  }
}

/** What needs the person first, then what can be applied for, then what waits, comes, and is over. */
function rankOf(issue: Issue, application: Application | undefined): number {
  if (application !== undefined && application.pending > 0n) return 0
  const ranks = { open: 1, closed: 2, allotted: 3, upcoming: 4, listed: 5 } as const
  return ranks[issue.phase]
}

/** When an offer changes next: the order within a rank. */
const nextOf = ({ phase, startsAt, endsAt, allotsAt, listsAt }: Issue): number =>
  ({ upcoming: startsAt, open: endsAt, closed: allotsAt, allotted: listsAt, listed: -listsAt })[phase]

function IssueList() {
  const t = useText()
  const issues = useIssues()
  const { applications, isKnown } = useApplications()
  const now = useNow(30)
  const [filter, setFilter] = useState<Filter>('all')
  const all = issues.data ?? []
  const count = (one: Filter): number =>
    all.filter((issue) => matches(one, issue, applications.get(issue.id), now)).length
  const shown = all
    .filter((issue) => matches(filter, issue, applications.get(issue.id), now))
    .toSorted(
      (one, other) =>
        rankOf(one, applications.get(one.id)) - rankOf(other, applications.get(other.id)) ||
        nextOf(one) - nextOf(other),
    )
  const called = issues.data === undefined ? issues : { ...issues, data: isKnown ? shown : undefined }
  return (
    <Screen
      title={t('titles.newStocks')}
      wide
      waiting={issues.isWaiting}
      onRefresh={() => refresh(offerings.issues, offerings.applications)}
    >
      <Chips
        label={t('offerings.show')}
        // "All" has no count: it leaves out what ended long ago, and would be smaller than the list of what has ended.
        options={filters.map((value) => {
          const found = count(value)
          const text = value === 'open' ? capitalize(t('spec.ipoStates.subscribable')) : t(`offerings.${value}`)
          return { value, text, ...(found === 0 || value === 'all' ? {} : { count: found }) }
        })}
        value={filter}
        onChange={setFilter}
      />
      <LoadedRows
        called={called}
        failed={{ title: t('offerings.failed'), text: t('offerings.failedText') }}
        waitingCards={[300, 300, 300]}
        empty={<Nothing filter={filter} isEmpty={all.length === 0} />}
      >
        {(rows) => <Offers issues={rows} applications={applications} now={now} />}
      </LoadedRows>
    </Screen>
  )
}

type OffersProps = { issues: readonly Issue[]; applications: ReadonlyMap<number, Application>; now: number }

/** What can still change as cards, and under them what is over: a line of each is enough. */
function Offers({ issues, applications, now }: OffersProps) {
  const t = useText()
  const isOver = ({ phase, id }: Issue): boolean => phase === 'listed' && !applications.has(id)
  const current = issues.filter((issue) => !isOver(issue))
  const over = issues.filter(isOver)
  return (
    <>
      {current.length === 0 ? undefined : (
        <Cards>
          {current.map((issue) => (
            <IssueCard key={issue.id} issue={issue} application={applications.get(issue.id)} now={now} />
          ))}
        </Cards>
      )}
      {over.length === 0 ? undefined : (
        <Section title={t('offerings.listed')}>
          <Cards>
            {over.map((issue) => (
              <ListedRow key={issue.id} issue={issue} />
            ))}
          </Cards>
        </Section>
      )}
    </>
  )
}

function ListedRow({ issue }: { issue: Issue }) {
  const t = useText()
  const { id, name, code, venue, listsAt } = issue
  return (
    <List>
      <Row
        height={62}
        title={name}
        subtitle={`${code} · ${venue}`}
        value={rangeText(issue)}
        note={`${priceLabel(t, issue)} · ${dayOnly(listsAt, zoneOf(issue))}`}
        href={hrefOf('newStocks', { id })}
      />
    </List>
  )
}

function Nothing({ filter, isEmpty }: { filter: Filter; isEmpty: boolean }) {
  const t = useText()
  const text = isEmpty ? t('offerings.noneReplay') : t(filter === 'mine' ? 'offerings.noneMine' : 'offerings.noneText')
  const title = t(filter === 'mine' && !isEmpty ? 'offerings.noApplications' : 'offerings.none')
  return <EmptyState title={title} text={text} />
}

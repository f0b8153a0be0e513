import { bonds as bondCalls } from '@mex/contract/bonds/calls.ts'
import { marketLists } from '@mex/contract/market/lists.ts'
import { SearchX } from 'lucide-react'

import { FoundBonds } from '#areas/bonds/door/found-bonds.tsx'
import { useCall } from '#data/call.ts'
import { LoadError } from '#components/load-error.tsx'
import { useText } from '#text/use-text.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { VisuallyHidden } from '#ui/layout.tsx'
import { Section } from '#ui/screen.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { QuoteCard } from '#areas/market/door/quote-card.tsx'
import { Results } from './search-results.tsx'
import { clearSearches, useSearches } from './searches.ts'
import styles from './search.module.css'

const rowsFound = 50
const bondsFound = 20
const popularShown = 5

/** The last searches of this device, and popular instruments. */
export function BeforeTyping({ onSearch }: { onSearch: (text: string) => void }) {
  const t = useText()
  const searches = useSearches()
  const hot = useCall(marketLists.hot, { rows: popularShown }, { freshSeconds: 60 })
  return (
    <>
      {searches.length === 0 ? undefined : (
        <Section
          title={t('search.recent')}
          action={
            <button type="button" onClick={clearSearches}>
              {t('search.clear')}
            </button>
          }
        >
          <ul className={styles['recent']}>
            {searches.map((search) => (
              <li key={search}>
                <button type="button" onClick={() => onSearch(search)}>
                  {search}
                </button>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {hot.data === undefined && hot.failure !== undefined ? undefined : (
        <Section title={t('search.popular')}>
          <QuoteCard label={t('search.popular')} rows={hot.data} source={hot} max={popularShown} />
        </Section>
      )}
    </>
  )
}

/** The instruments and bonds that a text finds. */
export function Found({ keyword, onOpen }: { keyword: string; onOpen: () => void }) {
  const t = useText()
  const { data, failure, retry } = useCall(
    marketLists.search,
    { keyword, pageNum: 1, pageSize: rowsFound },
    { abortKey: 'search', keepEarlier: true, freshSeconds: 30 },
  )
  const bonds = useCall(
    bondCalls.list,
    { keyword, pageNum: 1, pageSize: bondsFound },
    { abortKey: 'search-bonds', keepEarlier: true, freshSeconds: 30 },
  ).data
  if (data === undefined && failure !== undefined) {
    return <LoadError title={t('search.failed')} text={t('search.failedText')} answer={{ failure, retry }} />
  }
  if (data === undefined) return <SkeletonRows rows={5} />
  const hasBonds = bonds !== undefined && bonds.rows.length > 0
  return (
    <>
      <VisuallyHidden>
        <output>{t('search.found', { count: data.total + (bonds?.total ?? 0) })}</output>
      </VisuallyHidden>
      {data.rows.length === 0 && !hasBonds ? (
        <EmptyState
          icon={<SearchX aria-hidden="true" />}
          title={t('search.noneTitle', { text: keyword })}
          text={t('search.noneText')}
        />
      ) : (
        <Results rows={data.rows} onOpen={onOpen} />
      )}
      {bonds !== undefined && hasBonds ? <FoundBonds bonds={bonds.rows} onOpen={onOpen} /> : undefined}
    </>
  )
}

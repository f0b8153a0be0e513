import { bonds as bondCalls } from '@mex/contract/bonds/calls.ts'
import { marketLists } from '@mex/contract/market/lists.ts'
import { Search as Glass, SearchX, X } from 'lucide-react'
import { useDeferredValue, useEffect, useRef, useState } from 'react'

import { FoundBonds } from '#areas/bonds/door/found-bonds.tsx'
import { useCall } from '#data/call.ts'
import { clearSearches, rememberSearch, useSearches } from './searches.ts'
import { useNavigation, useParameters } from '#data/use-navigation.ts'
import { QuoteCard } from './door/quote-card.tsx'
import { LoadError } from '#components/load-error.tsx'
import { useText } from '#text/use-text.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { VisuallyHidden } from '#ui/layout.tsx'
import { Screen, Section } from '#ui/screen.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import { Results } from './search-results.tsx'
import styles from './search.module.css'

/** The debounce of typing, in ms. */
const restMilliseconds = 250
const longestKeyword = 50
const rowsFound = 50
const bondsFound = 20
const popularShown = 5

/** The debounced text. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMilliseconds)
    return () => clearTimeout(timer)
  }, [text])
  return text === '' ? '' : rested
}

/** Searches instruments of all markets by code or name while typing. */
export function SearchScreen() {
  const t = useText()
  const navigation = useNavigation()
  const { keyword: said = '' } = useParameters('search')
  const [text, setText] = useState(said.slice(0, longestKeyword))
  const keyword = useDeferredValue(useRested(text.trim()))
  const input = useRef<HTMLInputElement>(null)
  const remember = () => {
    rememberSearch(keyword)
    // The URL keeps the text, so that Back from a result shows the results again.
    navigation.setParameters('search', { keyword })
  }
  useEffect(() => {
    // Runs after the shell has focused the title of the new page.
    if (said !== '') return undefined
    const timer = setTimeout(() => input.current?.focus(), 60)
    return () => clearTimeout(timer)
  }, [said])
  return (
    <Screen title={t('titles.search')}>
      <search>
        <form
          className={styles['field']}
          onSubmit={(event) => {
            event.preventDefault()
            rememberSearch(text)
            input.current?.blur()
          }}
        >
          <TextField
            pale
            type="search"
            inputMode="search"
            label={t('search.field')}
            placeholder={t('market.searchEntry')}
            value={text}
            maxLength={longestKeyword}
            lead={<Glass aria-hidden="true" />}
            input={input}
            onChange={setText}
            unit={text === '' ? undefined : <ClearField onPress={() => setText('')} />}
          />
        </form>
      </search>
      {keyword === '' ? <BeforeTyping onSearch={setText} /> : <Found keyword={keyword} onOpen={remember} />}
    </Screen>
  )
}

function ClearField({ onPress }: { onPress: () => void }) {
  const t = useText()
  return (
    <button type="button" className={styles['clear']} aria-label={t('search.clearField')} onClick={onPress}>
      <X aria-hidden="true" />
    </button>
  )
}

/** The last searches of this device, and popular instruments. */
function BeforeTyping({ onSearch }: { onSearch: (text: string) => void }) {
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

function Found({ keyword, onOpen }: { keyword: string; onOpen: () => void }) {
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

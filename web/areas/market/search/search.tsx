import { Search as Glass, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import { rememberSearch } from './searches.ts'
import { useNavigation, useParameters } from '#data/use-navigation.ts'
import { useText } from '#text/use-text.ts'
import { Screen } from '#ui/screen.tsx'
import { TextField } from '#ui/text-field.tsx'
import { BeforeTyping, Found } from './search-found.tsx'
import { longestKeyword, useKeyword } from './search-keyword.ts'
import styles from './search.module.css'

/** Searches instruments of all markets by code or name while typing. */
export function SearchScreen() {
  const t = useText()
  const navigation = useNavigation()
  const { keyword: said = '' } = useParameters('search')
  const [text, setText] = useState(said.slice(0, longestKeyword))
  const keyword = useKeyword(text)
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

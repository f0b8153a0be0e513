import { Search as Glass } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type Ref, type RefObject } from 'react'

import { BeforeTyping, Found } from '#areas/market/search/search-found.tsx'
import { keywordOf, longestKeyword, useKeyword } from '#areas/market/search/search-keyword.ts'
import { rememberSearch } from '#areas/market/search/searches.ts'
import { useNavigation } from '#data/use-navigation.ts'
import { useText } from '#text/use-text.ts'
import { isComposing } from '#ui/composing.ts'
import styles from './search-panel.module.css'

const linksIn = (place: HTMLElement | null) => [...(place?.querySelectorAll<HTMLAnchorElement>('a[href]') ?? [])]

/** Arrow keys walk through the links of the panel; Escape, another focus and a press elsewhere close it. */
function usePanelKeys(place: RefObject<HTMLDivElement | null>, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const { current: panel } = place
    const isOutside = (target: EventTarget | null) => target instanceof Node && panel?.contains(target) === false
    const onKey = (event: KeyboardEvent) => {
      const { key } = event
      if (!['Escape', 'ArrowDown', 'ArrowUp'].includes(key) || isComposing(event)) return
      event.preventDefault()
      const links = linksIn(panel)
      const at = links.findIndex((link) => link === document.activeElement) + (key === 'ArrowDown' ? 1 : -1)
      if (key === 'Escape') {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
        close()
      } else if (at < 0) panel?.querySelector('input')?.focus()
      else links[Math.min(at, links.length - 1)]?.focus()
    }
    const onPointer = ({ target }: PointerEvent) => {
      if (isOutside(target)) close()
    }
    const onFocus = ({ relatedTarget }: FocusEvent) => {
      if (isOutside(relatedTarget)) close()
    }
    panel?.addEventListener('keydown', onKey)
    panel?.addEventListener('focusout', onFocus)
    window.addEventListener('pointerdown', onPointer)
    return () => {
      panel?.removeEventListener('keydown', onKey)
      panel?.removeEventListener('focusout', onFocus)
      window.removeEventListener('pointerdown', onPointer)
    }
  }, [place])
}

/**
 * The search field of the workspace, with what it finds below: arrow keys walk through it, Enter opens the first. Another
 * page begins with another panel, so that it is closed and empty.
 */
export function SearchPanel({ input }: { input: Ref<HTMLInputElement> }) {
  const t = useText()
  const navigation = useNavigation()
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const keyword = useKeyword(text)
  const place = useRef<HTMLDivElement>(null)
  usePanelKeys(place, () => setOpen(false))
  const openFirst = () => {
    rememberSearch(text)
    const typed = keywordOf(text)
    const [first] = typed === keyword ? linksIn(place.current) : []
    // Nothing has been found yet: the page of the search shows it when it arrives.
    if (first === undefined) navigation.to('search', { keyword: typed })
    else first.click()
    setOpen(false)
  }
  const onOpen = () => {
    rememberSearch(keyword)
    setOpen(false)
  }
  return (
    <div ref={place} className={styles['place']}>
      <search>
        <form
          className={styles['field']}
          onSubmit={(event) => {
            event.preventDefault()
            openFirst()
          }}
        >
          <Glass aria-hidden="true" />
          <input
            ref={input}
            type="search"
            aria-label={t('search.field')}
            aria-keyshortcuts="/"
            placeholder={t('workspace.search')}
            maxLength={longestKeyword}
            autoComplete="off"
            value={text}
            onFocus={() => setOpen(true)}
            onChange={(event) => {
              setOpen(true)
              setText(event.target.value)
            }}
          />
          <kbd aria-hidden="true">/</kbd>
        </form>
      </search>
      {isOpen ? (
        <section className={styles['found']} aria-label={t('workspace.searchResults')}>
          {keyword === '' ? <BeforeTyping onSearch={setText} /> : <Found keyword={keyword} onOpen={onOpen} />}
        </section>
      ) : undefined}
    </div>
  )
}

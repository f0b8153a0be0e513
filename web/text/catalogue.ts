import type { Catalogue } from './en.ts'
import type { Language } from './language.ts'
import type { TextPart } from './parts.ts'
import type { Translation } from './translation.ts'

/** The texts that the page shows: one language, and the parts that were needed so far. */
export type ShownTexts = { readonly language: Language; readonly texts: Translation<Catalogue> }

/** Sections of texts by name. */
type Sections = Readonly<Record<string, unknown>>

/** Fetches the sections of a part. */
export type LoadPart = (language: Language, part: TextPart) => Promise<Sections>

export type Texts = {
  /** The texts in view; undefined before the first language is shown. */
  readonly shown: () => ShownTexts | undefined
  readonly subscribe: (listener: () => void) => () => void
  /** Shows a language once all parts that are needed are there; until then the language before stays. */
  readonly show: (language: Language) => Promise<void>
  /** Resolves when these parts are there in the language that is shown. Waits for the first language. */
  readonly need: (parts: readonly TextPart[]) => Promise<void>
}

/** Keeps the texts of the page. A section is fetched with the first page that needs it, and again for another language. */
export function openTexts(load: LoadPart): Texts {
  const needed = new Set<TextPart>(['common'])
  const listeners = new Set<() => void>()
  let chosen: Language | undefined
  let shown: (ShownTexts & { readonly parts: ReadonlySet<TextPart> }) | undefined
  const first = Promise.withResolvers<void>()

  function put(language: Language, parts: readonly TextPart[], sections: readonly Sections[]): void {
    // The sections of every needed part are there before a page that reads them is drawn.
    const texts = Object.assign(
      {},
      shown?.language === language ? shown.texts : undefined,
      ...sections,
    ) as Translation<Catalogue>
    const before = shown?.language === language ? shown.parts : []
    shown = { language, texts, parts: new Set([...before, ...parts]) }
    first.resolve()
    for (const listener of listeners) listener()
  }
  const fetchParts = (language: Language, parts: readonly TextPart[]) =>
    Promise.all(parts.map((part) => load(language, part)))

  return {
    shown: () => shown,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async show(language) {
      chosen = language
      for (;;) {
        const parts = [...needed]
        const sections = await fetchParts(language, parts)
        if (chosen !== language) return
        // A page may have asked for another part in the meantime.
        if (parts.length === needed.size) return put(language, parts, sections)
      }
    },
    async need(parts) {
      for (const part of parts) needed.add(part)
      await first.promise
      for (;;) {
        const { language, parts: there } = shown!
        const missing = parts.filter((part) => !there.has(part))
        if (missing.length === 0) return
        const sections = await fetchParts(language, missing)
        // Otherwise another language is shown by now, and it came with every part that was needed.
        if (shown!.language === language) put(language, missing, sections)
      }
    },
  }
}

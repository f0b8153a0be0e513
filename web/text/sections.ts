import type { Catalogue } from './en.ts'
import { isPageSection, type TextPart } from './parts.ts'
import type { Translation } from './translation.ts'

/** The sections of a part: one that is loaded with its pages, or all that are loaded with the first page. */
export function sectionsOf(part: TextPart, catalogue: Translation<Catalogue>): Readonly<Record<string, unknown>> {
  const own = Object.entries(catalogue).filter(([section]) =>
    part === 'common' ? !isPageSection(section) : section === part,
  )
  return Object.fromEntries(own)
}

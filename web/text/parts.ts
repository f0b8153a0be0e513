import { pageTexts } from '#page-texts.ts'

/** The sections that the workspace of wide windows shows; they are loaded with it. */
export const workspaceTexts = [
  'alerts',
  'auctions',
  'blocks',
  'bonds',
  'orders',
  'robots',
  'ticket',
  'workspace',
] as const

/** A section that is loaded with its pages. */
export type PageSection = (typeof pageTexts)[keyof typeof pageTexts][number] | (typeof workspaceTexts)[number]
/** What is loaded at once: one section of a page, or all the others. */
export type TextPart = 'common' | PageSection

export const pageSections: readonly PageSection[] = [
  ...new Set([...Object.values(pageTexts).flat(), ...workspaceTexts]),
]
export const isPageSection = (section: string): section is PageSection => pageSections.some((each) => each === section)

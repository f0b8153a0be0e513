import type { Traditional } from '@mex/contract/text.ts'
import { inTransaction, type Database } from '#db/sql.ts'
import { join } from 'node:path'
import { openAssistant, type Assistant } from './assistant.ts'
import { openChat, type Chat, type ChatMarket } from './chat.ts'
import { publishHelp } from './help.ts'
import { openHelpEntries, type Help } from './help-entries.ts'
import { openInstrumentWords } from './instrument-words.ts'

/** The services of the content area: the help, and the chat whose assistant searches it. */
export type Content = {
  readonly chat: Chat
  readonly help: Help & Pick<Assistant, 'search'> & { readonly articleIds: () => ReadonlyMap<string, number> }
  /** Publishes the help articles of this version under Learn. */
  start(now: number): Promise<void>
}

export type ContentDependencies = {
  readonly db: Database
  readonly helpFolder: string
  readonly market: ChatMarket
  readonly traditional: Traditional
  /** Simplified Chinese of a text in Traditional Chinese. */
  readonly simplified: (text: string) => string
  /** How many times faster than the wall clock the market clock runs. */
  readonly speed: number
  /** Called after a commit that wrote to the outbox. */
  readonly wake: () => void
}

export async function openContent(dependencies: ContentDependencies): Promise<Content> {
  const { db, helpFolder, market, traditional, simplified, speed, wake } = dependencies
  const help = await openHelpEntries(helpFolder)
  const instrumentWords = await openInstrumentWords(join(helpFolder, 'instrument-words.csv'))
  const assistant = openAssistant({ entries: help.entries, instrumentWords, simplified })
  const topics = new Map(
    help.entries.filter(({ kind }) => kind === 'article').map((entry) => [entry.slug, entry] as const),
  )
  let ids: ReadonlyMap<string, number> = new Map()
  const articleIds = (): ReadonlyMap<string, number> => ids
  return {
    chat: openChat({ db, assistant, topics, market, articleIds, traditional, speed, wake }),
    help: { ...help, search: assistant.search, articleIds },
    async start() {
      ids = await inTransaction(db, (tx) => publishHelp(tx, help.topics))
    },
  }
}

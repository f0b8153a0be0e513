import type { Traditional } from '@mex/contract/text.ts'
import { inTransaction, type Database } from '#db/sql.ts'
import { openChat, type Chat } from './chat.ts'
import { openHelp, publishHelp } from './help.ts'

/** What the content area is made of: the help articles, and the chat that looks things up in them. */
export type Content = {
  readonly chat: Chat
  /** Puts the help articles under Learn as they are in this version. */
  start(now: number): Promise<void>
}

export type ContentDependencies = {
  readonly db: Database
  readonly helpFolder: string
  readonly traditional: Traditional
  /** How many times faster than the wall clock the market clock runs. */
  readonly speed: number
  /** A commit has told something to push. */
  readonly wake: () => void
}

export async function openContent({ db, helpFolder, traditional, speed, wake }: ContentDependencies): Promise<Content> {
  const topics = await openHelp(helpFolder)
  let ids: ReadonlyMap<string, number> = new Map()
  return {
    chat: openChat({ db, topics, articleIds: () => ids, traditional, speed, wake }),
    async start(now) {
      ids = await inTransaction(db, (tx) => publishHelp(tx, topics, now))
    },
  }
}

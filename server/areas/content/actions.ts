import type { Traditional } from '@mex/contract/text.ts'
import { inTransaction, type Database } from '#db/sql.ts'
import { openChat, type Chat } from './chat.ts'
import { openHelp, publishHelp } from './help.ts'

/** The services of the content area: the help articles, and the chat whose assistant searches them. */
export type Content = {
  readonly chat: Chat
  /** Publishes the help articles of this version under Learn. */
  start(now: number): Promise<void>
}

export type ContentDependencies = {
  readonly db: Database
  readonly helpFolder: string
  readonly traditional: Traditional
  /** How many times faster than the wall clock the market clock runs. */
  readonly speed: number
  /** Called after a commit that wrote to the outbox. */
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

import type { UserRowKey, Database, Tx } from '#db/sql.ts'
import { openNoticeReader, type Notice, type NoticeReader } from '#db/outbox.ts'
import type { Feed } from '#feeds/feed.ts'
import { pricesAt } from '#areas/trading/prices.ts'
import { loadAllLive, loadChanged } from '#areas/trading/store.ts'
import type { TriggerIndex } from './trigger-index.ts'

/**
 * Brings the index of the server that leads up to date with what all servers have committed. Every change of an order, a position or a
 * margin addition, which moves money, writes a notice in its commit.
 */
export type IndexChanges = {
  /** Resolves when the index has everything that was committed before; the first time it is rebuilt. */
  read(this: void, now: number): Promise<void>
  /** Before a list of this server commits: what it has changed is brought to the index after the commit, and not read again. */
  readonly own: NoticeReader['own']
}

export type IndexChangesOptions = { readonly db: Database; readonly feed: Feed; readonly triggers: TriggerIndex }

export function openIndexChanges({ db, feed, triggers }: IndexChangesOptions): IndexChanges {
  const reader = openNoticeReader(db, topics)
  return {
    own: reader.own,
    read: (now) =>
      reader.read(
        async () => triggers.rebuild(await loadAllLive(db), pricesAt(feed, now)),
        async (notices) => triggers.apply(await changed(db, notices, triggers), pricesAt(feed, now)),
      ),
  }
}

/** A margin addition moves money, so that it is found by the person whose wallet has changed. */
const topics = ['order', 'position', 'wallet']

const keysOf = (notices: readonly Notice[], topic: string): readonly UserRowKey[] =>
  notices.flatMap((notice) => (notice.topic === topic ? [{ userId: notice.userId, id: notice.refId }] : []))

function changed(tx: Tx, notices: readonly Notice[], triggers: TriggerIndex) {
  const users = [...new Set(notices.map(({ userId }) => userId))]
  return loadChanged(tx, {
    orders: keysOf(notices, 'order'),
    positions: keysOf(notices, 'position'),
    users,
    additions: triggers.additionsOf(users),
  })
}

import { deleteOldNotices, noticesOf, snapshotNow, unsentSince, type Notice, type Unsent } from '#db/outbox.ts'
import type { Database } from '#db/sql.ts'
import type { Bus, PersonalBatch, PersonalFrame } from './bus.ts'

/** Loads the rows of notices of one topic: at most one frame for each id, in the order of the ids. */
export type FrameLoader = (userId: number, refIds: readonly number[]) => Promise<readonly PersonalFrame[]>

export type OutboxOptions = {
  readonly db: Database
  readonly bus: Bus
  /** By topic. Notices of other topics are not sent. */
  readonly loaders: Readonly<Record<string, FrameLoader>>
  /** Epoch milliseconds of the market clock. */
  readonly now: () => number
  /** Notices for users who do not listen are skipped. */
  readonly isListening?: (userId: number) => boolean
  readonly onError: (error: unknown) => void
  readonly pollMilliseconds?: number
  readonly batch?: number
  /** Notices older than this are deleted. */
  readonly keepHours?: number
  readonly pruneMilliseconds?: number
}

export type Outbox = {
  /** Reads after a commit without waiting for the next poll. */
  wake(): void
  /** Resolves when everything committed before has been sent. */
  settled(): Promise<void>
  /** Notices that are committed and were not read yet. */
  unsent(): Promise<Unsent>
  close(): Promise<void>
}

/** Minimum time between two reads, so that commits in quick succession are read together. */
const readIntervalMilliseconds = 20

/**
 * Reads the outbox in commit order and publishes each user's frames. It starts at the current end, because clients load
 * their data by HTTP when they connect.
 */
export async function openOutbox(options: OutboxOptions): Promise<Outbox> {
  const { db, onError, pollMilliseconds = 1000, batch = 500, keepHours = 24 } = options
  let after = await snapshotNow(db)
  let reading: Promise<void> = Promise.resolve()
  let isPending = false
  let isClosed = false
  let readAt = -Infinity

  async function read(): Promise<void> {
    if (isClosed) return
    isPending = false
    readAt = performance.now()
    const by = await snapshotNow(db)
    let afterId = 0
    while (by !== after && !isClosed) {
      const notices = await noticesOf(db, { after, by }, afterId, batch)
      await publishAll(options, notices)
      afterId = notices.at(-1)?.id ?? afterId
      if (notices.length < batch) after = by
    }
  }

  function queueRead(): Promise<void> {
    return (reading = reading.then(read).catch(onError))
  }

  function wake(): void {
    if (isPending || isClosed) return
    isPending = true
    const delay = readAt + readIntervalMilliseconds - performance.now()
    if (delay <= 0) void queueRead()
    else setTimeout(() => void queueRead(), delay)
  }

  const polling = setInterval(wake, pollMilliseconds)
  const pruning = setInterval(
    () => void deleteOldNotices(db, keepHours).catch(onError),
    options.pruneMilliseconds ?? 3_600_000,
  )
  return {
    wake,
    settled: queueRead,
    unsent: () => unsentSince(db, after),
    close: async () => {
      isClosed = true
      clearInterval(polling)
      clearInterval(pruning)
      await reading
    },
  }
}

/** Publishes the notices of each user in their order; a row that changed twice is sent once, in its current state. */
async function publishAll(options: OutboxOptions, notices: readonly Notice[]): Promise<void> {
  const { isListening = () => true, bus, now, onError } = options
  for (const [userId, own] of Map.groupBy(notices, (notice) => notice.userId)) {
    if (!isListening(userId)) continue
    const personal: PersonalBatch = await loadFrames(options.loaders, userId, own).then(
      (frames) => ({ at: now(), frames }),
      (error: unknown) => {
        onError(error)
        return { at: now(), frames: [], incomplete: true }
      },
    )
    if (personal.frames.length > 0 || personal.incomplete === true) bus.publish(`user.${userId}`, personal)
  }
}

async function loadFrames(
  loaders: OutboxOptions['loaders'],
  userId: number,
  notices: readonly Notice[],
): Promise<readonly PersonalFrame[]> {
  const newest = new Map<string, Notice>()
  for (const notice of notices) {
    const name = `${notice.topic} ${notice.refId}`
    newest.delete(name)
    newest.set(name, notice)
  }
  const frames: PersonalFrame[] = []
  for (const { topic, refIds } of runsOf([...newest.values()])) {
    const load = Object.hasOwn(loaders, topic) ? loaders[topic] : undefined
    if (load !== undefined) frames.push(...(await load(userId, refIds)))
  }
  return frames
}

/** Groups consecutive notices of one topic, so that one query loads them. */
function runsOf(notices: readonly Notice[]): readonly { readonly topic: string; readonly refIds: readonly number[] }[] {
  const runs: { topic: string; refIds: number[] }[] = []
  for (const { topic, refId } of notices) {
    const last = runs.at(-1)
    if (last !== undefined && last.topic === topic) last.refIds.push(refId)
    else runs.push({ topic, refIds: [refId] })
  }
  return runs
}

import { noticesOf, snapshotNow, type Notice } from '#db/outbox.ts'
import { sql, type Database } from '#db/sql.ts'
import type { Bus, PersonalBatch, PersonalFrame } from './bus.ts'

/** The shape after the change, as the frame that tells it; `data` is its wire form as JSON. */
export type Shown = PersonalFrame

/** Looks up what notices of one topic are about: a frame or none for each id, in the order of the ids. */
export type Present = (userId: number, refIds: readonly number[]) => Promise<readonly Shown[]>

export type OutboxOptions = {
  readonly db: Database
  readonly bus: Bus
  /** By topic. A topic that nobody presents is not told. */
  readonly present: Readonly<Record<string, Present>>
  /** Epoch milliseconds of the market clock. */
  readonly now: () => number
  /** What is for a person who does not listen is not looked up. */
  readonly isListening?: (userId: number) => boolean
  readonly onError: (error: unknown) => void
  readonly pollMilliseconds?: number
  readonly batch?: number
  /** Notices older than this are deleted; nobody asks for them again. */
  readonly keepHours?: number
  readonly pruneMilliseconds?: number
}

export type Outbox = {
  /** A commit has just told something: read now, and do not wait for the next look. */
  wake(): void
  /** Resolves when everything that was committed before has been told. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** When commits follow each other closely, what they tell is read together, this long after the reading before. */
const gatherMilliseconds = 20

/**
 * Reads the outbox in the order of commits and tells each person what is theirs. It starts at the present end: whoever
 * connects later asks for everything by HTTP.
 */
export async function openOutbox(options: OutboxOptions): Promise<Outbox> {
  const { db, onError, pollMilliseconds = 1000, batch = 500 } = options
  let after = await snapshotNow(db)
  let reading: Promise<void> = Promise.resolve()
  let isAsked = false
  let isClosed = false
  let readAt = -Infinity

  async function read(): Promise<void> {
    if (isClosed) return
    isAsked = false
    readAt = performance.now()
    const by = await snapshotNow(db)
    let afterId = 0
    while (by !== after && !isClosed) {
      const notices = await noticesOf(db, { after, by }, afterId, batch)
      await tellAll(options, notices)
      afterId = notices.at(-1)?.id ?? afterId
      if (notices.length < batch) after = by
    }
  }

  function look(): Promise<void> {
    return (reading = reading.then(read).catch(onError))
  }

  function wake(): void {
    if (isAsked || isClosed) return
    isAsked = true
    const early = readAt + gatherMilliseconds - performance.now()
    if (early <= 0) void look()
    else setTimeout(() => void look(), early)
  }

  const polling = setInterval(wake, pollMilliseconds)
  const pruning = setInterval(() => void forgetOld(options).catch(onError), options.pruneMilliseconds ?? 3_600_000)
  return {
    wake,
    settled: look,
    close: async () => {
      isClosed = true
      clearInterval(polling)
      clearInterval(pruning)
      await reading
    },
  }
}

/** Tells each person their part, which keeps its order; what changed twice is told once, as it is now. */
async function tellAll(options: OutboxOptions, notices: readonly Notice[]): Promise<void> {
  const { isListening = () => true, bus, now, onError } = options
  for (const [userId, own] of Map.groupBy(notices, (notice) => notice.userId)) {
    if (!isListening(userId)) continue
    const told: PersonalBatch = await presentAll(options.present, userId, own).then(
      (frames) => ({ at: now(), frames }),
      (error: unknown) => {
        onError(error)
        return { at: now(), frames: [], incomplete: true }
      },
    )
    if (told.frames.length > 0 || told.incomplete === true) bus.publish(`user.${userId}`, told)
  }
}

async function presentAll(
  present: OutboxOptions['present'],
  userId: number,
  notices: readonly Notice[],
): Promise<readonly Shown[]> {
  const newest = new Map<string, Notice>()
  for (const notice of notices) {
    const name = `${notice.topic} ${notice.refId}`
    newest.delete(name)
    newest.set(name, notice)
  }
  const frames: Shown[] = []
  for (const { topic, refIds } of runsOf([...newest.values()])) {
    const look = Object.hasOwn(present, topic) ? present[topic] : undefined
    if (look !== undefined) frames.push(...(await look(userId, refIds)))
  }
  return frames
}

/** Notices of one topic that follow each other are looked up together. */
function runsOf(notices: readonly Notice[]): readonly { readonly topic: string; readonly refIds: readonly number[] }[] {
  const runs: { topic: string; refIds: number[] }[] = []
  for (const { topic, refId } of notices) {
    const last = runs.at(-1)
    if (last !== undefined && last.topic === topic) last.refIds.push(refId)
    else runs.push({ topic, refIds: [refId] })
  }
  return runs
}

/** The outbox keeps wall-clock time, because the database writes it. */
async function forgetOld({ db, keepHours = 24 }: OutboxOptions): Promise<void> {
  await sql`delete from outbox where created_at < now() - make_interval(hours => ${keepHours}::int)`.execute(db)
}

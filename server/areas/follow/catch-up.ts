import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Feed } from '#feeds/feed.ts'

/** Work between two turns of the event loop: at least, and at most. */
const workMilliseconds = [4, 40] as const
/** The rest between them when nobody waits. */
const restMilliseconds = 8

/**
 * Waits until everything about agencies is computed up to an instant. After a start that takes a second or two, in small steps, so that
 * other callers are answered meanwhile; afterwards it is immediate. Several may compute at a time: each goes on where the others are.
 */
export async function agenciesReady(
  { agencies }: Pick<Feed, 'agencies'>,
  now: number,
  { isWaitedFor = true }: { readonly isWaitedFor?: boolean } = {},
): Promise<void> {
  const steps = agencies.catchUp(now)
  let work: number = workMilliseconds[0]
  for (;;) {
    const until = performance.now() + work
    // At least one step a turn, also where the machine was busy since the line before.
    do if (steps.next().done === true) return
    while (performance.now() < until)
    const paused = performance.now()
    await (isWaitedFor ? setImmediate() : setTimeout(restMilliseconds, undefined, { ref: false }))
    // Where the other work is long, who waits gets half of the time.
    const others = isWaitedFor ? performance.now() - paused : 0
    work = Math.min(Math.max(others, workMilliseconds[0]), workMilliseconds[1])
  }
}

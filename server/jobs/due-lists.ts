import { isRefusal } from '@mex/core/refusal.ts'
import type { Command, Lane } from '#db/lane.ts'

export type DueLists<In extends Command> = {
  /** Commands for what is due now, at most `batch`. */
  readonly due: () => Promise<readonly In[]>
  /** Commands in one list. */
  readonly batch: number
  /** Wakes push after a commit with notices. */
  readonly wake: () => void
}

/** Does what is due, list after list, and returns how much was done. What could not be done waits for the next run. */
export async function sendDue<In extends Command, Out>(
  lane: Lane<In, Out>,
  { due, batch, wake }: DueLists<In>,
): Promise<number> {
  let count = 0
  for (;;) {
    const commands = await due()
    const outcomes = await lane.sendAll(commands)
    const done = outcomes.filter((outcome) => !isRefusal(outcome)).length
    count += done
    if (done > 0) wake()
    if (commands.length < batch || done === 0) return count
  }
}

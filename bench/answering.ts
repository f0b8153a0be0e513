/** The functions that a measured process offers to its parent, by name. */
export type Questions = Readonly<Record<string, (given: never) => unknown>>

/** CPU time since the start of the process, and its memory. */
export type Usage = { readonly cpuSeconds: number; readonly residentMegabytes: number }

export function usage(): Usage {
  const { user, system } = process.cpuUsage()
  return { cpuSeconds: (user + system) / 1e6, residentMegabytes: process.memoryUsage.rss() / 2 ** 20 }
}

/** The argument of the process, parsed from JSON. */
export const argument = <Given>(): Given => JSON.parse(process.argv[2] ?? 'null') as Given

type Question = { readonly number: number; readonly question: string; readonly given: unknown }

/** Answers the parent process until it disconnects, then exits. Every process answers `ready` and `usage`. */
export function answerParent(questions: Questions, close: () => Promise<void>): void {
  const known: Questions = { ready: () => true, usage, ...questions }
  async function answer({ number, question, given }: Question): Promise<void> {
    try {
      const found = known[question]
      if (found === undefined) throw new Error(`unknown question ${question}`)
      process.send?.({ number, answer: await found(given as never) })
    } catch (error) {
      process.send?.({ number, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    }
  }
  process.on('message', (message) => void answer(message as Question))
  process.on('disconnect', () => void close().finally(() => process.exit(0)))
}

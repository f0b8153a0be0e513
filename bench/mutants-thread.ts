import { registerHooks } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import fc from 'fast-check'

/**
 * Loads the tests of core once, with every mutation behind a switch, and runs those that it is asked to run with one
 * mutant switched on, until one fails.
 */
export type Given = {
  /** JavaScript with its switches, by address. */
  readonly modules: ReadonlyMap<string, string>
  /** How many mutants there are. */
  readonly count: number
  /** Addresses of the files of tests. */
  readonly tests: readonly string[]
  /** Switched on before anything is loaded; for modules that compute something while they are loaded. */
  readonly mutant: number | undefined
}
export type Question = { readonly mutant: number | undefined; readonly tests: readonly number[] | 'all' }
export type RunTest = {
  readonly number: number
  readonly title: string
  readonly milliseconds: number
  /** The mutants whose place it reached. */
  readonly reached: readonly number[]
}
export type Answer = { readonly ran: readonly RunTest[]; readonly failed: string | undefined }

const given = workerData as Given
let active = given.mutant
/** By the number of the mutant, 1 where its place was reached; it is asked millions of times a second. */
const reached = new Uint8Array(given.count)
const tests: { readonly title: string; readonly work: () => unknown }[] = []

Object.assign(globalThis, {
  mutant(number: number) {
    reached[number] = 1
    return number === active
  },
  collectTest: (title: string, work: () => unknown) => tests.push({ title, work }),
})
const runner =
  'export const test = collectTest; export const it = collectTest; export const describe = (title, work) => work()'
registerHooks({
  resolve: (name, context, next) =>
    name === 'node:test' ? { url: 'mutants:test', shortCircuit: true } : next(name, context),
  load(url, context, next) {
    const source = url === 'mutants:test' ? runner : given.modules.get(url)
    return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true }
  },
})
// The same examples in every run, so that a score can be repeated.
fc.configureGlobal({ seed: 1 })

/** What was reached since this was asked last. */
function takeReached(): readonly number[] {
  const taken = [...reached.keys()].filter((number) => reached[number] === 1)
  reached.fill(0)
  return taken
}

async function run({ mutant, tests: wanted }: Question): Promise<Answer> {
  active = mutant
  takeReached()
  const ran: RunTest[] = []
  for (const number of wanted === 'all' ? tests.keys() : wanted) {
    const test = tests[number]
    if (test === undefined) throw new Error(`there is no test ${number}`)
    const begin = performance.now()
    try {
      await test.work()
    } catch (error) {
      return { ran, failed: `${test.title}: ${String(error).slice(0, 200)}` }
    }
    ran.push({ number, title: test.title, milliseconds: performance.now() - begin, reached: takeReached() })
  }
  return { ran, failed: undefined }
}

for (const address of given.tests) await import(address)
parentPort?.on('message', async (question: Question) => parentPort?.postMessage(await run(question)))
parentPort?.postMessage(takeReached())

import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { root } from './measured-server.ts'
import type { Figure, Measurement, Say } from './measurement.ts'
import type { Answer, Given, Question, RunTest } from './mutants-thread.ts'
import { mutationsOf, withSwitches, type Mutation } from './mutations.ts'
import { withLastFigures } from './report.ts'

const name = 'mutants'
const areas = ['money', 'ledger', 'trading', 'wallet']
const leastPercent = 90
/** A test that takes longer than it does without a mutant, five times and this, runs in a circle: the mutant is killed. */
const patienceMilliseconds = 5000
const loadMilliseconds = 120_000
const memoryMegabytes = 1024

type Mutant = Mutation & { readonly file: string }
type Subject = { readonly given: Omit<Given, 'mutant'>; readonly mutants: readonly Mutant[] }

/** All modules, those of the areas with their mutants; numbers of mutants are places in the list. */
function readSubject(): Subject {
  const core = join(root, 'core')
  const files = globSync('**/*.ts', { cwd: core, exclude: ['.types'] }).toSorted()
  const mutants: Mutant[] = []
  const modules = new Map<string, string>()
  for (const file of files) {
    const text = stripTypeScriptTypes(readFileSync(join(core, file), 'utf8'))
    const isMutated = areas.includes(dirname(file)) && !/test(ing)?\.ts$/.test(file)
    const mutations = isMutated ? mutationsOf(text) : []
    modules.set(pathToFileURL(join(core, file)).href, withSwitches(text, mutations, mutants.length))
    mutants.push(...mutations.map((mutation) => ({ ...mutation, file })))
  }
  const tests = [...modules.keys()].filter((address) => address.endsWith('.test.ts'))
  return { given: { modules, tests, count: mutants.length }, mutants }
}

type Thread = AsyncDisposable & {
  /** Mutants whose place was reached while the modules were loaded. */
  readonly atLoad: readonly number[]
  /** Rejects when the thread does not answer in time or breaks; it is of no use then. */
  ask(question: Question, milliseconds: number): Promise<Answer>
}

async function openThread(given: Given, milliseconds: number): Promise<Thread> {
  const worker = new Worker(new URL('./mutants-thread.ts', import.meta.url), {
    workerData: given,
    resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes },
  })
  const next = <Message>(limit: number): Promise<Message> =>
    new Promise((done, fail) => {
      const late = setTimeout(() => void worker.terminate(), limit)
      worker.removeAllListeners()
      worker.once('message', done).once('error', fail)
      worker.once('exit', () => fail(new Error('it ran in a circle')))
      worker.once('message', () => clearTimeout(late)).once('exit', () => clearTimeout(late))
    })
  const atLoad = await next<readonly number[]>(milliseconds)
  return {
    atLoad,
    ask(question, limit) {
      worker.postMessage(question)
      return next<Answer>(limit)
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate()
    },
  }
}

const milliseconds = (tests: readonly RunTest[]): number => tests.reduce((sum, test) => sum + test.milliseconds, 0)

/** Asks about one mutant after the other; a thread is replaced when a mutant has broken it. */
async function openJudge(given: Subject['given']) {
  let thread = await openThread({ ...given, mutant: undefined }, loadMilliseconds)
  const all: Question = { mutant: undefined, tests: 'all' }
  const { ran, failed } = await thread.ask(all, 300_000)
  if (failed !== undefined) throw new Error(`without any mutant: ${failed}`)
  const cheapestFirst = ran.toSorted((left, right) => left.milliseconds - right.milliseconds)
  const { atLoad } = thread
  const limitOf = (tests: readonly RunTest[]): number => patienceMilliseconds + 5 * milliseconds(tests)
  /** For tables and constants, which only loading reaches: a thread of their own, and the tests beside the module or in its folder. */
  async function killsFromLoad(mutant: number, file: string): Promise<boolean> {
    const beside = given.tests.filter((test) => test.endsWith(`/core/${file.replace('.ts', '.test.ts')}`))
    const folder = given.tests.filter((test) => test.includes(`/core/${dirname(file)}/`))
    try {
      await using fresh = await openThread(
        { ...given, tests: beside.length > 0 ? beside : folder, mutant },
        loadMilliseconds,
      )
      return (await fresh.ask({ mutant, tests: 'all' }, limitOf(ran))).failed !== undefined
    } catch {
      return true
    }
  }
  return {
    async kills(mutant: number, file: string): Promise<boolean> {
      const tests = cheapestFirst.filter((test) => test.reached.includes(mutant))
      if (tests.length === 0) return atLoad.includes(mutant) && killsFromLoad(mutant, file)
      try {
        // One by one, because the limit of a test that runs in a circle is then that of this test.
        for (const test of tests)
          if ((await thread.ask({ mutant, tests: [test.number] }, limitOf([test]))).failed !== undefined) return true
        return false
      } catch {
        thread = await openThread({ ...given, mutant: undefined }, loadMilliseconds)
        return true
      }
    },
    async [Symbol.asyncDispose]() {
      // What a mutant left behind in a module would make later verdicts worthless.
      const { failed: left } = await thread.ask(all, 300_000)
      await thread[Symbol.asyncDispose]()
      if (left !== undefined) throw new Error(`after all mutants: ${left}`)
    },
  }
}

const fileScore = (file: string, all: number, killed: number): Figure => ({
  name: `killed in \`${file}\``,
  value: killed,
  unit: '',
  beside: { name: 'of', value: all, ratio: killed / all },
})

/** The scores of these files and, of those that were not measured now, the last ones. */
async function withLast(scores: readonly Figure[]): Promise<readonly Figure[]> {
  const figures = (await withLastFigures(name, scores)).filter(({ beside }) => beside !== undefined)
  const [killed, all] = [
    figures.reduce((sum, { value }) => sum + value, 0),
    figures.reduce((sum, { beside }) => sum + (beside?.value ?? 0), 0),
  ]
  const total = {
    name: 'killed of all',
    value: (killed / all) * 100,
    unit: '%',
    target: { atLeast: leastPercent },
  }
  return [total, ...figures.toSorted((left, right) => (left.name < right.name ? -1 : 1))]
}

async function judgeAll(say: Say, only: string): Promise<readonly Figure[]> {
  const { given, mutants } = readSubject()
  await using judge = await openJudge(given)
  const wanted = new RegExp(only)
  const scores: Figure[] = []
  for (const file of new Set(mutants.map((mutant) => mutant.file))) {
    if (!wanted.test(file)) continue
    const own = [...mutants.entries()].filter(([, mutant]) => mutant.file === file)
    let killed = 0
    for (const [number, { line, before, after = 'nothing' }] of own) {
      if (await judge.kills(number, file)) killed += 1
      else say(`core/${file}:${line}: ${before} → ${after}`.replaceAll(/\s+/g, ' '))
    }
    scores.push(fileScore(file, own.length, killed))
  }
  return withLast(scores)
}

export const mutants: Measurement = {
  name,
  title: 'Mutants of the rules',
  about: `One change of one place at a time in ${areas.map((area) => `\`core/${area}\``).join(', ')}: an operator, a rounding, a number by one, a condition, a branch,
a statement or a result that is left out. A mutant is killed when a unit test of \`core/\` fails, or never ends, with it. Assertions are not
changed, because what they state cannot happen. \`--only PATTERN\` takes the files whose path matches and leaves the others as they were.`,
  run: judgeAll,
}

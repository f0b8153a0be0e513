import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { withTestPostgres } from '@mex/server/testing.ts'
import { provesGuards } from '#guards/main.ts'
import { growthPerDay } from '#soak/growth.ts'
import { soak } from '#soak/week.ts'
import { liveYear } from '#soak/year.ts'
import { subjects } from './market.ts'
import { simulate } from './simulation.ts'

const usage = `npm run simulate -- [--seed TEXT] [--steps NUMBER] [--about NAME] [--servers NUMBER] [--halts] [--trace]

Lets random users trade and pay in and out on the real server's actions and checks everything after every burst of commands.
The same seed and number of steps repeat a run exactly. With --about it is about this, whatever the seed:
${subjects.join(', ')}. With --servers so many servers accept the commands, with clocks that differ; with --halts an operator of several
servers halts and resumes trading. Exits with 1 when anything is wrong.

npm run simulate -- --week [--hours NUMBER] [--acts NUMBER] [--seed TEXT]

Lets a whole server live through a week that nobody looks after, with people who act over HTTP (so many things an hour),
and measures what it holds in memory. Exits with 1 when anything is wrong, when the heap grows by more than 1 MB a day or
the memory that the operating system gives by more than 4 MB.

npm run simulate -- --year [--people NUMBER] [--days NUMBER] [--speed NUMBER] [--per-second NUMBER] [--seed TEXT] [--folder PATH]

Starts a server in a process of its own on a fast clock, lets many people use every product, and runs every check of the operator
after so many days. With --folder the data stays, and a later run with more days goes on in it. Exits with 1 when a check
finds anything, or a call fails.

npm run simulate -- --guards [--only TEXT]

Takes the guards of tests/guards away one by one, those with TEXT in their name, in a copy of the project, and runs the test
that must fail without each. Exits with 1 when a test does not miss its guard.`

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    steps: { type: 'string', default: '60' },
    week: { type: 'boolean', default: false },
    hours: { type: 'string', default: '168' },
    acts: { type: 'string', default: '24' },
    year: { type: 'boolean', default: false },
    people: { type: 'string', default: '1000' },
    days: { type: 'string', default: '365' },
    speed: { type: 'string', default: '10000' },
    'per-second': { type: 'string', default: '20' },
    folder: { type: 'string' },
    about: { type: 'string' },
    servers: { type: 'string', default: '1' },
    halts: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
    guards: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
})

async function run(): Promise<boolean> {
  const seed = values.seed ?? String(randomInt(1_000_000_000))
  const steps = Number(values.steps)
  console.log(`seed ${seed}, ${steps} steps`)
  const began = performance.now()
  const about = subjects.find((each) => each === values.about)
  if (values.about !== undefined && about === undefined) throw new Error(`Nothing is named ${values.about}`)
  const result = await simulate({
    seed,
    steps,
    about,
    servers: Number(values.servers),
    halting: values.halts,
    ...(values.trace ? { tell: (line: string) => console.log(line) } : {}),
  })
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`${result.steps} steps, ${result.accepted} accepted, ${result.refused} refused, ${seconds} s`)
  for (const [kind, count] of Object.entries(result.tally)) console.log(`  ${String(count).padStart(6)} ${kind}`)
  console.log(`hash ${result.hash}`)
  for (const finding of result.findings) console.log(`WRONG after step ${result.steps}: ${finding}`)
  if (result.findings.length > 0)
    console.log(
      `again: npm run simulate -- --seed ${seed} --steps ${result.steps}${about === undefined ? '' : ` --about '${about}'`}${values.servers === '1' ? '' : ` --servers ${values.servers}`}${values.halts ? ' --halts' : ''} --trace`,
    )
  return result.findings.length === 0
}

/**
 * More bytes than this per day are a leak, with which a server could not run for a year. Resident memory varies more: the
 * C library's heap fragments, ever more slowly for weeks.
 */
const growthMax = { heap: 2 ** 20, resident: 4 * 2 ** 20 }

async function runWeek(): Promise<boolean> {
  const began = performance.now()
  const seed = values.seed ?? 'week'
  const result = await soak({
    seed,
    hours: Number(values.hours),
    acts: Number(values.acts),
    tell: (line) => console.log(line),
  })
  console.log(`${result.calls} calls in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  for (const [name, count] of result.tables.slice(0, 15)) console.log(`  ${String(count).padStart(8)} ${name}`)
  for (const [what, count] of result.happened) console.log(`  ${String(count).padStart(8)} ${what}`)
  const peak = process.resourceUsage().maxRSS / 1024
  console.log(`resident memory was never more than ${peak.toFixed(0)} MB, people and garbage included`)
  const areSteady = (['heap', 'resident'] as const).map((what) => {
    const growth = growthPerDay(result.measurements, what)
    const told =
      growth === undefined ? 'too short to speak of growth' : `grows by ${(growth / 1024).toFixed(0)} KB a day`
    console.log(`${what}: ${told}`)
    return (growth ?? 0) <= growthMax[what]
  })
  for (const wrong of [...result.findings, ...result.failures]) console.log(`WRONG ${wrong}`)
  return result.findings.length + result.failures.length === 0 && areSteady.every(Boolean)
}

async function runYear(): Promise<boolean> {
  const { outcomes, tables, failures, verified, ...figures } = await liveYear({
    seed: values.seed ?? 'year',
    people: Number(values.people),
    days: Number(values.days),
    speed: Number(values.speed),
    perSecond: Number(values['per-second']),
    folder: values.folder,
    tell: (line) => console.log(line),
  })
  for (const [what, count] of [...outcomes].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    console.log(`  ${String(count).padStart(8)} ${what}`)
  for (const [name, count] of tables.slice(0, 25)) console.log(`  ${String(count).padStart(8)} rows of ${name}`)
  const { people, daysPassed, daysInGaps, wallSeconds, megabytes } = figures
  console.log(
    `${people} people, ${daysPassed.toFixed(1)} days (${daysInGaps.toFixed(1)} in gaps) in ${wallSeconds.toFixed(0)} s; the server held ${megabytes ?? '?'} MB`,
  )
  for (const { isRight, lines } of verified) if (!isRight) for (const line of lines) console.log(`WRONG ${line}`)
  for (const failure of failures) console.log(`WRONG ${failure}`)
  return failures.length === 0 && verified.every(({ isRight }) => isRight)
}

/** On the test run's database server, or on a separate one for this run. */
const onPostgres = (work: () => Promise<boolean>): Promise<boolean> =>
  process.env['TEST_DATABASE_URL'] === undefined ? withTestPostgres(work) : work()

if (values.help) console.log(usage)
else if (values.year) process.exitCode = (await runYear()) ? 0 : 1
else if (values.guards) process.exitCode = (await provesGuards(values.only)) ? 0 : 1
else process.exitCode = (await onPostgres(values.week ? runWeek : run)) ? 0 : 1

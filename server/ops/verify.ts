import { readFile } from 'node:fs/promises'
import { present } from '@mex/core/assert.ts'
import { verifyExport } from '#areas/ledger/export.ts'
import type { Finding } from '#areas/ledger/finding.ts'
import { tradedUntil } from '#areas/desk/actions.ts'
import { verifyBonds } from '#areas/bonds/verify.ts'
import { verifyFollow } from '#areas/follow/verify.ts'
import { verifyQuotes } from '#areas/market/verify.ts'
import { verifyStrategies } from '#areas/quantify/verify.ts'
import { verifyOfferings } from '#areas/offerings/verify.ts'
import { verifyRobots } from '#areas/robots/verify.ts'
import { executedQuotes } from '#areas/trading/verify/store-verify.ts'
import { linkGraceMilliseconds } from '#self-check.ts'
import { checkBeside } from './check-thread.ts'
import { WrongUsage, type Command, type Outcome, type Tools } from './command.ts'
import { checkFills } from './fills.ts'

/** The result of one check; `looked` (a name in the output of `--json`) counts what it checked. */
type Findings = { readonly looked: Readonly<Record<string, number>>; readonly findings: readonly string[] }

/** The current findings in the ledger. */
export const ledgerFindings = ({
  installation,
  now,
  speed,
}: Pick<Tools, 'installation' | 'now' | 'speed'>): Promise<readonly Finding[]> =>
  checkBeside('ledger', installation, now - linkGraceMilliseconds * speed)

async function ledger(tools: Tools): Promise<Findings> {
  const findings = await ledgerFindings(tools)
  return { looked: {}, findings: findings.map(({ invariant, message }) => `${invariant}: ${message}`) }
}

async function fills(tools: Tools): Promise<Findings> {
  const { checked, findings } = await checkFills(tools)
  return { looked: { fills: checked }, findings: findings.map(({ about, message }) => `${about}: ${message}`) }
}

async function quotes({ db, installation, now }: Tools): Promise<Findings> {
  const { feed, drawn } = await installation.market()
  const quoteIds = await executedQuotes(db)
  const found = await verifyQuotes(db, { feed, drawn, now, until: await tradedUntil(db), quoteIds })
  return {
    looked: { days: found.days, quotes: found.quotes, secret: found.secret },
    findings: found.findings.map(({ about, message }) => `${about}: ${message}`),
  }
}

async function ipo({ db, installation, now }: Tools): Promise<Findings> {
  const { feed } = await installation.market()
  const { draws, applications, findings } = await verifyOfferings(db, feed, now)
  return { looked: { draws, applications }, findings }
}

/** Coupons, settlements, strikes and ticks are booked within moments; a job that was late by this much is reported. */
const graceMilliseconds = 3_600_000

async function bonds({ db, installation, now, speed }: Tools): Promise<Findings> {
  const { feed } = await installation.market()
  const handled = (await tradedUntil(db)) ?? -Infinity
  const settledUntil = Math.min(now, handled) - graceMilliseconds * Math.max(1, speed)
  const { findings, ...looked } = await verifyBonds(db, { feed, now, settledUntil })
  return { looked, findings }
}

async function strategies({ db, installation, now, speed }: Tools): Promise<Findings> {
  const { feed } = await installation.market()
  const handled = (await tradedUntil(db)) ?? -Infinity
  const settledUntil = Math.min(now, handled) - graceMilliseconds * Math.max(1, speed)
  const { findings, ...looked } = await verifyStrategies(db, { feed, now, settledUntil })
  return { looked, findings }
}

async function follow({ db, installation, now, speed }: Tools): Promise<Findings> {
  const { feed } = await installation.market()
  const handled = (await tradedUntil(db)) ?? -Infinity
  const settledUntil = Math.min(now, handled) - graceMilliseconds * Math.max(1, speed)
  const { findings, ...looked } = await verifyFollow(db, { feed, now, settledUntil })
  return { looked, findings }
}

async function robots({ db, installation, now, speed }: Tools): Promise<Findings> {
  const { feed } = await installation.market()
  const handled = (await tradedUntil(db)) ?? -Infinity
  const settledUntil = Math.min(now, handled) - graceMilliseconds * Math.max(1, speed)
  const { findings, ...looked } = await verifyRobots(db, { feed, now, settledUntil })
  return { looked, findings }
}

const checks = { ledger, fills, quotes, ipo, bonds, follow, strategies, robots }
type Check = keyof typeof checks

function report(name: string, { looked, findings }: Findings): string[] {
  const counts = Object.entries(looked).map(([unit, count]) => `${count} ${unit}`)
  const scope = counts.length === 0 ? '' : ` (${counts.join(', ')})`
  return [
    ...findings.map((line) => `${name}: ${line}`),
    findings.length === 0 ? `${name}${scope}: everything is right` : `${name}${scope}: ${findings.length} differences`,
  ]
}

async function check(tools: Tools, names: readonly Check[]): Promise<Outcome> {
  const lines: string[] = []
  const data: Record<string, Findings> = {}
  const results = new Map<Check, Findings>()
  const waiting = names.values()
  async function runWaiting(): Promise<void> {
    for (const name of waiting) results.set(name, await checks[name](tools))
  }
  // Two at a time: one computes while the other waits for the database.
  await Promise.all([runWaiting(), runWaiting()])
  for (const name of names) {
    const found = present(results.get(name), 'the result of a check')
    data[name] = found
    // One by one: a call takes a limited number of arguments.
    for (const line of report(name, found)) lines.push(line)
  }
  return { isSuccess: Object.values(data).every(({ findings }) => findings.length === 0), lines, data }
}

/** Runs all checks; a restored database must pass them. */
export const verifyAll = (tools: Tools): Promise<Outcome> => check(tools, Object.keys(checks) as Check[])

const abouts: Readonly<Record<Check, string>> = {
  ledger: 'recomputes the ledger from its raw lines',
  fills: 'replays all trading from public facts: prices, fees, margins, profits, liquidations and missed fills',
  quotes: 'checks revealed secrets against their commitments, and recomputes executed quotes from these secrets alone',
  ipo: 'recomputes the draws of new issues and placings, what each application got, and its journals',
  bonds: 'recomputes every purchase, coupon, sale and redemption of bonds from the curve of its minute',
  strategies:
    'recomputes the record of every strategy from its inception, and from it every order of a quantitative product',
  follow: 'recomputes every campaign since the inception, and what each order that follows one got',
  robots: 'recomputes the income, energy and rent of every rented robot tick by tick from public facts',
}

const readOnly = { takes: [], changes: false } as const

export const verifyCommands: readonly Command[] = [
  ...(Object.keys(checks) as Check[]).map((name): Command => ({
    ...readOnly,
    name: `verify ${name}`,
    about: abouts[name],
    examples: [`verify ${name}`, `verify ${name} --json`],
    run: (tools) => check(tools, [name]),
  })),
  {
    ...readOnly,
    name: 'verify all',
    about: 'runs the checks of ledger, fills, quotes, draws, bonds, follow orders, strategies and robots',
    examples: ['verify all'],
    run: verifyAll,
  },
  {
    name: 'verify export',
    about: "checks the journals of a user's export against the ledger and its hash chain",
    takes: ['FILE'],
    changes: false,
    examples: ['verify export my-data.json'],
    async run({ db }, { arguments: [file = ''] }) {
      const text = await readFile(file, 'utf8').catch(() => {
        throw new WrongUsage(`${file} cannot be read.`)
      })
      const { journals, findings } = await verifyExport(db, text)
      const found = { looked: { journals }, findings }
      return { isSuccess: findings.length === 0, lines: report('export', found), data: found }
    },
  },
]

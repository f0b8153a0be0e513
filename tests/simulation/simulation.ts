import { createHash } from 'node:crypto'
import { confirmMilliseconds } from '@mex/core/blocks/block-offer.ts'
import { blockHeight } from '@mex/core/funding/coins.ts'
import { keyed } from '@mex/server/testing.ts'
import { seededRandom, type SeededRandom } from './seeded-random.ts'
import type { Effect, Intent, Standing } from './intent.ts'
import { drawIntent } from './intents.ts'
import { haltSomething, readHalts } from './halting.ts'
import { isLost } from './interleaving.ts'
import { findingsAtRest } from './invariants.ts'
import {
  bendSomething,
  computeNew,
  hasInvestments,
  momentsOfAuction,
  openSimulatedMarket,
  type About,
  type SimulatedMarket,
} from './market.ts'
import { brokenPromise, isFinal, outcomeOf, textOf, type Outcome, type Sent } from './promises.ts'

export type SimulationOptions = {
  readonly seed: string
  /** How many bursts of commands there are, each followed by every check. */
  readonly steps: number
  /** Told every line of what happens. */
  readonly tell?: (line: string) => void
  /** Whether commits lose their connection now and then; drawn unless it is said. */
  readonly losing?: boolean
  /** What the run is about, beside trading and funding; drawn unless it is said. */
  readonly about?: About | undefined
  /** How many servers accept commands, with clocks that differ; one unless it is said. */
  readonly servers?: number
  /** Whether an operator halts trading now and then. */
  readonly halting?: boolean | undefined
  /** Changes the tables before anything happens, where a bug of the schema is planted. */
  readonly spoil?: string
}

export type SimulationResult = {
  /** What was wrong after the first burst after which anything was; empty when nothing ever was. */
  readonly findings: readonly string[]
  /** The burst after which it stopped. */
  readonly steps: number
  readonly accepted: number
  readonly refused: number
  /** What has happened, counted by kind: 'fill by ladder', 'closed by liquidation' … */
  readonly tally: Readonly<Record<string, number>>
  /** SHA-256 of everything that happened and of what is in the database at the end: the same for the same seed. */
  readonly hash: string
}

type Run = {
  readonly market: SimulatedMarket
  readonly random: SeededRandom
  /** What an operator halts; undefined in a run without halts. */
  readonly halting: SeededRandom | undefined
  readonly tell: (line: string) => void
  readonly findings: string[]
  readonly sent: Sent[]
  readonly count: { steps: number; keys: number; accepted: number; refused: number }
  /** What acknowledged commands made: rows of their own by id, and additions to rows by their number. */
  readonly made: Readonly<Record<Making, Set<string>>>
  readonly added: Record<Adding, number>
  /** Commands without a key whose connection broke: nobody will ever know. */
  readonly unknown: Record<Making | Adding, number>
  /** When something happens next to what people have: the orders for blocks that wait are confirmed, products end. */
  due: readonly number[]
}

const making = [
  'order',
  'transfer',
  'withdrawal',
  'payment',
  'application',
  'bond purchase',
  'subscription',
  'follow',
  'rental',
] as const
const adding = ['addition', 'more shares'] as const
type Making = (typeof making)[number]
type Adding = (typeof adding)[number]
const isMaking = (effect: Effect): effect is Making => (making as readonly Effect[]).includes(effect)
const isAdding = (effect: Effect): effect is Adding => (adding as readonly Effect[]).includes(effect)

const rememberedMax = 200
/** Percentage of lost commits, in every second run. */
const lostPercent = 8

/** Sends a command and checks over a separate connection that its acknowledged effect is committed. */
async function send(run: Run, intent: Intent, sent: Sent | undefined, call: Intent['call']): Promise<Outcome> {
  const { market, random } = run
  const request =
    sent === undefined || call === undefined ? undefined : keyed(call, sent.key, { text: intent.text }, intent.user)
  const outcome = await outcomeOf(intent.send(random.pick(market.doors), request))
  if (outcome.kind === 'failed') run.findings.push(`failure: ${intent.text}: ${String(outcome.error)}`)
  if (outcome.kind !== 'accepted') return outcome
  const { effect, user } = intent
  // A repeated command gets the same answer even if its card was removed meanwhile.
  if (effect === 'card' && sent?.first !== undefined && isFinal(sent.first)) return outcome
  const sees = await market.interleaving.look(() => market.witness.sees(effect, user, outcome.id))
  if (!sees) run.findings.push(`acknowledged before its commit: user ${user} ${intent.text}: ${outcome.id}`)
  return outcome
}

type Burst = { readonly title: string; readonly outcome: Promise<Outcome> }

function sendFresh(run: Run, intent: Intent): Burst[] {
  const { random, count } = run
  const title = `user ${intent.user} ${intent.text}`
  if (intent.call === undefined || random.percent(40))
    return [{ title, outcome: remember(run, intent, undefined, send(run, intent, undefined, undefined)) }]
  count.keys += 1
  const sent: Sent = { intent, key: `intent-${String(count.keys).padStart(6, '0')}`, first: undefined }
  run.sent.push(sent)
  if (run.sent.length > rememberedMax) run.sent.shift()
  const times = random.percent(20) ? 3 : 1
  return Array.from({ length: times }, () => ({
    title: `${title} by ${sent.key}`,
    outcome: remember(run, intent, sent, send(run, intent, sent, intent.call)),
  }))
}

/** Repeats an earlier command under its key, with the same or with other content. */
function sendAgain(run: Run): Burst[] {
  const { random } = run
  const earlier = run.sent.filter(({ first }) => first !== undefined && isFinal(first))
  if (earlier.length === 0) return []
  const sent = random.pick(earlier)
  const isOther = random.percent(25)
  const intent = isOther ? { ...sent.intent, text: `${sent.intent.text} and more` } : sent.intent
  const outcome = send(run, intent, sent, intent.call).then((answer) => {
    const broken = brokenPromise(sent, answer, isOther)
    if (broken !== undefined) run.findings.push(broken)
    return answer
  })
  return [{ title: `user ${intent.user} again: ${intent.text} by ${sent.key}`, outcome }]
}

async function remember(run: Run, intent: Intent, sent: Sent | undefined, answer: Promise<Outcome>): Promise<Outcome> {
  const outcome = await answer
  const isFirst = sent?.first === undefined || !isFinal(sent.first)
  if (sent !== undefined) {
    const broken = brokenPromise(sent, outcome, false)
    if (broken !== undefined) run.findings.push(broken)
    if (isFirst) sent.first = outcome
  }
  const { effect } = intent
  if (outcome.kind === 'unknown' && sent === undefined && (isMaking(effect) || isAdding(effect)))
    run.unknown[effect] += intent.makes ?? 1
  if (outcome.kind === 'accepted' && isAdding(effect) && isFirst) run.added[effect] += 1
  if (outcome.kind === 'accepted' && isMaking(effect))
    for (const id of String(outcome.id).split(' ')) run.made[effect].add(id)
  return outcome
}

/** Who owes a payment acts more often, because the time for it is short. */
function drawPerson(random: SeededRandom, standings: readonly Standing[]): Standing {
  const owing = standings.filter(({ applications }) => applications.some(({ status }) => status === 'unpaid'))
  return owing.length > 0 && random.percent(40) ? random.pick(owing) : random.pick(standings)
}

/** Sends commands of many users together with a tick and scheduled jobs, all concurrently. */
async function burst(run: Run): Promise<readonly (readonly [string, Outcome])[]> {
  const { market, random } = run
  const standings = await market.witness.standings(market.users)
  const strange = await market.witness.gone()
  const { users, proofs, instruments, products, clock, feed } = market
  const waiting = products.includes('blocks') ? await market.witness.blocksWaiting() : []
  const invested = hasInvestments(market) ? await market.witness.investmentsDue() : []
  run.due = [...waiting.map((at) => at + confirmMilliseconds), ...invested]
  // Now and then commands come at the very moment of an offer, before the jobs that it is due for.
  const moment = nextMoment(run)
  if (products.length > 0 && moment !== undefined && random.percent(atMomentPercent)) clock.set(moment)
  await computeNew(market)
  const now = market.clock.now()
  const issues = products.includes('new issues') ? feed.newIssues(now) : []
  const placings = products.includes('placings') ? feed.placings(now) : []
  const blocks = products.includes('blocks') ? feed.blockOffers(now) : []
  const leaving = market.leaving === undefined ? undefined : feed.instruments(now).get(market.leaving)
  const of = { users, proofs, instruments, products, leaving, issues, placings, blocks }
  const drawing = { random, strange, ...of, feed, now }
  const intents = Array.from({ length: 1 + random.below(24) }, () =>
    drawIntent({ ...drawing, standing: drawPerson(random, standings) }),
  )
  const under: Burst[] = []
  await market.interleaving.run(async () => {
    for (const intent of intents) {
      under.push(...sendFresh(run, intent))
      if (random.percent(10)) under.push(...sendAgain(run))
    }
    if (random.percent(40)) await Promise.all([under.map(({ outcome }) => outcome), letTimePass(run)].flat())
    else await Promise.all(under.map(({ outcome }) => outcome))
  })
  const outcomes: (readonly [string, Outcome])[] = []
  for (const { title, outcome } of under) outcomes.push([title, await outcome])
  return outcomes
}

const second = 1000
const settleTries = 5
/** Time jumps to so long before the moment that a start is about. */
const reach = 3 * second
/** Percentages of such jumps: offers have many moments, days apart. */
const jumpPercent = 6
const offerJumpPercent = 12
const atMomentPercent = 35
/** Offers are not hurried before people could apply. */
const calmSteps = 4
/** Percentage of moments that are of the next auction, in a run that is about other products too. */
const auctionPercent = 30

function nextMoment(
  { market: { moments, products, clock, deciding }, random, count, due }: Run,
  ahead = 0,
): number | undefined {
  if (products.length > 0 && count.steps <= calmSteps) return undefined
  const next = (from: readonly number[]) => from.find((each) => each > clock.now() + ahead) ?? Infinity
  const isAuction = products.includes('auctions') && (products.length === 1 || random.percent(auctionPercent))
  const moment = isAuction ? next(momentsOfAuction(deciding.source, clock.now())) : Math.min(next(moments), next(due))
  return moment === Infinity ? undefined : moment
}

/** Percentages: chain reorganisations while time passes, and payments that each one drops. */
const reorganisedPercent = 20
const forgottenPercent = 50

/** Reorganises the chain from a recent or an old block on, and drops some payments. */
async function reorganise({ market, random, tell }: Run): Promise<void> {
  const now = market.clock.now()
  const from = blockHeight(now) + 1 - random.pick([0, 1, 3, 10, 500])
  const payments = await market.interleaving.look(() => market.witness.payments(from))
  const dropped = payments.filter(() => random.percent(forgottenPercent))
  tell(`another chain from block ${from} on, without ${dropped.length} of ${payments.length} payments`)
  await random.pick(market.doors).funding.chain.reorganise({ from, dropped, now })
}

/** Runs ticks, sometimes after hours without one, while transfers settle in two processes at once. */
async function letTimePass(run: Run): Promise<void> {
  const { market, random, halting, tell, findings } = run
  const { clock, feed, deciding, doors, products } = market
  const jump = random.percent(15) ? random.pick([10, 40, 150, 3600, 6 * 3600, 26 * 3600]) * second : 0
  if (jump > 0) clock.advance(jump)
  const moment = nextMoment(run, reach)
  if (moment !== undefined && random.percent(products.length > 0 ? offerJumpPercent : jumpPercent))
    clock.set(moment - reach)
  clock.set(feed.nextTick(clock.now()))
  await computeNew(market)
  tell(`the clock reads ${new Date(clock.now()).toISOString()}`)
  const under: Promise<unknown>[] = [
    deciding.ticker.step(),
    deciding.runJobs(),
    ...doors.flatMap(({ offerings }) => (products.length > 0 ? [offerings.progressDue(clock.now())] : [])),
    ...doors.flatMap(({ investments }) => (hasInvestments(market) ? [investments.progressDue(clock.now())] : [])),
    ...doors.flatMap(({ transfers, funding: { chain, deposits, withdrawals } }) => [
      transfers.settleDue(clock.now()),
      chain.watch(clock.now()),
      deposits.reviewDue(clock.now()),
      withdrawals.progressDue(clock.now()),
    ]),
  ]
  if (halting !== undefined) under.push(haltSomething(market, halting, tell), ...readHalts(market, halting))
  if (random.percent(reorganisedPercent)) under.push(reorganise(run))
  const failed = (error: unknown) => isLost(error) || findings.push(`failure: ${String(error)}`)
  await Promise.all(under.map((each) => each.catch(failed)))
}

/** Resolves unknown outcomes by retrying under the same key until the answer is final. */
async function settleUnknown(run: Run): Promise<void> {
  for (const sent of run.sent) {
    for (let tries = 0; sent.first !== undefined && !isFinal(sent.first) && tries < settleTries; tries += 1)
      await remember(run, sent.intent, sent, send(run, sent.intent, sent, sent.intent.call))
  }
}

/** Runs the jobs of offers once more where nothing breaks: at rest nothing that is due waits. */
async function finishOfferings({ market, findings }: Run): Promise<void> {
  const { products, doors, clock, deciding } = market
  if (products.length === 0) return
  const failed = (error: unknown) => findings.push(`failure: ${String(error)}`)
  await doors[0]?.offerings.progressDue(clock.now()).catch(failed)
  if (hasInvestments(market)) await doors[0]?.investments.progressDue(clock.now()).catch(failed)
  if (products.includes('blocks') || products.includes('auctions')) await deciding.runJobs().catch(failed)
}

/** Expects at least the acknowledged rows, and at most those plus the unknown outcomes. Nobody sends the order of a roll. */
async function countFindings({ market, made, added, unknown }: Run): Promise<string[]> {
  const { pool } = market.database
  const { rows } = await pool.query<{ what: Making | Adding; count: number }>(`
    select 'order' as what, count(*) as count from trade_order
      where not exists (select from contract_roll where order_id = trade_order.id) union all select 'transfer', count(*) from transfer
    union all select 'addition', count(*) from margin_addition union all select 'withdrawal', count(*) from withdrawal
    union all select 'payment', count(*) from chain_transaction where sender_id is not null
    union all select 'application', count(*) from application
    union all select 'bond purchase', count(*) from bond_purchase
    union all select 'subscription', count(*) from quantify_order
    union all select 'follow', count(*) from follow_order
    union all select 'rental', count(*) from robot_order
    union all select 'more shares', (select count(*) from application_step) - (select count(*) from application)`)
  return rows.flatMap(({ what, count }) => {
    const known = isMaking(what) ? made[what].size : added[what]
    return count >= known && count <= known + unknown[what]
      ? []
      : [`${count} × ${what} were made, ${known} acknowledged, ${unknown[what]} unknown`]
  })
}

async function runStep(run: Run): Promise<void> {
  const { market, random, tell, count, findings } = run
  if (random.percent(30)) tell(`bent: ${bendSomething(market, random)}`)
  for (const [title, outcome] of await burst(run)) {
    tell(`${title}: ${textOf(outcome)}`)
    if (outcome.kind === 'accepted') count.accepted += 1
    else count.refused += 1
  }
  const ticks = 1 + random.below(3)
  for (let done = 0; done < ticks; done += 1) await market.interleaving.run(() => letTimePass(run))
  await settleUnknown(run)
  await finishOfferings(run)
  findings.push(...(await findingsAtRest(market)), ...(await countFindings(run)))
}

/**
 * Simulates a market: users open, close, cancel, add margin, transfer, deposit, withdraw, apply for offers and retry in bursts, while prices
 * gap, crash, grow stale, cross and jump and chains reorganise. Stops at the first burst after which an invariant fails.
 */
export async function simulate({
  seed,
  steps,
  tell = () => undefined,
  losing,
  about,
  servers,
  halting = false,
  spoil,
}: SimulationOptions): Promise<SimulationResult> {
  const random = seededRandom(seed)
  const hash = createHash('sha256')
  await using market = await openSimulatedMarket(random, about, servers)
  if (spoil !== undefined) await market.database.pool.query(spoil)
  const run: Run = {
    market,
    random,
    halting: halting ? random.branch('halts') : undefined,
    tell: (line) => {
      hash.update(`${line}\n`)
      tell(line)
    },
    findings: [],
    sent: [],
    count: { steps: 0, keys: 0, accepted: 0, refused: 0 },
    made: {
      order: new Set(),
      transfer: new Set(),
      withdrawal: new Set(),
      payment: new Set(),
      application: new Set(),
      'bond purchase': new Set(),
      subscription: new Set(),
      follow: new Set(),
      rental: new Set(),
    },
    added: { addition: 0, 'more shares': 0 },
    unknown: {
      order: 0,
      transfer: 0,
      withdrawal: 0,
      payment: 0,
      application: 0,
      'bond purchase': 0,
      subscription: 0,
      follow: 0,
      rental: 0,
      addition: 0,
      'more shares': 0,
    },
    due: [],
  }
  if (losing ?? random.percent(50)) market.interleaving.lose(lostPercent)
  const { count } = run
  while (count.steps < steps && run.findings.length === 0) {
    count.steps += 1
    run.tell(`step ${count.steps}`)
    await runStep(run)
  }
  for (const line of await market.witness.summary()) hash.update(`${line}\n`)
  const { steps: done, accepted, refused } = count
  const seen = Object.fromEntries([...market.seen].toSorted().map((kind) => [kind, 1]))
  const tally = { ...(await market.witness.tally()), ...seen }
  return { findings: run.findings, steps: done, accepted, refused, tally, hash: hash.digest('hex') }
}

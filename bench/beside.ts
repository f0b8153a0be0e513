import { setTimeout as rest } from 'node:timers/promises'
import { NotMeasurable, openCommitTree } from './commit-tree.ts'
import { requestText } from './http-connection.ts'
import { openLoad, type Load } from './load.ts'
import { openGround, root, type Ground, type MeasuredServer } from './measured-server.ts'
import type { Figure, Measurement, Say, Target } from './measurement.ts'
import { openPeople, orderRequests } from './people.ts'
import { median, percentile, ratioOf } from './statistics.ts'

const people = 600
const connections = 50
const rounds = 5
const seconds = 2
const latencySeconds = 2
const perSecond = 500
/** Until the market orders of a round are filled. */
const fillMilliseconds = 1500

type Contender = {
  readonly server: MeasuredServer
  readonly waiting: () => string
  readonly filling: () => string
  readonly positions: () => string
}

async function openContender(ground: Ground, project: string): Promise<Contender> {
  const server = await ground.openServer({ databaseUrl: await ground.emptyDatabase() }, project)
  const tokens = await openPeople(server, people)
  const reads = tokens.map((token) => requestText({ path: '/position/me', token, body: { pageNum: 1, pageSize: 20 } }))
  let read = 0
  return {
    server,
    waiting: await orderRequests(server, tokens, 'resting'),
    filling: await orderRequests(server, tokens, 'market'),
    positions: () => reads[(read += 1) % reads.length] ?? '',
  }
}

/** The commit beside which the goals of decision 80 were set, and what they ask of the ratio to it. */
const goalCommit = '8cfcb5e2'

type Part = { readonly name: string; readonly unit: string; readonly goal?: Pick<Figure, 'target' | 'limit'> }
const rate = { name: 'orders, committed in lists', unit: 'orders/s' }
const cost = {
  name: 'processor time per order, server and PostgreSQL',
  unit: 'ms',
  goal: {
    target: { atMost: 0.55 },
    limit: 'an order does more than at that commit, and what is left is spread over many small parts (decision 80)',
  },
}
const costAtRate = { name: `processor time per order at ${perSecond} a second`, unit: 'ms' }
const p50 = { name: `p50 at ${perSecond} orders a second`, unit: 'ms' }
const p99 = { name: `p99 at ${perSecond} orders a second`, unit: 'ms' }
const fillRate = { name: 'market orders, filling meanwhile', unit: 'orders/s' }
const fillCost = { name: 'processor time per market order, until it is filled', unit: 'ms' }
const readRate = {
  name: 'reads of positions',
  unit: 'per second',
  goal: {
    target: { atLeast: 3 },
    limit:
      'HTTP and one statement for each of them; three times as many need answers without the database (decision 80)',
  },
}

type Found = Map<Part, number[]>

/** Milliseconds of the processor for each of what `work` does; it answers how many that are. */
async function costOf(ground: Ground, { server }: Contender, work: () => Promise<number>): Promise<number> {
  const before = await ground.processorSeconds(server)
  const count = await work()
  const after = await ground.processorSeconds(server)
  return (((after ?? 0) - (before ?? 0)) * 1000) / count
}

async function runRound(ground: Ground, contender: Contender, load: Load): Promise<ReadonlyMap<Part, number>> {
  const { waiting, filling, positions } = contender
  const found = new Map<Part, number>()
  const closed = async (part: Part, next: () => string, afterwards = 0): Promise<number> => {
    const begin = performance.now()
    const answered = await load.closedLoop(next, seconds)
    const orders = (answered * (performance.now() - begin)) / 1000
    await rest(afterwards)
    found.set(part, answered)
    return orders
  }
  found.set(cost, await costOf(ground, contender, () => closed(rate, waiting)))
  const atRate = async (): Promise<number> => {
    const taken = await load.openLoop(waiting, perSecond, latencySeconds)
    found.set(p50, median(taken)).set(p99, percentile(taken, 0.99))
    return taken.length
  }
  found.set(costAtRate, await costOf(ground, contender, atRate))
  found.set(fillCost, await costOf(ground, contender, () => closed(fillRate, filling, fillMilliseconds)))
  await closed(readRate, positions)
  return found
}

const parts: readonly Part[] = [rate, cost, costAtRate, p50, p99, fillRate, fillCost, readRate]

function keep(found: Found, round: ReadonlyMap<Part, number>): void {
  for (const [part, value] of round) found.set(part, [...(found.get(part) ?? []), value])
}

/** New connections for each turn: a server closes those that are idle meanwhile. */
async function withLoad<Outcome>({ server }: Contender, work: (load: Load) => Promise<Outcome>): Promise<Outcome> {
  const load = await openLoad(server.port, connections)
  const outcome = await work(load)
  load.close()
  return outcome
}

/** The present state and that of a commit take turns; which of them begins changes from round to round. */
async function compare(ground: Ground, say: Say, present: Contender, earlier: Contender): Promise<[Found, Found]> {
  const found: [Found, Found] = [new Map(), new Map()]
  say('warming up')
  const all = [present, earlier]
  for (const contender of all) await withLoad(contender, (load) => load.closedLoop(contender.waiting, 2))
  for (let round = 1; round <= rounds; round += 1) {
    say(`round ${round} of ${rounds}`)
    const turns = all.map((contender) => () => withLoad(contender, (load) => runRound(ground, contender, load)))
    const order = round % 2 === 0 ? [0, 1] : [1, 0]
    for (const turn of order) keep(found[turn] ?? new Map(), (await turns[turn]?.()) ?? new Map())
  }
  return found
}

async function openEarlier(ground: Ground, folder: string, commit: string): Promise<Contender> {
  return openContender(ground, folder).catch((error: unknown) => {
    throw new NotMeasurable(`Commit ${commit} cannot run with the present packages and the present load.`, {
      cause: error,
    })
  })
}

/** Measures the orders of the present state and of a commit in one run. */
export async function besideCommit(say: Say, name: string): Promise<readonly Figure[]> {
  await using tree = await openCommitTree(name)
  const { commit } = tree
  await using ground = await openGround()
  say(`starting: the present state, and ${commit}`)
  const present = await openContender(ground, root)
  const earlier = await openEarlier(ground, tree.folder, commit)
  const [now, before] = await compare(ground, say, present, earlier)
  return figuresOf(now, before, commit)
}

function figuresOf(now: Found, before: Found, commit: string): readonly Figure[] {
  const hasGoals = commit.startsWith(goalCommit)
  const besides = parts.map((part): Figure => {
    const [values, others] = [now.get(part) ?? [], before.get(part) ?? []]
    return {
      name: part.name,
      unit: part.unit,
      value: median(values),
      beside: { name: `at \`${commit}\``, value: median(others), ratio: ratioOf(values, others) },
      ...(hasGoals && part.goal !== undefined ? { ...part.goal, isTargetOfRatio: true } : {}),
    }
  })
  const within = (name: string, part: Part, of: Part, target: Target): Figure => ({
    name,
    value: median(now.get(part) ?? []) / median(now.get(of) ?? []),
    unit: '×',
    target,
  })
  return [
    ...besides,
    within('market orders against those that are not filled', fillRate, rate, { atLeast: 0.7 }),
    within(`p99 against p50 at ${perSecond} orders a second`, p99, p50, { atMost: 4 }),
  ]
}

/** What `npm run bench -- orders --beside COMMIT` finds. */
export const ordersBeside = {
  name: 'orders-beside',
  title: 'Orders beside an earlier commit',
  about: `The present state and an earlier commit, which runs in a folder of its own with the present packages, take turns in one run of
${rounds} rounds: ${connections} connections in a closed loop with limit orders of ${people} people that are not filled, then ${perSecond} such orders a second in an open loop, then
market orders that each tick fills, then \`POST /position/me\`. Processor time counts the server and PostgreSQL.`,
} satisfies Pick<Measurement, 'name' | 'title' | 'about'>

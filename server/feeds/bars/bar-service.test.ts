import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { after, test } from 'node:test'
import { Refused, type RefusalWord } from '@mex/core/refusal.ts'
import { chartPeriods } from '@mex/core/market/quote.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import type { BarSource, Feed } from '#feeds/feed.ts'
import { openFeed } from '#feeds/open-feed.ts'
import { readManifest } from '#feeds/replay/manifest.ts'
import { writeFolder } from '#feeds/replay/write-folder.ts'
import { openAnswers, openBarService, type BarService, type BarServiceOptions } from './bar-service.ts'
import { answerTo, type AnswerTo, type Question } from './questions.ts'

const catalogue = openCatalogue()
const now = Date.UTC(2026, 10, 20, 16, 0, 12, 345)
const simulated = { market: 'sim', master: Buffer.from('bars on threads'), practiceHours: true } as const
const feed = openFeed(simulated, catalogue)

const open: BarService[] = []
after(() => Promise.all(open.map((service) => service.close())))

function openService(options: Partial<BarServiceOptions> = {}): BarService {
  const onLost = (error: unknown) => assert.fail(String(error))
  const service = openBarService({ inputs: simulated, feed, threads: 1, onLost, ...options })
  open.push(service)
  return service
}

/** Asks the service every kind of question and compares the answers with those of the same feed on this thread. */
async function compare(service: BarService, own: Feed & BarSource, keys: readonly string[], at: number): Promise<void> {
  for (const key of keys) {
    for (const period of chartPeriods)
      for (const end of [undefined, at - 30 * 86_400_000]) {
        const expected = own.bars(key, period, end ?? at, 40, at)
        assert.deepEqual(await service.bars({ key, period, end, limit: 40 }, at, 'a'), expected, `${key} ${period}`)
      }
    assert.deepEqual(await service.year(key, at, 'a'), own.year(key, at), key)
  }
  const closes = await service.closes(keys, at, 'a')
  for (const key of keys)
    assert.deepEqual(
      closes.get(key),
      own.bars(key, '1D', at, 50, at).map(({ close }) => close),
      key,
    )
}

test('worker threads answer bit for bit as the simulated feed on the main thread', async () => {
  const keys = ['US:AAPL', 'HK:00700', 'FX:EURUSD', 'CRYPTO:BTC', 'FUT:ESZ26']
  assert.ok(keys.every((key) => feed.bars(key, '1D', now, 40, now).length === 40))
  await compare(openService({ threads: 2 }), feed, keys, now)
})

const manifest = [
  'AAPL,AAPL,us_stock,0,UsStock,Apple Inc.,苹果公司,1d,USD,XNAS,America/New_York,daily/us.csv.gz',
  'AAPL,AAPL,us_stock,0,UsStock,Apple Inc.,苹果公司,5m,USD,XNAS,America/New_York,intraday/us.csv.gz',
  'BTC-USD,BTCUSDT,crypto,100,,Bitcoin,比特币,1d,USD,CRYPTO,UTC,daily/crypto.csv.gz',
]
const day = (index: number): string => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10)
const bar = (index: number): string => `${100 + index},${103.5 + index},${98.25 + index},${101 + index},,${index}00000`
const files = {
  'daily/us.csv.gz': Array.from({ length: 60 }, (_, index) => index)
    .filter((index) => new Date(`${day(index)}T12:00Z`).getUTCDay() % 6 > 0)
    .map((index) => `AAPL,${day(index)},${bar(index)}`),
  'intraday/us.csv.gz': Array.from({ length: 78 }, (_, index) => {
    const start = new Date(Date.UTC(2026, 1, 26, 14, 30 + 5 * index)).toISOString().replace('.000', '')
    return `AAPL,${start},${bar(index % 7)}`
  }),
  // A volume in dollars, which in units of 1e-8 needs more than 64 bits.
  'daily/crypto.csv.gz': Array.from(
    { length: 60 },
    (_, index) => `BTC-USD,${day(index)},1,2,1,2,,98765432109${index}.5`,
  ),
}

test('worker threads answer bit for bit as the replay feed on the main thread', async () => {
  const directory = writeFolder(manifest, files)
  try {
    const entries = await readManifest(directory)
    const inputs = { market: 'replay', master: simulated.master, entries, yields: [], start: undefined } as const
    const replayed = openFeed(inputs, catalogue)
    const service = openService({ inputs, feed: replayed, threads: 2 })
    const keys = ['US:AAPL', 'CRYPTO:BTC']
    for (const at of [Date.UTC(2026, 1, 26, 16, 2, 3), Date.UTC(2026, 1, 24, 12)]) {
      assert.ok(keys.every((key) => replayed.bars(key, '1D', at, 40, at).length >= 25))
      await compare(service, replayed, keys, at)
    }
  } finally {
    rmSync(directory, { recursive: true })
  }
})

/** Records the questions that would reach a worker thread and answers them on this thread. */
function countQuestions() {
  const asked: Question[] = []
  const ask = <One extends Question>(question: One) => {
    asked.push(question)
    return { answer: Promise.resolve(answerTo(feed, question) as AnswerTo<One>), shareWith: () => true }
  }
  return { asked, answers: openAnswers(feed, () => ({ ask })) }
}

test('caches bars and year ranges until the next tick, closes until the next minute', async () => {
  const { asked, answers } = countQuestions()
  const wanted = { key: 'US:AAPL', period: '1D', end: undefined, limit: 5 } as const
  const next = feed.nextTick(now)
  const [first, second] = [answers.bars(wanted, now, 'a'), answers.bars({ ...wanted, end: next }, next - 1, 'b')]
  assert.equal(await first, await second)
  assert.equal(asked.length, 1)
  await answers.bars(wanted, next, 'a')
  await answers.bars({ ...wanted, end: next - 86_400_000 }, next, 'a')
  await answers.bars({ ...wanted, period: '1W' }, next, 'a')
  assert.equal(asked.length, 4)
  await Promise.all([answers.year('US:AAPL', next, 'a'), answers.year('US:AAPL', next, 'b')])
  assert.equal(asked.length, 5)
  const minute = Math.ceil(now / 60_000) * 60_000
  await Promise.all([answers.closes(['US:AAPL'], now, 'a'), answers.closes(['US:AAPL', 'US:MSFT'], minute - 1, 'b')])
  assert.deepEqual(
    asked.slice(5).map((question) => question.kind === 'closes' && question.keys),
    [['US:AAPL'], ['US:MSFT']],
  )
  await answers.closes(['US:AAPL'], minute, 'a')
  assert.equal(asked.length, 8)
})

test('does not cache a failed answer', async () => {
  let failing = true
  const answers = openAnswers(feed, () => ({
    ask: (question) => ({
      answer: failing ? Promise.reject(new Error('once')) : Promise.resolve(answerTo(feed, question) as never),
      shareWith: () => true,
    }),
  }))
  const wanted = { key: 'US:AAPL', period: '1D', end: undefined, limit: 5 } as const
  await assert.rejects(answers.bars(wanted, now, 'a'), /once/)
  await assert.rejects(answers.closes(['US:AAPL'], now, 'a'), /once/)
  failing = false
  assert.equal((await answers.bars(wanted, now, 'a')).length, 5)
  assert.equal((await answers.closes(['US:AAPL'], now, 'a')).get('US:AAPL')?.length, 50)
})

const isRefusal =
  (word: RefusalWord) =>
  (error: unknown): boolean =>
    error instanceof Refused && error.refusal.refused === word
const program = (text: string): URL => new URL(`data:text/javascript,${encodeURIComponent(text)}`)
/** A thread program that answers its first question and no other. */
const silent = program(`
  import { parentPort } from 'node:worker_threads'
  parentPort.postMessage({ ready: true })
  parentPort.on('message', () => undefined)
  parentPort.once('message', () => parentPort.postMessage({ answer: [] }))`)
const ask = (service: BarService, key: string, caller: string) =>
  service.bars({ key, period: '1D', end: undefined, limit: 5 }, now, caller)

test(
  'refuses a question at once when the queue or the quota of its caller is full; close refuses the waiting questions',
  { timeout: 20_000 },
  async () => {
    const service = openService({ program: silent, bounds: { most: 3, mostPerCaller: 2 } })
    assert.deepEqual(await ask(service, 'US:META', 'a'), [])
    const asked = ['US:AAPL', 'US:MSFT', 'US:NVDA'].map((key) => ask(service, key, 'a'))
    await assert.rejects(ask(service, 'US:AMZN', 'a'), isRefusal('too_many_requests'))
    asked.push(ask(service, 'US:AMZN', 'b'))
    await assert.rejects(ask(service, 'US:TSLA', 'b'), isRefusal('too_many_requests'))
    const refused = Promise.all(asked.map((each) => assert.rejects(each, isRefusal('unavailable'))))
    await service.close()
    await refused
    await assert.rejects(ask(service, 'US:AAPL', 'a'), isRefusal('unavailable'))
    service.warmUp(() => now)
  },
)

/** A service whose thread answers with the key of the instrument, and not before the test calls `release`. */
function openHeld(bounds: { readonly most: number; readonly mostPerCaller: number }) {
  const held = new Int32Array(new SharedArrayBuffer(4))
  const inputs = { ...simulated, held }
  const service = openService({
    inputs,
    bounds,
    program: program(`
      import { parentPort, workerData } from 'node:worker_threads'
      parentPort.postMessage({ ready: true })
      parentPort.on('message', ({ question }) => {
        Atomics.wait(workerData.inputs.held, 0, 0)
        parentPort.postMessage({ answer: question.key })
      })`),
  })
  const answered: unknown[] = []
  return {
    service,
    answered,
    /** Asks for a caller and appends the answer to `answered`, in the order of arrival. */
    ask: (key: string, caller: string) => ask(service, key, caller).then((answer) => void answered.push(answer)),
    release: () => {
      Atomics.store(held, 0, 1)
      Atomics.notify(held, 0)
    },
  }
}
const keysOf = (count: number): string[] => Array.from({ length: count }, (_, index) => `US:${index}`)

test('a full queue admits a new caller and refuses the newest question of the caller with the most', async () => {
  const { ask, answered, release } = openHeld({ most: 6, mostPerCaller: 3 })
  const working = ask('US:FIRST', 'a')
  const flood = ['a', 'b'].flatMap((caller) => keysOf(3).map((key) => ask(`${key} of ${caller}`, caller)))
  const dropped = assert.rejects(flood[2] ?? working, isRefusal('too_many_requests'))
  const newcomer = ask('US:AAPL', 'c')
  await dropped
  release()
  await Promise.all([working, newcomer, ...flood.toSpliced(2, 1)])
  assert.deepEqual(answered, ['US:FIRST', 'US:0 of a', 'US:0 of b', 'US:AAPL', 'US:1 of a', 'US:1 of b', 'US:2 of b'])
})

test('a question of several callers is answered in the earliest of their turns', async () => {
  const { ask, answered, release } = openHeld({ most: 20, mostPerCaller: 10 })
  const asked = [ask('US:FIRST', 'a'), ...keysOf(5).map((key) => ask(key, 'a')), ask('US:4', 'b'), ask('US:4', 'c')]
  release()
  await Promise.all(asked)
  assert.deepEqual(answered, ['US:FIRST', 'US:0', 'US:4', 'US:4', 'US:4', 'US:1', 'US:2', 'US:3'])
})

test('does not share a refusal: the same question of another caller is answered', async () => {
  const { ask, answered, release } = openHeld({ most: 3, mostPerCaller: 3 })
  const working = ask('US:FIRST', 'a')
  const [first, second, dropped] = keysOf(3).map((key) => ask(key, 'a'))
  const fourth = assert.rejects(ask('US:3', 'a'), isRefusal('too_many_requests'))
  const refused = assert.rejects(dropped ?? working, isRefusal('too_many_requests'))
  // All in one turn of the event loop, before any caller has received its refusal.
  const others = [ask('US:3', 'b'), ask('US:2', 'c')]
  const secondDropped = assert.rejects(second ?? working, isRefusal('too_many_requests'))
  await Promise.all([fourth, refused, secondDropped])
  release()
  await Promise.all([working, first, ...others])
  assert.deepEqual(answered, ['US:FIRST', 'US:0', 'US:3', 'US:2'])
})

/** A service whose threads exit on the first `crashes` questions; `lost` has one entry for each exit. */
function openCrashing(crashes: number) {
  const shared = new Int32Array(new SharedArrayBuffer(4)).fill(crashes)
  const lost: unknown[] = []
  const inputs = { ...simulated, crashes: shared }
  const service = openService({
    inputs,
    program: new URL('crashing-worker-testing.ts', import.meta.url),
    onLost: (error) => lost.push(error),
  })
  return { service, lost }
}

test('a question whose thread exits is answered by the next thread', async () => {
  const { service, lost } = openCrashing(1)
  service.warmUp(() => now)
  const answers = await Promise.all(['US:AAPL', 'US:MSFT'].map((key) => ask(service, key, 'a')))
  assert.deepEqual(
    answers,
    ['US:AAPL', 'US:MSFT'].map((key) => feed.bars(key, '1D', now, 5, now)),
  )
  assert.equal(lost.length, 1)
})

/**
 * A thread program that answers with the instants of the warm-ups that it has received. It exits on the instrument
 * `END` and on a warm-up as of instant 0; a warm-up as of a negative instant fails.
 */
const warmingUp = program(`
  import { parentPort } from 'node:worker_threads'
  const warmUps = []
  parentPort.postMessage({ ready: true })
  parentPort.on('message', ({ question, warmUp }) => {
    if (question?.key === 'END' || warmUp === 0) process.exit(3)
    if (question !== undefined) return parentPort.postMessage({ answer: warmUps })
    warmUps.push(warmUp)
    parentPort.postMessage(warmUp < 0 ? { warmUpFailed: 'as asked' } : { warmedUp: true })
  })`)

/** The instants of the warm-ups that the first thread and its replacement receive; the clock reads `times` in turn. */
async function warmUpsOf(...times: readonly number[]): Promise<unknown> {
  const left = [...times]
  const service = openService({ program: warmingUp, onLost: () => undefined })
  service.warmUp(() => left.shift() ?? assert.fail('one warm-up too many'))
  const first = await ask(service, 'US:AAPL', 'a')
  await assert.rejects(ask(service, 'END', 'a'), isRefusal('unavailable'))
  return [first, await ask(service, 'US:MSFT', 'a')]
}

test('a replacement thread warms up as of its own start', async () => {
  // The question `END` is retried once, so it ends two threads.
  assert.deepEqual(await warmUpsOf(100, 200, 300), [[100], [300]])
})

test('does not retry a warm-up that fails or whose thread exits', async () => {
  assert.deepEqual(await warmUpsOf(0), [[], []])
  assert.deepEqual(await warmUpsOf(-1), [[-1], []])
})

test('refuses a question on which two threads exited, and answers the next one', async () => {
  const { service, lost } = openCrashing(2)
  const [first, second] = [ask(service, 'US:AAPL', 'a'), ask(service, 'US:MSFT', 'a')]
  await assert.rejects(first, isRefusal('unavailable'))
  assert.equal((await second).length, 5)
  assert.equal(lost.length, 2)
})

test('refuses all waiting questions when the thread cannot start, and tries again for the next one', async () => {
  const lost: unknown[] = []
  const service = openService({ program: program('throw new Error("no start")'), onLost: (error) => lost.push(error) })
  const asked = ['US:AAPL', 'US:MSFT', 'US:NVDA'].map((key) => ask(service, key, 'a'))
  await Promise.all(asked.map((each) => assert.rejects(each, isRefusal('unavailable'))))
  assert.equal(lost.length, 2)
  assert.match(String(lost[0]), /no start/)
  await assert.rejects(ask(service, 'US:AAPL', 'a'), isRefusal('unavailable'))
  assert.equal(lost.length, 4)
})

test('a computation error rejects its question, and the thread answers the next one', async () => {
  const service = openService()
  const wrong = { key: 'US:AAPL', period: '1D', end: 1n as unknown as number, limit: 5 } as const
  await assert.rejects(service.bars(wrong, now, 'a'), TypeError)
  assert.equal((await ask(service, 'US:AAPL', 'a')).length, 5)
})

test('a thread has an empty environment, and no argument contains the market secret', async () => {
  process.env['SECRET_OF_TEST'] = 'secret'
  const report = `
    import { parentPort, workerData } from 'node:worker_threads'
    parentPort.on('message', () => parentPort.postMessage({ answer: {
      environment: Object.keys(process.env), arguments: [...process.argv, ...process.execArgv].join(' '),
      master: Buffer.from(workerData.inputs.master).toString() } }))`
  const reported = (await ask(openService({ program: program(report) }), 'US:AAPL', 'a')) as unknown
  const { environment, arguments: given, master } = reported as Record<'environment' | 'arguments' | 'master', string>
  assert.deepEqual([environment, master], [[], 'bars on threads'])
  const secret = Buffer.from('bars on threads')
  for (const encoding of ['utf8', 'hex', 'base64'] as const) assert.ok(!given.includes(secret.toString(encoding)))
})

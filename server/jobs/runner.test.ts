import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { openClock, openSteppedClock } from '#clock.ts'
import { until } from '#waiting-testing.ts'
import { openJobs, type Job } from './runner.ts'

function openRun(failing?: string) {
  const ran: string[] = []
  const failed: string[] = []
  const job = (name: string, everySeconds: number): Job => ({
    name,
    everySeconds,
    run: async (now) => {
      ran.push(`${name} ${now / 1000}`)
      if (name === failing) throw new Error('cannot')
    },
  })
  const jobs = openJobs({
    clock: openSteppedClock(0),
    jobs: [job('often', 2), job('seldom', 60)],
    onError: (name) => void failed.push(name),
  })
  return { jobs, ran, failed }
}

test('runAll runs every job in order, whether due or not', async () => {
  const { jobs, ran } = openRun()
  await jobs.runAll(1000)
  await jobs.runAll(1000)
  assert.deepEqual(ran, ['often 1', 'seldom 1', 'often 1', 'seldom 1'])
})

test('runDue runs a job at the first call, then once per interval, and once after a gap of several intervals', async () => {
  const { jobs, ran } = openRun()
  for (const second of [1, 2, 3, 60, 61, 300, 301]) await jobs.runDue(second * 1000)
  assert.deepEqual(ran, ['often 1', 'seldom 1', 'often 3', 'often 60', 'seldom 61', 'often 300', 'seldom 300'])
})

test('a failing job is reported, does not stop the others and runs again at its next interval', async () => {
  const { jobs, ran, failed } = openRun('often')
  for (const second of [1, 2, 3]) await jobs.runDue(second * 1000)
  assert.deepEqual(
    [ran, failed],
    [
      ['often 1', 'seldom 1', 'often 3'],
      ['often', 'often'],
    ],
  )
})

test('a job whose run takes longer than its interval runs again only when that run has ended', async () => {
  const ends: (() => void)[] = []
  const slow: Job = { name: 'slow', everySeconds: 1, run: () => new Promise<void>((end) => void ends.push(end)) }
  const jobs = openJobs({ clock: openClock({ speed: 1000 }), jobs: [slow], onError: () => undefined })
  jobs.start()
  try {
    await until('the first run has begun', () => ends.length > 0)
    await rest(400)
    assert.equal(ends.length, 1)
    ends[0]?.()
    await until('the second run has begun', () => ends.length > 1)
  } finally {
    const stopped = jobs.stop()
    for (const end of ends) end()
    await stopped
  }
  assert.equal(ends.length, 2)
})

test('tells of each job its interval, its failures and the time since it last succeeded', async () => {
  const { jobs } = openRun('often')
  await rest(20)
  await jobs.runAll(1000)
  await jobs.runAll(2000)
  const [often, seldom] = jobs.runs()
  assert.deepEqual([often?.name, often?.intervalSeconds, often?.failures], ['often', 2, 2])
  assert.deepEqual([seldom?.name, seldom?.intervalSeconds, seldom?.failures], ['seldom', 60, 0])
  // The failing job counts from the start.
  assert((often?.sinceSuccessSeconds ?? 0) >= 0.019)
  assert((seldom?.sinceSuccessSeconds ?? 1) < (often?.sinceSuccessSeconds ?? 0))
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSteppedClock } from '#clock.ts'
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

test('every job runs whenever it is asked for, in order', async () => {
  const { jobs, ran } = openRun()
  await jobs.runAll(1000)
  await jobs.runAll(1000)
  assert.deepEqual(ran, ['often 1', 'seldom 1', 'often 1', 'seldom 1'])
})

test('a due job runs at first and then once in its time, however much time passes at once', async () => {
  const { jobs, ran } = openRun()
  for (const second of [1, 2, 3, 60, 61, 300, 301]) await jobs.runDue(second * 1000)
  assert.deepEqual(ran, ['often 1', 'seldom 1', 'often 3', 'often 60', 'seldom 61', 'often 300', 'seldom 300'])
})

test('a job that fails is told, holds up no other and is tried in its time', async () => {
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

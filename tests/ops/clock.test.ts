import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openServer, readSettings } from '@mex/server'
import { openTestDatabase, sql, type Server } from '@mex/server/testing.ts'

/** The market clock across restarts, as a class uses it that runs its market faster than real time. */

const hour = 3_600_000
const lesson = { CLOCK_START: '2026-11-20T16:00:00Z', CLOCK_SPEED: '3600' } as const

const savedMarketTime = async ({ dependencies }: Server): Promise<number | undefined> => {
  const { rows } = await sql<{ at: number }>`select market_at as at from market_clock`.execute(dependencies.store.db)
  return rows[0]?.at
}

test('after a restart the market clock never goes back, whatever CLOCK_START and CLOCK_SPEED say', async () => {
  await using database = await openTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'mex-clock-'))
  await chmod(folder, 0o755)
  const open = (clock: Readonly<Record<string, string>>): Promise<Server> =>
    openServer({
      settings: readSettings({
        PORT: '0',
        DATA_DIR: folder,
        DATABASE_URL: database.workerString,
        DATABASE_OWNER_URL: database.connectionString,
        MARKET_SEED: 'lesson',
        LOOK_AHEAD: 'off',
        LOG_LEVEL: 'error',
        ...clock,
      }),
      version: '1.0.0',
      webFolder: undefined,
    })
  try {
    let reached = 0
    const first = await open(lesson)
    try {
      const start = Date.parse(lesson.CLOCK_START)
      while (((await savedMarketTime(first)) ?? 0) < start + hour)
        await new Promise((next) => void setTimeout(next, 50))
      reached = first.clock.now()
    } finally {
      await first.close()
    }
    for (const clock of [lesson, {}, { ...lesson, CLOCK_SPEED: '1' }]) {
      const again = await open(clock)
      try {
        assert(again.clock.now() >= reached, JSON.stringify(clock))
        reached = again.clock.now()
      } finally {
        await again.close()
      }
    }
    const later = await open({ CLOCK_START: '2030-01-07T12:00:00Z' })
    assert(later.clock.now() >= Date.UTC(2030, 0, 7, 12), 'CLOCK_START can move the clock ahead')
    await later.close()
    const { rows } = await database.pool.query<{ memo: string }>(
      "select memo from journal where memo like 'market clock speed %' order by id",
    )
    const speeds = rows.map(({ memo }) => memo)
    assert.deepEqual(
      speeds,
      ['market clock speed 3600', 'market clock speed 1'],
      'the journal records each change of speed once',
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

import assert from 'node:assert/strict'
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { settings } from '@mex/core/settings.ts'
import { putInForce } from '#areas/desk/configuration.ts'
import { openDiskSpace } from './disk-space.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mex-disk-'))
})
after(() => rm(folder, { recursive: true, force: true }))

/** Sets the minimum free space, as `config set` does. */
const setLeast = (megabytes: number): void => putInForce([{ key: 'storage.freeMegabytesMin', value: megabytes }])
after(() => putInForce([]))

async function opened(of = folder) {
  const logged: string[] = []
  const space = await openDiskSpace({
    folder: of,
    log: (message) => void logged.push(`info ${message}`),
    warn: (message) => void logged.push(`warn ${message}`),
  })
  return { space, logged }
}

test('disk space is low while less is free than the setting requires, and each change is logged once', async () => {
  const { bavail, bsize } = await statfs(folder)
  const free = Math.floor((bavail * bsize) / 1024 / 1024)
  setLeast(1)
  const { space, logged } = await opened()
  assert.deepEqual([space.isLow(), logged], [false, []])
  assert((space.freeBytes() ?? 0) > 0)
  setLeast(free * 2)
  await space.check()
  await space.check()
  assert.equal(space.isLow(), true)
  setLeast(1)
  await space.check()
  assert.equal(space.isLow(), false)
  space.close()
  assert.equal(logged.length, 2)
  assert.match(logged[0] ?? '', new RegExp(`^warn Only \\d+ MB are free in ${folder}, less than ${free * 2}: `))
  assert.match(logged[1] ?? '', /^info \d+ MB are free in .*everything is accepted again$/)
})

test('disk space is measured on opening', async () => {
  setLeast(900_000_000)
  const { space } = await opened()
  space.close()
  assert.equal(space.isLow(), true)
})

test('an unreadable volume is logged once and does not count as low', async () => {
  setLeast(settings.storage.freeMegabytesMin)
  const { space, logged } = await opened(join(folder, 'missing'))
  await space.check()
  space.close()
  assert.deepEqual([space.isLow(), space.freeBytes()], [false, undefined])
  assert.deepEqual([logged.length, /cannot be read: .*ENOENT/.test(logged[0] ?? '')], [1, true])
})

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

/** Puts a least free space in force, as `config set` does. */
const setLeast = (megabytes: number): void => putInForce([{ key: 'storage.freeMegabytesMin', value: megabytes }])
after(() => putInForce([]))

async function opened(of = folder) {
  const said: string[] = []
  const space = await openDiskSpace({
    folder: of,
    log: (message) => void said.push(`info ${message}`),
    warn: (message) => void said.push(`warn ${message}`),
  })
  return { space, said }
}

test('is low while less is free than the setting says, and says so once each way', async () => {
  const { bavail, bsize } = await statfs(folder)
  const free = Math.floor((bavail * bsize) / 1024 / 1024)
  setLeast(1)
  const { space, said } = await opened()
  assert.deepEqual([space.isLow(), said], [false, []])
  setLeast(free * 2)
  await space.check()
  await space.check()
  assert.equal(space.isLow(), true)
  setLeast(1)
  await space.check()
  assert.equal(space.isLow(), false)
  space.close()
  assert.equal(said.length, 2)
  assert.match(said[0] ?? '', new RegExp(`^warn Only \\d+ MB are free in ${folder}, less than ${free * 2}: `))
  assert.match(said[1] ?? '', /^info \d+ MB are free in .*everything is accepted again$/)
})

test('is known at the start', async () => {
  setLeast(900_000_000)
  const { space } = await opened()
  space.close()
  assert.equal(space.isLow(), true)
})

test('that cannot be read is said once, and stops nobody', async () => {
  setLeast(settings.storage.freeMegabytesMin)
  const { space, said } = await opened(join(folder, 'missing'))
  await space.check()
  space.close()
  assert.equal(space.isLow(), false)
  assert.deepEqual([said.length, /cannot be read: .*ENOENT/.test(said[0] ?? '')], [1, true])
})

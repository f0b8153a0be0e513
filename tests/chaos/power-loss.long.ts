import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmod, mkdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { calls } from '@mex/contract/areas.ts'
import { everyOrder, expectBalancedLedger } from './evidence.ts'
import { openLoad, type Command, type Load } from './load.ts'
import { clear, openFolder, startServer, type ServerProcess } from './server-process.ts'

/**
 * The power of the machine fails. The data folder is a disk in a file, which is copied at one instant while people trade: the copy has what had
 * reached the disk by then, and nothing of what the system was still going to write. Only a file system that copies by reference can do it (XFS).
 */
const people = 8
const losses = 3
const gigabyte = 1024 ** 3

const run = (program: string, ...args: readonly string[]): void => {
  execFileSync(program, args, { stdio: 'ignore' })
}

const folder = await openFolder()
/** Mounted last, unmounted first. */
const mounted: string[] = []

/** Makes a disk in a file and mounts it at a new folder beside it. */
async function mountNew(file: string, bytes: number, make: readonly [string, ...string[]]): Promise<string> {
  await writeFile(file, '')
  await truncate(file, bytes)
  const [program, ...args] = make
  run(program, ...args, file)
  return mountFile(file)
}

async function mountFile(file: string): Promise<string> {
  const place = `${file}.mounted`
  await mkdir(place)
  run('mount', '-o', 'loop', file, place)
  mounted.push(place)
  await chmod(place, 0o755)
  return place
}

async function openDisk(): Promise<string | undefined> {
  try {
    const outer = await mountNew(join(folder, 'outer'), 12 * gigabyte, ['mkfs.xfs', '-q', '-m', 'reflink=1'])
    return await mountNew(join(outer, 'disk'), 2 * gigabyte, ['mkfs.ext4', '-q'])
  } catch {
    return undefined
  }
}

const disk = await openDisk()
const skip = disk === undefined && 'only root, with xfsprogs and e2fsprogs, may mount the disks of this test'

let server: ServerProcess | undefined
let load: Load
before(async () => {
  if (disk === undefined) return
  server = await startServer(disk)
  load = await openLoad(server.url, people)
})
after(async () => {
  await server?.end('SIGTERM')
  for (const place of mounted.toReversed()) run('umount', '--lazy', place)
  await clear(undefined, folder)
})

/** A disk as it was when the power failed, and the commands that were acknowledged before. */
type Loss = { readonly image: string; readonly acknowledged: readonly Command[] }
const images: Loss[] = []

test('people trade while the power is about to fail', { skip }, async () => {
  assert(disk !== undefined)
  const file = disk.replace(/\.mounted$/, '')
  const running = load.run()
  for (let loss = 1; loss <= losses; loss += 1) {
    await rest(1500 + 377 * loss)
    const acknowledged = load.commands.filter(({ outcome }) => outcome?.kind === 'done')
    const image = `${file}.${loss}`
    run('cp', '--reflink=always', file, image)
    images.push({ image, acknowledged })
  }
  load.stop()
  await running
  assert(images.every(({ acknowledged }) => acknowledged.length > people))
  await server?.end('SIGTERM')
  server = undefined
})

for (let loss = 1; loss <= losses; loss += 1)
  test(
    `what was acknowledged before the power failed is there afterwards (${loss} of ${losses})`,
    { skip },
    async () => {
      const found = images[loss - 1]
      assert(found !== undefined)
      const place = await mountFile(found.image)
      // A server that a failed test leaves running would keep this file from ending.
      await server?.end('SIGTERM')
      server = await startServer(place)
      load.moveTo(server.url)
      for (const [writer, person] of load.people.entries()) {
        const there = new Set((await everyOrder(person)).map(({ id }) => id))
        for (const { writer: owner, call, outcome } of found.acknowledged)
          if (owner === writer && call.path === calls.trading.createStock.path && outcome?.kind === 'done')
            assert(there.has(outcome.id), `order ${outcome.id} of ${writer} is lost`)
      }
      await expectBalancedLedger(place, ['ledger', 'fills'])
      await server.end('SIGTERM')
      server = undefined
    },
  )

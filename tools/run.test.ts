import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'

/**
 * A checkout whose lockfile has changed since its packages were installed. Its npm is a program that prints 'npm was
 * called' and fails, or succeeds if the file `installs` exists. Its server prints 'started' and runs until its input ends.
 */
let root: string
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'mex-run-'))
  for (const folder of ['tools', 'node_modules', '.data/database', '.cluster/database'])
    await mkdir(join(root, folder), { recursive: true })
  await copyFile(join(import.meta.dirname, 'run.mjs'), join(root, 'tools', 'run.mjs'))
  await writeFile(join(root, 'package-lock.json'), '{}')
  await writeFile(join(root, 'node_modules', '.installed'), 'other')
  await writeFile(
    join(root, 'npm.js'),
    `console.error('npm was called'); process.exit(require('node:fs').existsSync(${JSON.stringify(join(root, 'installs'))}) ? 0 : 1)`,
  )
  await writeFile(join(root, 'tools', 'start.ts'), "console.error('started'); process.stdin.resume()")
})
after(() => rm(root, { recursive: true }))

const args = (command: string): string[] => [join(root, 'tools', 'run.mjs'), command]
const environment = () => ({ ...process.env, DATA_DIR: undefined, npm_execpath: join(root, 'npm.js') })
function run(command: string): string {
  const { stderr, status } = spawnSync(process.execPath, args(command), { env: environment() })
  assert.equal(status, 1)
  return stderr.toString()
}
const pidFile = (pid: number | undefined, folder = '.data') =>
  writeFile(join(root, folder, 'database', 'postmaster.pid'), `${pid}\n/somewhere\n`)

test('replaces packages if no database runs, in spite of a stale pid file', async () => {
  assert.match(run('ops'), /npm was called/)
  await pidFile(spawnSync(process.execPath, ['--version']).pid)
  assert.match(run('ops'), /npm was called/)
  // Only with /proc can the script see that the pid belongs to another program.
  if (!existsSync('/proc/self/stat')) return
  await pidFile(process.pid)
  assert.match(run('ops'), /npm was called/)
})

test('does not replace packages while a database runs, except for npm start', async () => {
  const program = join(root, 'postgres')
  await symlink('/bin/sleep', program)
  const database = spawn(program, ['60'], { argv0: 'sleep' })
  try {
    await pidFile(database.pid)
    for (const command of ['ops', 'check']) {
      assert.match(run(command), /stop the server first/)
      assert.doesNotMatch(run(command), /npm was called/)
    }
    assert.match(run('start'), /npm was called/)
    await rm(join(root, '.data', 'database', 'postmaster.pid'))
    assert.match(run('ops'), /npm was called/)
    await pidFile(database.pid, '.cluster')
    assert.match(run('ops'), /stop the server first/)
  } finally {
    database.kill()
    await rm(join(root, '.cluster', 'database', 'postmaster.pid'), { force: true })
  }
})

const lock = (): string => join(root, '.installing')
const locks = (): string[] => readdirSync(root).filter((name) => name.startsWith('.installing'))

/** Servers of the checkout, started and ended together; `output` collects their standard error. */
async function openServers(count: number) {
  await writeFile(join(root, 'node_modules', '.installed'), 'other')
  await writeFile(join(root, 'installs'), '')
  let output = ''
  const servers = Array.from({ length: count }, () => spawn(process.execPath, args('start'), { env: environment() }))
  for (const { stderr } of servers) stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return {
    /** Waits until the output has `text` so many times; throws if a server ends first. */
    async printed(text: string, times: number): Promise<void> {
      while (output.split(text).length <= times) {
        assert(
          servers.every(({ exitCode }) => exitCode === null),
          output,
        )
        await setTimeout(20)
      }
    },
    count: (text: string): number => output.split(text).length - 1,
    async [Symbol.asyncDispose](): Promise<void> {
      const running = servers.filter(({ exitCode }) => exitCode === null)
      const ended = running.map((server) => once(server, 'exit'))
      for (const server of running) server.stdin.end()
      await Promise.all(ended)
      await rm(join(root, 'installs'))
    },
  }
}

test('removes the lock of an ended process, and its own lock after a failed installation', async () => {
  await writeFile(lock(), String(spawnSync(process.execPath, ['--version']).pid))
  assert.match(run('check'), /npm was called/)
  assert.deepEqual(locks(), [])
})

test('installs once for four commands started at the same time, and all four continue', async () => {
  await using servers = await openServers(4)
  await servers.printed('started', 4)
  assert.equal(servers.count('npm was called'), 1)
  assert.deepEqual(locks(), [])
})

test('keeps waiting if the lock disappears while its owner is read', async () => {
  // A dangling link can neither be created again nor read, like a lock that is released between the two steps.
  await symlink(join(root, 'nowhere'), lock())
  await using servers = await openServers(1)
  await setTimeout(500)
  assert.equal(servers.count('npm was called'), 0)
  await rm(lock())
  await servers.printed('started', 1)
})

test('a server that installed at its start does not remove the lock of another process when it ends', async () => {
  {
    await using servers = await openServers(1)
    await servers.printed('started', 1)
    await writeFile(lock(), String(process.pid))
  }
  assert.equal(readFileSync(lock(), 'utf8'), String(process.pid))
  await rm(lock())
})

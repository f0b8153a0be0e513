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
 * A checkout whose lockfile has changed since its packages were installed. npm is a program that only says that it was
 * asked, and fails; where `installs` is among the files it succeeds. A server says so and runs until its input ends.
 */
let root: string
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'mex-run-'))
  for (const folder of ['tools', 'node_modules', '.data/database']) await mkdir(join(root, folder), { recursive: true })
  await copyFile(join(import.meta.dirname, 'run.mjs'), join(root, 'tools', 'run.mjs'))
  await writeFile(join(root, 'package-lock.json'), '{}')
  await writeFile(join(root, 'node_modules', '.installed'), 'other')
  await writeFile(
    join(root, 'npm.js'),
    `console.error('npm was asked'); process.exit(require('node:fs').existsSync(${JSON.stringify(join(root, 'installs'))}) ? 0 : 1)`,
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
const pidFile = (pid: number | undefined) =>
  writeFile(join(root, '.data', 'database', 'postmaster.pid'), `${pid}\n/somewhere\n`)

test('packages are replaced while no database runs on them, whatever file was left behind', async () => {
  assert.match(run('ops'), /npm was asked/)
  await pidFile(spawnSync(process.execPath, ['--version']).pid)
  assert.match(run('ops'), /npm was asked/)
  // Only where the machine says what a process is can another program with the number be told apart.
  if (!existsSync('/proc/self/stat')) return
  await pidFile(process.pid)
  assert.match(run('ops'), /npm was asked/)
})

test('packages are not replaced under a server that runs, unless it is started anew', async () => {
  const program = join(root, 'postgres')
  await symlink('/bin/sleep', program)
  const database = spawn(program, ['60'], { argv0: 'sleep' })
  try {
    await pidFile(database.pid)
    for (const command of ['ops', 'check']) {
      assert.match(run(command), /stop the server first/)
      assert.doesNotMatch(run(command), /npm was asked/)
    }
    assert.match(run('start'), /npm was asked/)
  } finally {
    database.kill()
  }
})

const lock = (): string => join(root, '.installing')
const locks = (): string[] => readdirSync(root).filter((name) => name.startsWith('.installing'))

/** Servers of the checkout, started at once and ended together; `said` is what they and their installations said. */
async function openServers(count: number) {
  await writeFile(join(root, 'node_modules', '.installed'), 'other')
  await writeFile(join(root, 'installs'), '')
  let said = ''
  const servers = Array.from({ length: count }, () => spawn(process.execPath, args('start'), { env: environment() }))
  for (const { stderr } of servers) stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return {
    /** Ends the test when one of them has ended instead. */
    async saidTimes(text: string, times: number): Promise<void> {
      while (said.split(text).length <= times) {
        assert(
          servers.every(({ exitCode }) => exitCode === null),
          said,
        )
        await setTimeout(20)
      }
    },
    count: (text: string): number => said.split(text).length - 1,
    async [Symbol.asyncDispose](): Promise<void> {
      const running = servers.filter(({ exitCode }) => exitCode === null)
      const ended = running.map((server) => once(server, 'exit'))
      for (const server of running) server.stdin.end()
      await Promise.all(ended)
      await rm(join(root, 'installs'))
    },
  }
}

test('a failed installation leaves no lock, and that of a process that has ended is no obstacle', async () => {
  await writeFile(lock(), String(spawnSync(process.execPath, ['--version']).pid))
  assert.match(run('check'), /npm was asked/)
  assert.deepEqual(locks(), [])
})

test('of commands that are given at once one installs, and all go on', async () => {
  await using servers = await openServers(4)
  await servers.saidTimes('started', 4)
  assert.equal(servers.count('npm was asked'), 1)
  assert.deepEqual(locks(), [])
})

test('a lock that is released while another command looks at it is waited for, and is no error', async () => {
  // To this name nothing can be linked, and nothing can be read from it.
  await symlink(join(root, 'nowhere'), lock())
  await using servers = await openServers(1)
  await setTimeout(500)
  assert.equal(servers.count('npm was asked'), 0)
  await rm(lock())
  await servers.saidTimes('started', 1)
})

test('a server that installed at its start leaves the lock of another process alone when it ends', async () => {
  {
    await using servers = await openServers(1)
    await servers.saidTimes('started', 1)
    await writeFile(lock(), String(process.pid))
  }
  assert.equal(readFileSync(lock(), 'utf8'), String(process.pid))
  await rm(lock())
})

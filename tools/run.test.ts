import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

/** A checkout whose lockfile has changed since its packages were installed; npm is a program that only says so. */
let root: string
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'mex-run-'))
  for (const folder of ['tools', 'node_modules', '.data/database']) await mkdir(join(root, folder), { recursive: true })
  await copyFile(join(import.meta.dirname, 'run.mjs'), join(root, 'tools', 'run.mjs'))
  await writeFile(join(root, 'package-lock.json'), '{}')
  await writeFile(join(root, 'node_modules', '.installed'), 'other')
  await writeFile(join(root, 'npm.js'), "console.error('npm was asked'); process.exit(1)")
})
after(() => rm(root, { recursive: true }))

function run(command: string): string {
  const environment = { ...process.env, DATA_DIR: undefined, npm_execpath: join(root, 'npm.js') }
  const { stderr, status } = spawnSync(process.execPath, [join(root, 'tools', 'run.mjs'), command], {
    env: environment,
  })
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

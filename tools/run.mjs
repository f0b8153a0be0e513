// The first step of every npm command: installs the packages of the lockfile if they are missing or have changed, then runs
// the TypeScript of the command under the Node from the packages. Plain JavaScript, because the Node of the machine may be
// too old for TypeScript.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stamp = join(root, 'node_modules', '.installed')
const lockfile = join(root, 'package-lock.json')
/** The oldest Node that can install the packages, and the version that everything else needs. */
const oldest = 20
const newest = 26

const commands = {
  start: 'tools/start.ts',
  test: 'tools/test.ts',
  dev: 'tools/dev.ts',
  cluster: 'tools/cluster.ts',
  check: 'tools/check.ts',
  simulate: 'tests/simulation/main.ts',
  bench: 'bench/main.ts',
  ops: 'server/ops.ts',
}

const [name, ...args] = process.argv.slice(2)
const command = commands[name]
if (!command) {
  console.error(`Usage: npm run ${Object.keys(commands).join(' | ')}`)
  process.exit(2)
}
if (Number(process.versions.node.split('.')[0]) < oldest) {
  console.error(`Node ${oldest} or newer is needed to install; this is ${process.version}.`)
  process.exit(1)
}

const wanted = createHash('sha256').update(readFileSync(lockfile)).digest('hex')
const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
if (!isInstalled()) {
  if (name !== 'start' && isDatabaseRunning()) {
    console.error(
      'The packages have changed, and a server still runs on the old ones: stop the server first, then try again.',
    )
    process.exit(1)
  }
  oneAtATime(() => isInstalled() || install())
}

function install() {
  console.error('Installing packages (only when they changed) …')
  const npm = process.env['npm_execpath']
  const installed = npm
    ? spawnSync(process.execPath, [npm, 'ci', '--loglevel=error'], { cwd: root, stdio: ['ignore', 2, 2] })
    : spawnSync('npm', ['ci', '--loglevel=error'], {
        cwd: root,
        stdio: ['ignore', 2, 2],
        shell: process.platform === 'win32',
      })
  if (installed.status !== 0) {
    console.error('The packages could not be installed: see the lines above. Nothing else was changed.')
    process.exit(1)
  }
  writeFileSync(stamp, wanted)
}

/** Two commands started at the same time would install over each other, so the second waits for the lock. */
function oneAtATime(work) {
  const lock = join(root, '.installing')
  while (!takeLock(lock)) {
    const owner = ownerOf(lock)
    // A killed process leaves its lock behind.
    if (owner !== undefined && !isRunning(owner)) rmSync(lock, { force: true })
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
  }
  const release = () => {
    if (ownerOf(lock) === process.pid) rmSync(lock, { force: true })
  }
  // A failed installation ends the process.
  process.once('exit', release)
  work()
  release()
  process.removeListener('exit', release)
}

/** Whether this process has the lock now. It is linked into place, so that it never exists without the pid of its owner. */
function takeLock(lock) {
  const own = `${lock}-${process.pid}`
  writeFileSync(own, String(process.pid))
  try {
    linkSync(own, lock)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(own, { force: true })
  }
}

/** The pid of the lock's owner; undefined if it has just been released. */
function ownerOf(lock) {
  try {
    return Number(readFileSync(lock, 'utf8'))
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return undefined
  }
}

function isRunning(pid) {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/**
 * Whether the built-in database of DATA_DIR or of `npm run cluster` runs: its program is among the packages that would be replaced. A
 * stale pid file does not count. `npm start` does not check, because it has to take over a database whose server was killed.
 */
function isDatabaseRunning() {
  return [process.env['DATA_DIR'] || '.data', '.cluster'].some((folder) => isRunningIn(resolve(root, folder)))
}

function isRunningIn(folder) {
  const pidFile = join(folder, 'database', 'postmaster.pid')
  const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : 0
  if (!Number.isInteger(pid) || !isRunning(pid)) return false
  const state = `/proc/${pid}/stat`
  return (
    !existsSync('/proc/self/stat') || (existsSync(state) && /^\d+ \(postgres\) [^Z]/.test(readFileSync(state, 'utf8')))
  )
}

// On Linux the C library gives every thread its own heap, up to eight per core, and a heap keeps its memory: hashing
// passwords on four threads keeps four times 19 MiB. Two heaps hold 73 MB less after four days of the soak and are as fast,
// because at most two hashes and two pictures are computed at once.
const allocator = { MALLOC_ARENA_MAX: '2' }

// Caches stripped and compiled TypeScript: a process that loads the whole server then starts in half the processor time.
// If the folder is not writable, Node runs without the cache.
const compiled = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node') }

/** The Node from the packages for this machine; without one, the running Node if it is new enough. */
function projectNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  for (const prefix of ['node', 'node-bin']) {
    const node = join(root, 'node_modules', `${prefix}-${system}-${process.arch}`, 'bin', name)
    if (existsSync(node)) return node
  }
  if (Number(process.versions.node.split('.')[0]) >= newest) return process.execPath
  console.error(
    `There is no Node ${newest} for ${process.platform} on ${process.arch} among the packages: start with Node ${newest} of your own.`,
  )
  return process.exit(1)
}

const node = projectNode()
const child = spawn(node, ['--disable-warning=ExperimentalWarning', join(root, command), ...args], {
  cwd: root,
  stdio: 'inherit',
  env: { ...allocator, ...compiled, ...process.env },
})
// A terminal sends signals to the whole process group; other senders only to this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)))

import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openFolder, root } from './measured-server.ts'
import type { Measurement } from './measurement.ts'
import { alternate, median, ratioOf } from './statistics.ts'

const rounds = 3
const startMostMilliseconds = 180_000
/** Time for memory to settle. */
const restMilliseconds = 5000
const pollMilliseconds = 20

type Running = { readonly milliseconds: number; readonly processId: number; stop(): Promise<void> }

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

async function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  )
}

/** Runs `npm start` without npm until `/readyz` answers 200. */
async function startAll(dataFolder: string, port: number): Promise<Running> {
  const begin = performance.now()
  const child = spawn(process.execPath, [join(root, 'tools', 'run.mjs'), 'start'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataFolder, PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
  }
  while (!(await isReady(port))) {
    if (child.exitCode !== null || performance.now() - begin > startMostMilliseconds) {
      await stop()
      throw new Error('the server did not become ready')
    }
    await wait(pollMilliseconds)
  }
  return { milliseconds: performance.now() - begin, processId: child.pid ?? 0, stop }
}

type Row = { readonly id: number; readonly parent: number; readonly kilobytes: number }

function processes(): readonly Row[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' }).trim().split('\n')
  return rows.map((row) => {
    const [id = 0, parent = 0, kilobytes = 0] = row.trim().split(/\s+/).map(Number)
    return { id, parent, kilobytes }
  })
}

/** Shared memory counts proportionally on Linux (PSS), and fully for each process elsewhere (RSS). */
function ownKilobytes({ id, kilobytes }: Row): number {
  const rollup = `/proc/${id}/smaps_rollup`
  if (!existsSync(rollup)) return kilobytes
  return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(rollup, 'utf8'))?.[1] ?? kilobytes)
}

const megabytes = (rows: readonly Row[]): number => rows.reduce((sum, row) => sum + ownKilobytes(row), 0) / 1024

/** The server is the only child of the command; the database records its process id in `postmaster.pid`. */
function memoryOf(commandId: number, dataFolder: string): { readonly node: number; readonly postgres: number } {
  const all = processes()
  const postmaster = Number(readFileSync(join(dataFolder, 'database', 'postmaster.pid'), 'utf8').split('\n')[0])
  return {
    node: megabytes(all.filter(({ parent, id }) => parent === commandId && id !== postmaster)),
    postgres: megabytes(all.filter(({ parent, id }) => parent === postmaster || id === postmaster)),
  }
}

/** A process of Node that does nothing. */
function bareNode(): number {
  const begin = performance.now()
  execFileSync(process.execPath, ['--eval', '0'])
  return performance.now() - begin
}

export const start: Measurement = {
  name: 'start',
  title: 'Start and memory',
  about: `The time of \`npm start\`, with installed packages and a built page, until \`GET /readyz\` answers 200: in an empty \`DATA_DIR\`
(the database is initialised, secrets are drawn) and again in the same one. The baseline is a process of Node that does
nothing. Memory is that of the server and of all PostgreSQL processes together, ${restMilliseconds / 1000} s after the second start, without clients;
memory that processes share counts once.`,
  async run(say) {
    await using folder = await openFolder()
    const port = 20_000 + (process.pid % 20_000)
    let count = 0
    const newFolder = async (): Promise<string> => {
      count += 1
      const path = join(folder.path, `data-${count}`)
      await mkdir(path)
      await chmod(path, 0o755)
      return path
    }
    say('building the page, if it is not built')
    await (await startAll(await newFolder(), port)).stop()
    let dataFolder = ''
    const memory: { node: number; postgres: number }[] = []
    const found = await alternate(rounds, {
      first: async () => {
        dataFolder = await newFolder()
        const running = await startAll(dataFolder, port)
        await running.stop()
        return running.milliseconds / 1000
      },
      second: async () => {
        const running = await startAll(dataFolder, port)
        await wait(restMilliseconds)
        memory.push(memoryOf(running.processId, dataFolder))
        await running.stop()
        return running.milliseconds / 1000
      },
      bare: () => bareNode() / 1000,
    })
    const beside = (own: readonly number[]) => ({
      name: '`node --eval 0`',
      value: median(found.bare),
      ratio: ratioOf(own, found.bare),
    })
    return [
      { name: 'first start', value: median(found.first), unit: 's', beside: beside(found.first) },
      {
        name: 'second start',
        value: median(found.second),
        unit: 's',
        beside: beside(found.second),
        target: { atMost: 3 },
        limit: 'loading the modules, and the history that the paths of the market need before their first price',
      },
      { name: 'memory of the server', value: median(memory.map(({ node }) => node)), unit: 'MB' },
      { name: 'memory of PostgreSQL', value: median(memory.map(({ postgres }) => postgres)), unit: 'MB' },
    ]
  },
}

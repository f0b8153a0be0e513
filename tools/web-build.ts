import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stopSignals } from '@mex/server/stop-signals.ts'

/** The root of the repository. */
export const root = new URL('./../', import.meta.url).pathname

const sources = ['web', 'contract', 'core', 'data/legal']
const builtFrom = join(root, 'web', 'dist', '.built-from')

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true, recursive: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/[/\\](dist|\.types|node_modules)[/\\]/.test(path) && !path.endsWith('.test.ts'))
    .toSorted()
}

/** A hash of all source files of the web app. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(join(root, 'package-lock.json')))
  for (const folder of sources)
    for (const path of await filesBelow(folder)) hash.update(path).update(await readFile(path))
  return hash.digest('hex')
}

/** A program ended because this process was told to stop. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}

/** Ends a process and its group; on Windows only the process. */
function endProcesses(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

/**
 * Runs a program to its end; rejects if it fails. Forwards stop signals to the program, and then rejects with
 * `Interrupted`.
 */
export function run(
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...options.env },
      stdio: 'inherit',
      // A process group of its own, so that its child processes can be ended too.
      detached: process.platform !== 'win32',
    })
    const endGroup = (): void => void (child.pid !== undefined && endProcesses(child.pid))
    process.on('exit', endGroup)
    let isInterrupted = false
    const forward = (signal: NodeJS.Signals): void => {
      isInterrupted = true
      child.kill(signal)
    }
    for (const signal of stopSignals) process.on(signal, forward)
    child.on('error', fail)
    child.on('exit', (code, signal) => {
      process.off('exit', endGroup)
      for (const each of stopSignals) process.off(each, forward)
      const outcome = `${program} ${args.join(' ')} ended with ${code ?? signal}`
      if (code === 0) done()
      else fail(isInterrupted ? new Interrupted(outcome) : new Error(outcome))
    })
  })
}

/** The path of a program from an installed package. */
export const program = (name: string): string => join(root, 'node_modules', '.bin', name)

/**
 * Vite imports its configuration as Node does. Its own loader makes one bundle of the configuration and of all that this
 * imports, which since `web/areas.ts` is every screen with its style sheets.
 */
export const viteOptions: readonly string[] = ['--configLoader', 'native']

/** Builds the web app unless the existing build has the same source files. */
export async function buildWeb(): Promise<void> {
  const now = await fingerprint()
  if (existsSync(builtFrom) && (await readFile(builtFrom, 'utf8')) === now) return
  console.error('Building the web app (only when it changed) …')
  await run(program('vite'), ['build', ...viteOptions, '--logLevel', 'warn'], { cwd: join(root, 'web') })
  await writeFile(builtFrom, now)
}

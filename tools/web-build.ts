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

/** A fingerprint of everything that the web app is built from. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(join(root, 'package-lock.json')))
  for (const folder of sources)
    for (const path of await filesBelow(folder)) hash.update(path).update(await readFile(path))
  return hash.digest('hex')
}

/** A program was stopped because we were asked to stop. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}

/** Ends a process and everything of its group; on Windows the process alone. */
function endProcesses(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

/**
 * Runs a program of the project to its end; rejects when it fails. A signal that stops us is passed on to it, and then
 * its end is an `Interrupted`.
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
      // A group of its own, so that nothing that it starts outlives us.
      detached: process.platform !== 'win32',
    })
    const endGroup = (): void => void (child.pid !== undefined && endProcesses(child.pid))
    process.on('exit', endGroup)
    let isInterrupted = false
    const passOn = (signal: NodeJS.Signals): void => {
      isInterrupted = true
      child.kill(signal)
    }
    for (const signal of stopSignals) process.on(signal, passOn)
    child.on('error', fail)
    child.on('exit', (code, signal) => {
      process.off('exit', endGroup)
      for (const each of stopSignals) process.off(each, passOn)
      const outcome = `${program} ${args.join(' ')} ended with ${code ?? signal}`
      if (code === 0) done()
      else fail(isInterrupted ? new Interrupted(outcome) : new Error(outcome))
    })
  })
}

/** A program that a package of the project brings. */
export const program = (name: string): string => join(root, 'node_modules', '.bin', name)

/** Builds the web app unless what is there was built from the same files. */
export async function buildWeb(): Promise<void> {
  const now = await fingerprint()
  if (existsSync(builtFrom) && (await readFile(builtFrom, 'utf8')) === now) return
  console.error('Building the web app (only when it changed) …')
  await run(program('vite'), ['build', '--logLevel', 'warn'], { cwd: join(root, 'web') })
  await writeFile(builtFrom, now)
}

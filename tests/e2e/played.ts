import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

async function run(program: string, args: readonly string[], folder: string, settings: Settings): Promise<string> {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, E2E_URL: undefined, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const code = await new Promise((done) => child.on('error', done).on('exit', done))
  assert.equal(code, 0, output)
  return output
}

type Settings = Readonly<Record<string, string | undefined>>

/** Builds the page and plays journeys, which must all pass. Returns what Playwright prints. */
export async function playJourneys(args: readonly string[], settings: Settings): Promise<string> {
  const build = "import { buildWeb } from './tools/web-build.ts'; await buildWeb()"
  await run(process.execPath, ['--input-type=module', '--eval', build], root, settings)
  const playwright = join(root, 'node_modules', '.bin', 'playwright')
  return run(playwright, ['test', '--project=short', ...args], join(root, 'tests', 'e2e'), settings)
}

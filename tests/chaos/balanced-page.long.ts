import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { findHaproxy, howToInstall } from '@mex/world/balancer.ts'

/** A browser before three servers behind HAProxy: its calls and its push socket are answered by any of them. */

const root = join(import.meta.dirname, '..', '..')
const hasHaproxy = (await findHaproxy()) !== undefined

async function run(program: string, args: readonly string[], folder: string): Promise<string> {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, SERVERS: '3', E2E_URL: undefined, E2E_LANGUAGES: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const code = await new Promise((done) => child.on('error', done).on('exit', done))
  assert.equal(code, 0, output)
  return output
}

test(
  'a guest finds a share, buys, and sees receipt, position and every cent; halts are seen on every server',
  { skip: hasHaproxy ? false : howToInstall },
  async () => {
    const build = "import { buildWeb } from './tools/web-build.ts'; await buildWeb()"
    await run(process.execPath, ['--input-type=module', '--eval', build], root)
    const playwright = join(root, 'node_modules', '.bin', 'playwright')
    const journeys = ['--project=short', '--workers=1', 'story.e2e.ts', 'halt.e2e.ts', '--grep', 'by touch|an open']
    const output = await run(playwright, ['test', ...journeys], join(root, 'tests', 'e2e'))
    assert.match(output, /^ *3 passed/m)
  },
)

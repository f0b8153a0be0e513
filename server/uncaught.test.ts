import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'

const at = (file: string): string => JSON.stringify(pathToFileURL(join(import.meta.dirname, file)).href)
const program = (fault: string): string => `
  import { openLog } from ${at('log.ts')}
  import { endOnUncaught } from ${at('uncaught.ts')}
  endOnUncaught(openLog('error'))
  setTimeout(() => ${fault})
  setTimeout(() => console.log('still here'), 1000)`
const broken = "Object.assign(new Error('planted'), { detail: 'Key (email)=(ann@example.org)' })"

for (const [what, fault] of [
  ['an uncaught exception', `{ throw ${broken} }`],
  ['an unhandled rejection', `void Promise.reject(${broken})`],
] as const)
  test(`${what} writes one line to the log and ends the process`, () => {
    const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', program(fault)]
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', cwd: import.meta.dirname })
    assert.deepEqual([status, stdout], [1, ''])
    assert.match(stderr, /^\{.*\}\n$/, 'one line of the log and nothing else')
    const { level, err, msg } = JSON.parse(stderr) as { level: number; err: { message: string }; msg: string }
    assert.deepEqual([level, err.message, msg], [60, 'planted', 'an error that nobody caught ends the process'])
    assert.doesNotMatch(stderr, /example\.org/)
  })

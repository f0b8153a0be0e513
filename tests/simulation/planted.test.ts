import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { planted } from './planted.ts'

const run = promisify(execFile)
const program = join(import.meta.dirname, 'planted-main.ts')

/** PLANTED=all is the long run. */
const isLongRun = process.env['PLANTED'] === 'all'

for (const { name, found } of planted.filter(({ isLong }) => isLongRun || isLong !== true)) {
  test(`the simulation finds ${name}`, async () => {
    const { stdout } = await run(process.execPath, [program, name])
    const findings = JSON.parse(stdout) as readonly string[]
    assert(
      findings.some((finding) => found.test(finding)),
      `it found ${JSON.stringify(findings)}`,
    )
  })
}

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { planted } from './planted.ts'

const run = promisify(execFile)
const program = join(import.meta.dirname, 'planted-main.ts')

for (const { name, found } of planted) {
  test(`the simulation finds ${name}`, async () => {
    const { stdout } = await run(process.execPath, [program, name])
    const findings = JSON.parse(stdout) as readonly string[]
    assert(
      findings.some((finding) => found.test(finding)),
      `it found ${JSON.stringify(findings)}`,
    )
  })
}

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import type { Planted } from './planted-bug.ts'

const run = promisify(execFile)
const program = join(import.meta.dirname, 'planted-main.ts')

/** Expects the simulation to find each bug, in a process of its own. */
export function expectFound(bugs: readonly Planted[]): void {
  for (const { name, found } of bugs)
    test(`the simulation finds ${name}`, async () => {
      const { stdout } = await run(process.execPath, [program, name])
      const findings = JSON.parse(stdout) as readonly string[]
      assert(
        findings.some((finding) => found.test(finding)),
        `it found ${JSON.stringify(findings)}`,
      )
    })
}

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { program, root, run } from './web-build.ts'

/** The fast checks: format, types, lint, dead code. `--fix` repairs format and lint. */
const fix = process.argv.includes('--fix')
await run(program('oxfmt'), fix ? ['.'] : ['--check', '.'])
await run(program('tsc'), ['-b'])
expectWholeTypes()
await run(program('oxlint'), ['--type-aware', '--deny-warnings', ...(fix ? ['--fix'] : [])])
await run(program('knip'), ['--no-progress'])

/**
 * TypeScript writes the types of zod as `any` into the declaration of a module that does not import zod, by this path of
 * zod's own package (docs/decisions/025-one-list-of-areas-per-part.md).
 */
function expectWholeTypes(): void {
  const lost = globSync('*/.types/**/*.d.ts', { cwd: root }).filter((file) =>
    readFileSync(join(root, file), 'utf8').includes('"#mini'),
  )
  if (lost.length > 0) throw new Error(`These modules lose types; they must import zod themselves: ${lost.join(', ')}`)
}

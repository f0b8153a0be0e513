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
 * With `"#*"` in `imports`, TypeScript can write a type of zod by this path, which exists for nobody else, so that the type
 * becomes `any` (docs/decisions/019-a-folder-per-area.md). `"#*.ts"` keeps it from that.
 */
function expectWholeTypes(): void {
  const lost = globSync('*/.types/**/*.d.ts', { cwd: root }).filter((file) =>
    readFileSync(join(root, file), 'utf8').includes('"#mini'),
  )
  if (lost.length > 0)
    throw new Error(
      `These modules lose types, because the imports of their package.json admit zod's path: ${lost.join(', ')}`,
    )
}

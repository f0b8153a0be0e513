import { program, run } from './web-build.ts'

/** The fast checks: format, types, lint, dead code. `--fix` repairs format and lint. */
const fix = process.argv.includes('--fix')
await run(program('oxfmt'), fix ? ['.'] : ['--check', '.'])
await run(program('tsc'), ['-b'])
await run(program('oxlint'), ['--type-aware', '--deny-warnings', ...(fix ? ['--fix'] : [])])
await run(program('knip'), ['--no-progress'])

import { join } from 'node:path'
import { buildWeb, Interrupted, root, run } from './web-build.ts'

/** Several servers on one database behind a balancer, for a look (docs/guide/growing.md). */
await buildWeb()
await run(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, 'world', 'cluster-main.ts')]).catch(
  (error: unknown) => {
    // What failed is said above.
    process.exitCode = error instanceof Interrupted ? 0 : 1
  },
)

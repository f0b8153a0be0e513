import { writeFileSync } from 'node:fs'

import { kinds, listed, reachedFile, reachedNow } from './reached.ts'

/** Records the current coverage in docs/spec/reached.json: `node tests/conformance/update.ts`. Review the diff. */
const now = await reachedNow()
writeFileSync(reachedFile, `${JSON.stringify(now, undefined, 1)}\n`)
console.log(kinds.map((kind) => `${kind} ${now[kind].length} of ${listed[kind].length}`).join(' · '))

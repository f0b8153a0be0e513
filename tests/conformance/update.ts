import { writeFileSync } from 'node:fs'

import { kinds, listed, reachedFile, reachedNow } from './reached.ts'

/** Writes down what of the specification is there now: `node tests/conformance/update.ts`. Look at the difference. */
const now = await reachedNow()
writeFileSync(reachedFile, `${JSON.stringify(now, undefined, 1)}\n`)
console.log(kinds.map((kind) => `${kind} ${now[kind].length} of ${listed[kind].length}`).join(' · '))

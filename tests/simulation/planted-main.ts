import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { planted } from './planted.ts'

/**
 * Runs the simulation with one planted bug, seed after seed until one finds it: `node planted-main.ts NAME`. Prints the
 * findings as JSON.
 */
const [name] = process.argv.slice(2)
const seeds = 10
const steps = 25
const bug = planted.find((each) => each.name === name)
if (bug === undefined) throw new Error(`There is no planted bug "${name}"`)
const { file, from = '', to = '', spoil, firstSeed = 1, about, servers = 1, halting } = bug

if (file !== undefined) {
  const place = new URL(`../../${file}`, import.meta.url).href
  const text = readFileSync(new URL(place), 'utf8')
  if (text.split(from).length !== 2) throw new Error(`${file} has this place not exactly once: ${from}`)
  registerHooks({
    load: (url, context, next) =>
      url === place
        ? { format: 'module-typescript', source: text.replace(from, () => to), shortCircuit: true }
        : next(url, context),
  })
}

const { simulate } = await import('./simulation.ts')
let findings: readonly string[] = []
for (let seed = firstSeed; seed < firstSeed + seeds && findings.length === 0; seed += 1) {
  const result = await simulate({
    seed: String(seed),
    steps,
    losing: true,
    servers,
    halting,
    ...(about === undefined ? {} : { about }),
    ...(spoil === undefined ? {} : { spoil }),
  })
  findings = result.findings
}
console.log(JSON.stringify(findings))

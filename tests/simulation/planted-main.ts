import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { planted } from './planted.ts'

/** Runs the simulation with one planted bug: `node planted-main.ts NAME SEED STEPS`. Prints what was found as JSON. */
const [name, seed = '1', steps = '40'] = process.argv.slice(2)
const bug = planted.find((each) => each.name === name)
if (bug === undefined) throw new Error(`There is no planted bug "${name}"`)
const { file, from = '', to = '', spoil } = bug

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
const result = await simulate({ seed, steps: Number(steps), losing: true, ...(spoil === undefined ? {} : { spoil }) })
console.log(JSON.stringify({ findings: result.findings, steps: result.steps }))

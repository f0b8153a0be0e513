import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { modelVersion } from '#feeds/simulator/simulated-feed.ts'

/** What `data/` has besides facts of the market: texts for people, and the places where they live. */
const otherData = new Set(['README.md', 'help', 'legal', 'areas.csv', 'area-states.csv'])

const projectData = join(import.meta.dirname, '..', 'data')

/** The files of a folder and of those inside it, in an order that is the same everywhere; a file is one itself. */
function filesOf(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return ['']
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length))
    .toSorted()
}

function digestOf(path: string): string {
  const digest = createHash('sha256')
  for (const file of filesOf(path)) {
    const bytes = readFileSync(`${path}${file}`)
    digest.update(`${file}\0${bytes.length}\0`).update(bytes)
  }
  return digest.digest('hex').slice(0, 16)
}

/**
 * What prices, hours and rates follow from, besides the secrets and settings: the version of the model, and digests of the facts, by the
 * place of each in the project, and of the history that is replayed.
 */
export function marketData(
  replayFolder: string | undefined,
  folder = projectData,
): Readonly<Record<string, string | number>> {
  const facts = readdirSync(folder).filter((name) => !otherData.has(name) && !name.startsWith('.'))
  return {
    modelVersion,
    ...Object.fromEntries(facts.toSorted().map((name) => [`data/${name}`, digestOf(join(folder, name))])),
    ...(replayFolder === undefined ? {} : { history: digestOf(replayFolder) }),
  }
}

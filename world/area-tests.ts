import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const areas = join(import.meta.dirname, '..', 'server', 'areas')

/** The text of all tests of the areas, in which a list of everything that needs a test looks for titles. */
export const areaTests = globSync('*/*.test.ts', { cwd: areas })
  .map((path) => readFileSync(join(areas, path), 'utf8'))
  .join('\n')

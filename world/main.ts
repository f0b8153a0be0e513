import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openServer, readSettings, type Settings } from '@mex/server'
import { stopOnSignal } from '@mex/server/stop-signals.ts'
import { openSteppedClock } from '@mex/server/testing.ts'
import { drive } from './driving.ts'
import { names, seedPassword, seedPeople } from './people.ts'

/** The program of `npm run dev`: a server on a seeded market. */
const settings = readSettings(process.env)
const seededFile = join(settings.dataFolder, 'seeded')
const dayMilliseconds = 86_400_000
const version = 'dev'

/** Seeds users with some hours of trading of yesterday, on a stepped clock. */
async function seed(given: Settings): Promise<void> {
  const clock = openSteppedClock(Date.now() - dayMilliseconds)
  const server = await openServer({
    settings: { ...given, port: 0, logLevel: 'error' },
    version,
    webFolder: undefined,
    clock,
  })
  try {
    await seedPeople({ ...drive(server, clock), url: server.url })
  } finally {
    await server.close()
  }
}

if (!existsSync(seededFile) && settings.market === 'sim') {
  console.log('Seeding the market with people …')
  await seed(settings)
  await mkdir(settings.dataFolder, { recursive: true })
  await writeFile(seededFile, 'The people are in the database.\n')
}
const opening = openServer({ settings, version, webFolder: undefined })
stopOnSignal(() =>
  opening.then(
    (server) => server.close(),
    () => undefined,
  ),
)
const server = await opening
console.log(`\n  ${server.url} (calls only; the page is served by Vite)`)
console.log(`  Sign in as ${names.map((name) => `${name}@example.org`).join(', ')} with ${seedPassword}\n`)

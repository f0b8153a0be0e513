import { commands, runOps, systemRandomness, type Shell } from '@mex/server/testing.ts'
import type { World } from '@mex/world/world.ts'

/** The result of one command line. */
export type Called = {
  readonly code: number
  readonly printed: readonly string[]
  readonly complained: readonly string[]
  /** The parsed output of a command with `--json`. */
  json(): Record<string, unknown>
}

export type Operator = (...argv: readonly string[]) => Promise<Called>

/** The operator's command line for a world. */
export function operatorOf(
  world: Pick<World, 'server' | 'connectionString' | 'folder' | 'settings' | 'clock'>,
): Operator {
  const { dependencies } = world.server
  return async (...argv) => {
    const printed: string[] = []
    const complained: string[] = []
    const shell: Shell = {
      wallNow: () => world.clock.now(),
      user: 'keeper',
      withTools: (_, work) =>
        work({
          db: dependencies.store.db,
          randomness: systemRandomness,
          installation: {
            connectionString: world.connectionString,
            dataFolder: world.folder,
            settings: world.settings,
            market: () => Promise.resolve(dependencies.source),
          },
        }),
      print: (line) => void printed.push(line),
      complain: (line) => void complained.push(line),
    }
    const code = await runOps(argv, shell)
    return { code, printed, complained, json: () => JSON.parse(printed[0] ?? '') as Record<string, unknown> }
  }
}

export { commands }

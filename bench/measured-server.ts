import { randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerOptions } from '@mex/server'
import { openTestDatabase, openTestPostgres } from '@mex/server/testing.ts'
import type { Usage } from './answering.ts'
import { startChild, type Child } from './child.ts'

export type ServerArgument = {
  readonly databaseUrl: string
  readonly dataFolder: string
  readonly laneLimits?: ServerOptions['laneLimits'] | undefined
  readonly webFolder?: string | undefined
}

/** What an order on one share says; a limit buy at `restingPrice` waits. */
export type Ticket = {
  readonly stockCode: string
  readonly market: string
  readonly classify: string
  readonly restingPrice: string
  readonly leverage: number
}

export type MeasuredServer = Child & { readonly port: number }

/** One PostgreSQL of the usual settings (fsync on) for the servers of one measurement, in a folder that goes away. */
export type Ground = AsyncDisposable & {
  readonly folder: string
  openServer(
    options?: Pick<ServerArgument, 'laneLimits' | 'webFolder'>,
    nodeArguments?: readonly string[],
  ): Promise<MeasuredServer>
}

export const root = join(import.meta.dirname, '..')

/** A folder of its own on the disk of the project, because a folder for temporary files may lie in memory. */
export async function openFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  await mkdir(join(root, '.data'), { recursive: true })
  const path = await mkdtemp(join(root, '.data', 'bench-'))
  // Started by root, the database runs as somebody else, who must be able to pass.
  await chmod(path, 0o755)
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

const idleShare = 0.1
const idleMilliseconds = 500
const idleMostMilliseconds = 180_000

/**
 * Waits until servers do next to nothing by themselves. A server that has just started computes the past year of its
 * market whenever nothing else is to do, which is not what is measured.
 */
export async function untilIdle(servers: readonly Child[]): Promise<void> {
  const begin = performance.now()
  for (const server of servers) {
    let before = await server.ask<Usage>('usage')
    while (performance.now() - begin < idleMostMilliseconds) {
      await new Promise((resolve) => setTimeout(resolve, idleMilliseconds))
      const now = await server.ask<Usage>('usage')
      if (now.cpuSeconds - before.cpuSeconds < (idleShare * idleMilliseconds) / 1000) break
      before = now
    }
  }
}

export async function openGround(): Promise<Ground> {
  const folder = await openFolder()
  const postgres = await openTestPostgres(join(folder.path, 'postgres'), () => undefined)
  process.env['TEST_DATABASE_URL'] = postgres.url
  const children: Child[] = []

  return {
    folder: folder.path,
    async openServer(options = {}, nodeArguments = []) {
      const given: ServerArgument = {
        databaseUrl: (await openTestDatabase()).connectionString,
        dataFolder: join(folder.path, randomUUID()),
        ...options,
      }
      const child = await startChild('server.ts', given, nodeArguments)
      children.push(child)
      return { ...child, port: await child.ask<number>('port') }
    },
    async [Symbol.asyncDispose]() {
      for (const child of children) await child.stop()
      await postgres.stop()
      await folder[Symbol.asyncDispose]()
    },
  }
}

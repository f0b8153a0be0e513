import { cp, rm } from 'node:fs/promises'
import { join as path } from 'node:path'
import { freePort, until } from '@mex/server/testing.ts'
import { openFolder, startProgram, type Program, type Variables } from './server-process.ts'
import { isReady } from './waiting.ts'

/** Several servers of one database, each in a process and a data folder of its own. */

/** Until a server that was started serves: on a quiet machine two seconds. */
const servesSeconds = 120

export type Member = { readonly program: Program; readonly url: string; readonly folder: string }

/** Until another server leads: on a quiet machine less than five seconds. */
export const leadSeconds = 30

/** Whether a server of a cluster has become the one that fills orders. */
export const leads = ({ program }: Member): boolean => /This server leads/.test(program.output())

export type ServerProcesses = {
  /** Starts a server with the secrets of another, if there is one; it may not listen yet. */
  start(this: void, other?: Member): Promise<Member>
  /** Starts one likewise, and waits until it serves. */
  join(this: void, other?: Member): Promise<Member>
  /** All that were started, in that order. */
  readonly members: readonly Member[]
  /** Those of them that run. */
  alive(this: void): readonly Member[]
  /** Ends all of them, also those that stand still, and removes their folders. */
  end(this: void): Promise<void>
}

export function openServerProcesses(variablesOf: (port: number) => Variables): ServerProcesses {
  const members: Member[] = []
  async function start(other?: Member): Promise<Member> {
    const folder = await openFolder()
    if (other !== undefined) await cp(path(other.folder, 'secrets'), path(folder, 'secrets'), { recursive: true })
    const port = await freePort()
    const program = startProgram(folder, ['server/main.ts'], variablesOf(port))
    const member = { program, folder, url: `http://127.0.0.1:${port}` }
    members.push(member)
    return member
  }
  return {
    start,
    async join(other) {
      const member = await start(other)
      await until('it serves', () => isReady(member.url), servesSeconds)
      return member
    },
    members,
    alive: () => members.filter(({ program }) => !program.isOver()),
    async end() {
      for (const { program, folder } of members) {
        program.signal('SIGCONT', 'process')
        await program.end('SIGTERM')
        await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

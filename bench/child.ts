import { fork } from 'node:child_process'
import { join } from 'node:path'

/** A child process with a program of this folder that answers questions. */
export type Child = {
  readonly pid: number
  ask<Answer>(question: string, given?: unknown): Promise<Answer>
  stop(): Promise<void>
}

/** `BENCH_NODE_OPTIONS`, such as `--cpu-prof`, are options of Node for the measured processes. */
const profiling = (): string[] => (process.env['BENCH_NODE_OPTIONS'] ?? '').split(' ').filter((option) => option !== '')

type Message = { readonly number: number; readonly answer?: unknown; readonly failure?: string }

const stopMilliseconds = 20_000

/** Starts `file` of the folder `bench` of a project with one argument and waits until it is ready. */
export async function startChild(
  file: string,
  argument: unknown,
  project = join(import.meta.dirname, '..'),
): Promise<Child> {
  const child = fork(join(project, 'bench', file), [JSON.stringify(argument)], {
    execArgv: ['--disable-warning=ExperimentalWarning', ...profiling()],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const asked = new Map<number, { resolve: (answer: unknown) => void; reject: (error: Error) => void }>()
  let number = 0
  const ended = new Promise<void>((resolve) => {
    child.on('exit', (code, signal) => {
      for (const { reject } of asked.values()) reject(new Error(`${file} ended with ${code ?? signal}`))
      resolve()
    })
  })
  child.on('message', (message: Message) => {
    const waiting = asked.get(message.number)
    asked.delete(message.number)
    if (message.failure === undefined) waiting?.resolve(message.answer)
    else waiting?.reject(new Error(`${file}: ${message.failure}`))
  })
  function ask<Answer>(question: string, given?: unknown): Promise<Answer> {
    number += 1
    const mine = number
    return new Promise((resolve, reject) => {
      asked.set(mine, { resolve: resolve as (answer: unknown) => void, reject })
      child.send({ number: mine, question, given })
    })
  }
  await ask('ready')
  return {
    pid: child.pid ?? 0,
    ask,
    async stop() {
      const late = setTimeout(() => child.kill('SIGKILL'), stopMilliseconds)
      if (child.connected) child.disconnect()
      await ended
      clearTimeout(late)
    },
  }
}

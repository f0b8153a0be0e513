import { parentPort, workerData } from 'node:worker_threads'
import { present } from '@mex/core/assert.ts'

/** The program of the worker threads, but it exits on a question while the shared counter `crashes` is above zero. */
const { inputs } = workerData as { readonly inputs: { readonly crashes: Int32Array } }
present(parentPort, 'the port of a worker thread').on('message', () => {
  if (Atomics.sub(inputs.crashes, 0, 1) > 0) process.exit(3)
})
await import('./bar-worker.ts')

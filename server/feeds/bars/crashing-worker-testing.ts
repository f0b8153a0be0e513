import { parentPort, workerData } from 'node:worker_threads'
import { present } from '@mex/core/assert.ts'

/** The program of the worker threads, but it ends instead of answering for as long as `deaths`, shared memory, says so. */
const { inputs } = workerData as { readonly inputs: { readonly deaths: Int32Array } }
present(parentPort, 'the port of a worker thread').on('message', () => {
  if (Atomics.sub(inputs.deaths, 0, 1) > 0) process.exit(3)
})
await import('./bar-worker.ts')

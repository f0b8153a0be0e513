import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { stopSignals } from '@mex/server/stop-signals.ts'
import { program, root, viteOptions } from './web-build.ts'

/** Live reload: the server restarts when its files change, the page reloads. The market starts with simulated users. */
const environment = { ...process.env, DATA_DIR: process.env['DATA_DIR'] ?? join(root, '.data', 'dev') }
const children: ChildProcess[] = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', join(root, 'world', 'main.ts')], {
    cwd: root,
    env: environment,
    stdio: 'inherit',
  }),
  spawn(program('vite'), [...viteOptions, '--host', '127.0.0.1'], {
    cwd: join(root, 'web'),
    env: environment,
    stdio: 'inherit',
  }),
]
for (const signal of stopSignals) process.on(signal, () => children.forEach((child) => child.kill(signal)))
await Promise.all(children.map((child) => new Promise((done) => child.on('exit', done))))

import { buildWeb } from './web-build.ts'

if (!process.argv.includes('--help')) await buildWeb()
// The server reads its settings and arguments itself, as if it had been started alone.
await import('@mex/server/main.ts')

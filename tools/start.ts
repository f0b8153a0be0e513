import { buildWeb } from './web-build.ts'

if (!process.argv.includes('--help')) await buildWeb()
// The server reads its settings and arguments itself.
await import('@mex/server/main.ts')

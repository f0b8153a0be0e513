import { build } from 'vite'
process.chdir('/work/main/web')
await build({ build: { cssCodeSplit:false, outDir: '/tmp/bud-ts', emptyOutDir: true, sourcemap: true, rolldownOptions: { treeshake: { propertyReadSideEffects: false }, output: { codeSplitting: { groups: [{ name: 'program', tags: ['$initial'], priority: 10 }] } } } }, logLevel: 'warn' })

import { build, mergeConfig, loadConfigFromFile } from 'vite'
const [,, out, mode] = process.argv
process.chdir('/work/main/web')
const P = { name: 'program', tags: ['$initial'], priority: 10 }
const groups = {
  d4: [P, { name: 'kit', minShareCount: 4 }],
  d6: [P, { name: 'kit', minShareCount: 6 }],
  d8: [P, { name: 'kit', minShareCount: 8 }],
  d10: [P, { name: 'kit', minShareCount: 10 }],
  e: [P, { name: 'kit', minShareCount: 9 }, { name: 'parts', minShareCount: 3, entriesAware: true, entriesAwareMergeThreshold: 6000 }],
}[mode]
await build({ build: { cssCodeSplit: false, outDir: out, emptyOutDir: true, sourcemap: true, rolldownOptions: { output: { codeSplitting: groups ? { groups } : true } } }, logLevel: 'warn' })

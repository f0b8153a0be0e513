import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { minify, transformWithOxc, type Plugin, type Rolldown } from 'vite'

const source = join(import.meta.dirname, '..', 'worker', 'service-worker.ts')

/** The page itself has the address of its folder. */
const urlPathOf = (file: string): string => (file === 'index.html' ? '/' : `/${file}`)

/** What the files of the build are called, and a name for this very set of them. */
function describe(bundle: Rolldown.OutputBundle, publicFolder: string) {
  const hash = createHash('sha256')
  const own = readdirSync(publicFolder)
  for (const file of own) hash.update(readFileSync(join(publicFolder, file)))
  const built = Object.values(bundle).filter(({ fileName }) => /\.(css|html|js)$/.test(fileName))
  for (const file of built) hash.update(file.type === 'chunk' ? file.code : file.source)
  const files = [...own, ...built.map(({ fileName }) => fileName)].map(urlPathOf).toSorted()
  return { version: hash.digest('hex').slice(0, 16), files }
}

/** Writes the service worker that keeps the page for times without a network (worker/service-worker.ts). */
export function offline(): Plugin {
  let publicFolder = 'public'
  return {
    name: 'offline',
    apply: 'build',
    enforce: 'post',
    configResolved: ({ publicDir }) => {
      publicFolder = publicDir
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source)
        const start = `cachePage(self, ${JSON.stringify(describe(bundle, publicFolder))})`
        // A worker that is no module: not every browser knows the others.
        const script = `(() => {${code.replaceAll(/^export (?=const|function)/gm, '')}\n${start}})()`
        const small = await minify('offline.js', script)
        this.emitFile({ type: 'asset', fileName: 'offline.js', source: small.code })
      },
    },
  }
}

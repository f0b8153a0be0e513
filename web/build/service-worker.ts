import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { minify, transformWithOxc, type Plugin, type Rolldown } from 'vite'

const source = join(import.meta.dirname, '..', 'worker', 'service-worker.ts')

/** The URL path of a file; index.html is '/'. */
const urlPathOf = (file: string): string => (file === 'index.html' ? '/' : `/${file}`)

/** The paths of all files of the build, and a hash of their content as the version. */
function describe(bundle: Rolldown.OutputBundle, publicFolder: string) {
  const hash = createHash('sha256')
  const own = readdirSync(publicFolder)
  for (const file of own) hash.update(readFileSync(join(publicFolder, file)))
  const built = Object.values(bundle).filter(({ fileName }) => /\.(css|html|js)$/.test(fileName))
  for (const file of built) hash.update(file.type === 'chunk' ? file.code : file.source)
  const files = [...own, ...built.map(({ fileName }) => fileName)].map(urlPathOf).toSorted()
  return { version: hash.digest('hex').slice(0, 16), files }
}

/** Builds the service worker (worker/service-worker.ts) with the list of files to cache. */
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
        const start = `cachePage(self, ${JSON.stringify(describe(bundle, publicFolder))})\nshowAlerts(self)`
        // A classic script, because not every browser supports module workers.
        const script = `(() => {${code.replaceAll(/^export (?=const|function)/gm, '')}\n${start}})()`
        const small = await minify('offline.js', script)
        this.emitFile({ type: 'asset', fileName: 'offline.js', source: small.code })
      },
    },
  }
}

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import type { Plugin } from 'vite'

const compressible = /\.(css|html|js|json|svg|webmanifest)$/
/** A file that fits into one packet gains nothing from compression. */
const leastBytes = 1000

const asBrotli = promisify(brotliCompress)
const asGzip = promisify(gzip)

async function compress(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < leastBytes) return
  const [small, smaller] = await Promise.all([
    asGzip(content, { level: constants.Z_BEST_COMPRESSION }),
    asBrotli(content, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  ])
  await Promise.all([writeFile(`${path}.gz`, small), writeFile(`${path}.br`, smaller)])
}

/** Writes compressed copies beside every text file of the build, so that the server does not compress. */
export function compressed(): Plugin {
  let folder = 'dist'
  return {
    name: 'compressed',
    apply: 'build',
    enforce: 'post',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir)
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: async () => {
        const files = await readdir(folder, { recursive: true })
        const paths = files.filter((file) => compressible.test(file) && !file.startsWith('.vite'))
        await Promise.all(paths.map((file) => compress(join(folder, file))))
      },
    },
  }
}

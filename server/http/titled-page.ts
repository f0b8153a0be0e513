import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

/** The title with which the page is built. */
const builtTitle = 'UBS MEX'

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const inHtml = (title: string): string => title.replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? sign)
const inJson = (title: string): string => JSON.stringify(title).slice(1, -1)

const files = [
  { name: 'index.html', addresses: ['/', '/index.html'], type: 'text/html; charset=utf-8', written: inHtml },
  {
    name: 'manifest.webmanifest',
    addresses: ['/manifest.webmanifest'],
    type: 'application/manifest+json; charset=utf-8',
    written: inJson,
  },
] as const

/** Puts the server's title into the page and the web app manifest, for link previews and home screens. */
export function serveTitled(app: FastifyInstance, folder: string, title: string): void {
  if (title === builtTitle) return
  for (const { name, addresses, type, written } of files) {
    const file = join(folder, name)
    if (!existsSync(file)) continue
    const text = readFileSync(file, 'utf8').replaceAll(builtTitle, () => written(title))
    const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
    for (const address of addresses)
      app.get(address, (request, reply) => {
        void reply.header('etag', tag).header('cache-control', 'no-cache')
        return request.headers['if-none-match'] === tag ? reply.code(304).send() : reply.type(type).send(text)
      })
  }
}

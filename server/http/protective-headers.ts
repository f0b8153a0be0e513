import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import helmet from 'helmet'

/** Security headers of every answer, including those to refused socket upgrades and unreadable requests. */
export type ProtectiveHeaders = Readonly<Record<string, string>>

/**
 * Nothing from other origins, no inline script, no plug-ins, no framing. Trusted Types allow two policies: the article
 * sanitizer and the address of the worker. Inline styles are limited to those of the build, each by its hash.
 */
const contentSecurityPolicy = (styleHashes: readonly string[]) => ({
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", ...styleHashes],
    imgSrc: ["'self'", 'data:', 'blob:'],
    connectSrc: ["'self'"],
    fontSrc: ["'self'"],
    objectSrc: ["'none'"],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: ['dompurify', 'offline-copy'],
  },
})

/** Hashes of the inline styles in the built page, in the policy's format. */
function styleHashesOf(folder: string | undefined): readonly string[] {
  const page = folder === undefined ? undefined : join(folder, 'index.html')
  if (page === undefined || !existsSync(page)) return []
  const styles = readFileSync(page, 'utf8').matchAll(/<style>([^<]*)<\/style>/g)
  return [...styles].map(([, style = '']) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`)
}

/** Computed once, because they are equal for all answers. `webFolder` is the folder of the built web app. */
export function protectiveHeaders(webFolder: string | undefined): ProtectiveHeaders {
  const headers: Record<string, string> = {}
  const setHeader = (name: string, value: string): void => void (headers[name.toLowerCase()] = value)
  const protect = helmet({
    contentSecurityPolicy: contentSecurityPolicy(styleHashesOf(webFolder)),
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
  })
  protect({} as never, { setHeader, removeHeader: () => undefined } as never, (error?: unknown) => {
    if (error !== undefined) throw error
  })
  return headers
}

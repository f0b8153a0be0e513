import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import helmet from 'helmet'

/** What every answer says about itself, those of a socket that was not opened and of unreadable requests included. */
export type ProtectiveHeaders = Readonly<Record<string, string>>

/**
 * Everything a page may do: nothing from elsewhere, no inline script, no plug-ins, in nobody's frame, and no text that
 * becomes elements or a program but by the two named policies: the one that cleans articles, and the worker's address. Of inline styles
 * only those that the page was built with, each named by its hash.
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

/** The styles that the built page has in itself, as the policy names them. */
function styleHashesOf(folder: string | undefined): readonly string[] {
  const page = folder === undefined ? undefined : join(folder, 'index.html')
  if (page === undefined || !existsSync(page)) return []
  const styles = readFileSync(page, 'utf8').matchAll(/<style>([^<]*)<\/style>/g)
  return [...styles].map(([, style = '']) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`)
}

/** The same for all answers, so helmet works it out once. `webFolder` is the folder of the built web app. */
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

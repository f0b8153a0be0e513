import { createRequire } from 'node:module'
import type sanitize from 'sanitize-html'

/** Loaded with the first article that is written: it brings ninety modules. */
const load = createRequire(import.meta.url)
const library = (): typeof sanitize => load('sanitize-html') as typeof sanitize

/** The allowed links of articles: a page of the product, or a public address over HTTPS. */
const isOurs = (address: string): boolean => /^#\/(pages\/[a-z/-]+(\?[^\s"<>]*)?)?$/.test(address)
const isPublic = (address: string): boolean => /^https:\/\/[^\s"<>]+$/.test(address)

const lineBreaks = /\r\n?/g

/**
 * Sanitises HTML: keeps structure, emphasis, tables and links; removes scripts, embedded resources and styles. The page
 * sanitises it again before it renders it.
 */
export const sanitizeHtml = (html: string): string =>
  library()(html.replaceAll(lineBreaks, '\n'), {
    allowedTags: [
      'h2',
      'h3',
      'p',
      'ul',
      'ol',
      'li',
      'strong',
      'em',
      'blockquote',
      'table',
      'thead',
      'tbody',
      'tr',
      'th',
      'td',
      'br',
      'a',
    ],
    allowedAttributes: { a: ['href', 'rel', 'target'] },
    allowedSchemes: ['https'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    transformTags: {
      a: (tagName, { href = '' }) => ({
        tagName,
        attribs: isOurs(href)
          ? { href }
          : isPublic(href)
            ? { href, rel: 'noopener noreferrer', target: '_blank' }
            : ({} as Record<string, string>),
      }),
    },
  }).trim()

/** Plain text on one line, for titles and summaries. */
export const plainText = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

import sanitize from 'sanitize-html'

/** Where a link of an article may lead: a page of ours, or a public address over HTTPS. */
const isOurs = (address: string): boolean => /^#\/(pages\/[a-z/-]+(\?[^\s"<>]*)?)?$/.test(address)
const isPublic = (address: string): boolean => /^https:\/\/[^\s"<>]+$/.test(address)

const lineBreaks = /\r\n?/g

/**
 * What of a text may be shown to everybody: structure, emphasis, tables and links, nothing that acts, loads or dresses
 * up. The page cleans it once more before it shows it.
 */
export const sanitizeHtml = (html: string): string =>
  sanitize(html.replaceAll(lineBreaks, '\n'), {
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

/** A text without any mark-up at all: titles and summaries. */
export const plainText = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

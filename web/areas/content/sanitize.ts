import createPurifier from 'dompurify'

const purifier = createPurifier(window)

const tags = 'h2 h3 p ul ol li strong em blockquote table thead tbody tr th td br a'.split(' ')
const attributes = ['href', 'rel', 'target']

/**
 * What of an article may be shown: the server has cleaned it when it was published, the page trusts nobody and cleans it
 * again. Where the browser knows trusted types, only what comes from here may become elements.
 */
export const sanitizeHtml = (html: string): { readonly __html: string } => ({
  __html: purifier.sanitize(html, {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: attributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ADD_ATTR: ['target'],
    RETURN_TRUSTED_TYPE: true,
  }) as unknown as string,
})

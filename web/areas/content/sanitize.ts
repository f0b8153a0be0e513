import createPurifier from 'dompurify'

const purifier = createPurifier(window)

const tags = 'h2 h3 p ul ol li strong em blockquote table thead tbody tr th td br a'.split(' ')
const attributes = ['href', 'rel', 'target']

/**
 * Sanitises the HTML of an article. The server has sanitised it at publication; the page does it again as defence in
 * depth. Where the browser enforces trusted types, only HTML of this policy can become elements.
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

type Way = { readonly target?: '_blank'; readonly rel?: 'noopener' }

/** How a link opens: what is no page of ours opens beside it, so that nothing that was typed is lost. */
export const linkTarget = (href: string): Way => (href.startsWith('#') ? {} : { target: '_blank', rel: 'noopener' })

type LinkAttributes = { readonly target?: '_blank'; readonly rel?: 'noopener' }

/** Opens links to other sites in a new tab, so that entered text is not lost. */
export const linkTarget = (href: string): LinkAttributes =>
  href.startsWith('#') ? {} : { target: '_blank', rel: 'noopener' }

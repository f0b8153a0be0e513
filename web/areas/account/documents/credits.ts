/** Third-party software in the page, with licences. */
export type Credit = { readonly name: string; readonly licence: string; readonly href: string }

export const chartLibrary = 'https://www.tradingview.com/'

export const credits: readonly Credit[] = [
  { name: 'Base UI', licence: 'MIT', href: 'https://base-ui.com/' },
  { name: 'Lightweight Charts', licence: 'Apache-2.0', href: 'https://github.com/tradingview/lightweight-charts' },
  { name: 'Lucide', licence: 'ISC', href: 'https://lucide.dev/' },
  { name: 'OpenCC (opencc-js)', licence: 'MIT / Apache-2.0', href: 'https://github.com/nk2028/opencc-js' },
  { name: 'React', licence: 'MIT', href: 'https://react.dev/' },
  { name: 'React Hook Form', licence: 'MIT', href: 'https://react-hook-form.com/' },
  { name: 'TanStack Query', licence: 'MIT', href: 'https://tanstack.com/query' },
  { name: 'TanStack Router', licence: 'MIT', href: 'https://tanstack.com/router' },
  { name: 'use-intl', licence: 'MIT', href: 'https://github.com/amannn/next-intl' },
  { name: 'Virtua', licence: 'MIT', href: 'https://github.com/inokawa/virtua' },
  { name: 'Zod', licence: 'MIT', href: 'https://zod.dev/' },
]

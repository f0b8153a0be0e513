import type { Plugin } from 'vite'

/**
 * Lucide gives each path of its icons a random key, by which React tells in development whether children of a list have moved. The
 * paths of an icon never move, and random letters cannot be compressed.
 */
export function iconsWithoutKeys(): Plugin {
  return {
    name: 'icons-without-keys',
    apply: 'build',
    transform: {
      filter: { id: /lucide-react\/dist\/esm\/icons\// },
      handler: (code) => ({ code: code.replaceAll(/, key: "\w+"/g, ''), map: null }),
    },
  }
}

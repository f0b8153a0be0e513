import type { Plugin } from 'vite'

/** https://v8.dev/blog/explicit-compile-hints; other browsers read it as a comment. */
const hint = '//# allFunctionsCalledOnLoad'

/**
 * Lets Chromium compile whole files beside the page, while they arrive. Without the hint each function is compiled by
 * the thread that draws the page when it is first called, which is a third of the time that a first visit needs for the
 * program. Its files are small parts of which most functions are called.
 */
export function compileHints(): Plugin {
  return {
    name: 'compile-hints',
    enforce: 'post',
    generateBundle: {
      // After Vite, which puts lines of its own before the code.
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = `${hint}\n${file.code}`
      },
    },
  }
}

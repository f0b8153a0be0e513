import { createRequire } from 'node:module'

type OpenCc = { Converter(options: { from: 'twp'; to: 'cn' }): (text: string) => string }

/** Converts Traditional to Simplified Chinese; Simplified stays as it is. Loads the tables at the first call. */
export function openSimplified(): (text: string) => string {
  let convert: ((text: string) => string) | undefined
  return (text) => {
    convert ??= (createRequire(import.meta.url)('opencc-js/t2cn') as OpenCc).Converter({ from: 'twp', to: 'cn' })
    // Both forms are written in Taiwan and Hong Kong; the texts of the help have the second.
    return convert(text).replaceAll('帐', '账')
  }
}

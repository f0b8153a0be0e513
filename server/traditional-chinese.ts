import { createRequire } from 'node:module'
import type { Traditional } from '@mex/contract/text.ts'
import { withGlossary } from '@mex/contract/traditional-chinese.ts'

type OpenCc = { Converter(options: { from: 'cn'; to: 'twp' }): (text: string) => string }

/** Converts Simplified to Traditional Chinese. Loads the tables at the first call and caches every converted text. */
export function openTraditional(): Traditional {
  const known = new Map<string, string>()
  let convert: Traditional | undefined
  return (simplified) => {
    const found = known.get(simplified)
    if (found !== undefined) return found
    convert ??= openConverter()
    const converted = convert(simplified)
    known.set(simplified, converted)
    return converted
  }
}

function openConverter(): Traditional {
  const openCc = createRequire(import.meta.url)('opencc-js/cn2t') as OpenCc
  return withGlossary(openCc.Converter({ from: 'cn', to: 'twp' }))
}

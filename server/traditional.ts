import { createRequire } from 'node:module'
import type { Traditional } from '@mex/contract/text.ts'

type OpenCc = { Converter(options: { from: 'cn'; to: 'twp' }): (text: string) => string }

/** Words of finance that a converter of characters gets wrong. */
const glossary: readonly (readonly [simplified: string, traditional: string])[] = [
  ['市盈率', '本益比'],
  ['止损', '停損'],
  ['充值', '入金'],
  ['账户', '帳戶'],
  ['期货', '期貨'],
  ['做空', '放空'],
]

/** Turns Simplified into Traditional Chinese; loaded when first asked for, and every text is converted once. */
export function openTraditional(): Traditional {
  const known = new Map<string, string>()
  let convert: ((text: string) => string) | undefined
  return (simplified) => {
    const found = known.get(simplified)
    if (found !== undefined) return found
    convert ??= (createRequire(import.meta.url)('opencc-js') as OpenCc).Converter({ from: 'cn', to: 'twp' })
    const marked = glossary.reduce((text, [from, to]) => text.replaceAll(from, to), simplified)
    const converted = convert(marked)
    known.set(simplified, converted)
    return converted
  }
}

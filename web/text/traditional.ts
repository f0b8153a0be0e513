/**
 * Traditional Chinese from Simplified: a converter of characters and phrases (OpenCC's `twp`), then the glossary.
 * A glossary term is looked for as the converter leaves it, so that it wins over the converter's own choice.
 */
export function toTraditional<Tree>(
  catalogue: Tree,
  convert: (text: string) => string,
  glossary: Readonly<Record<string, string>>,
): Tree {
  const terms = Object.entries(glossary).toSorted(([left], [right]) => right.length - left.length)
  const pattern = new RegExp(terms.map(([term]) => escape(convert(term))).join('|'), 'g')
  const wanted = new Map(terms.map(([term, traditional]) => [convert(term), traditional]))
  const text = (simplified: string): string =>
    convert(simplified).replace(pattern, (found) => wanted.get(found) ?? found)
  const visit = (node: unknown): unknown => {
    if (typeof node === 'string') return text(node)
    if (typeof node !== 'object' || node === null) return node
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, visit(value)]))
  }
  return visit(catalogue) as Tree
}

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

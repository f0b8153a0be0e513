/** The same tree with every text in Traditional Chinese. */
export function toTraditional<Tree>(catalogue: Tree, traditional: (simplified: string) => string): Tree {
  const visit = (node: unknown): unknown => {
    if (typeof node === 'string') return traditional(node)
    if (typeof node !== 'object' || node === null) return node
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, visit(value)]))
  }
  return visit(catalogue) as Tree
}

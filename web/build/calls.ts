import type { Plugin } from 'vite'

/** The properties of a call that only the server and the API page read. */
const unread: readonly string[] = ['about', 'refusals', 'isAddition']

type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<Record<string, unknown>>
type Range = readonly [start: number, end: number]

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

const nameOf = (node: unknown): unknown => (isNode(node) && node.type === 'Identifier' ? node['name'] : undefined)

/** The options object of a call of `get` or `post`. */
function detailsOf(node: Node): Node | undefined {
  if (node.type !== 'CallExpression' || !['get', 'post'].includes(String(nameOf(node['callee'])))) return undefined
  const details = (node['arguments'] as readonly unknown[])[1]
  return isNode(details) && details.type === 'ObjectExpression' ? details : undefined
}

/** The source ranges of the properties that the page does not read, each with its comma; last first. */
function unreadIn(tree: Node, code: string): readonly Range[] {
  const found: Range[] = []
  const visit = (node: Node): void => {
    for (const property of (detailsOf(node)?.['properties'] ?? []) as readonly Node[]) {
      if (!unread.includes(String(nameOf(property['key'])))) continue
      const comma = /^\s*,/.exec(code.slice(property.end))?.[0].length ?? 0
      found.push([property.start, property.end + comma])
    }
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? (value as readonly unknown[]) : [value])
        if (isNode(child)) visit(child)
    }
  }
  visit(tree)
  return found.toSorted(([one], [other]) => other - one)
}

/**
 * Removes from the page the properties of calls that only the server and the API page read, because a first visit
 * should not load unused texts. The build fails if the output still has them, so that a moved file of the contract is
 * noticed.
 */
export function omitServerFields(): Plugin {
  return {
    name: 'lean-calls',
    transform: {
      filter: { id: /\/contract\/.+\.ts$/, code: /\b(get|post)\(/ },
      handler(code) {
        let lean = code
        for (const [start, end] of unreadIn(this.parse(code) as unknown as Node, code)) {
          lean = lean.slice(0, start) + lean.slice(end)
        }
        return { code: lean, map: null }
      },
    },
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && /\brefusals:\s*\[/.test(file.code))
          this.error(`${file.fileName} has refusals of calls, which the page does not read`)
    },
  }
}

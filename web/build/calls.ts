import type { Plugin } from 'vite'

/** What of a call only the server and the API page read: its sentence and its refusals. */
const unread: readonly string[] = ['about', 'refusals']

type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<Record<string, unknown>>
type Range = readonly [start: number, end: number]

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

const nameOf = (node: unknown): unknown => (isNode(node) && node.type === 'Identifier' ? node['name'] : undefined)

/** The object that a call of `get` or `post` is described by. */
function detailsOf(node: Node): Node | undefined {
  if (node.type !== 'CallExpression' || !['get', 'post'].includes(String(nameOf(node['callee'])))) return undefined
  const details = (node['arguments'] as readonly unknown[])[1]
  return isNode(details) && details.type === 'ObjectExpression' ? details : undefined
}

/** Where the properties are that the page does not read, each with the comma after it; the last first. */
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
 * Leaves out of the page what of each call only the server and the API page read: the contract is one source, but a
 * first visit should not wait for sentences that nobody there sees. A build that still has
 * them fails, so that a file of the contract that moves is not missed.
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

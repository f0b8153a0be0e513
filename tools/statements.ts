import { resolve } from 'node:path'
import {
  isArrayLiteralExpression,
  isCallExpression,
  isConditionalExpression,
  isFunctionDeclaration,
  isIdentifier,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
  type CallExpression,
  type Node,
  type SourceFile,
  type TaggedTemplateExpression,
} from 'typescript/unstable/ast'
import { API, type Checker, type Project, type Type } from 'typescript/unstable/sync'

/** What the program expects of a column: the kind of its values, and whether it reckons with null. */
export type Expected = { readonly kind: string; readonly nullable: boolean }

/** A statement of the `sql` tag as the database would get it. */
export type Statement = {
  /** `server/areas/wallet/store.ts:90`. */
  readonly place: string
  readonly text: string
  /** The row type that it declares. */
  readonly row: ReadonlyMap<string, Expected> | undefined
}

const root = resolve(import.meta.dirname, '..')

/** Every statement in the sources of a package. Fragments stand in their place, values are parameters. */
export function statementsOf(folder: string): Statement[] {
  // The interface of the compiler that checks the types: it knows what a name stands for, in another file too.
  const api = new API()
  try {
    const [project] = api.updateSnapshot({ openProjects: [resolve(root, folder, 'tsconfig.json')] }).getProjects()
    if (project === undefined) throw new Error(`${folder} has no tsconfig.json`)
    const paths = project.rootFiles.filter((path) => !/\.(test|long)\.ts$|testing\.ts$/.test(path))
    const files = paths.map((path) => project.program.getSourceFile(path)).filter((file) => file !== undefined)
    return files.flatMap((file) => statementsIn(file, project))
  } finally {
    api.close()
  }
}

const isSql = (node: Node): node is TaggedTemplateExpression =>
  isTaggedTemplateExpression(node) && isIdentifier(node.tag) && node.tag.text === 'sql'

function statementsIn(file: SourceFile, project: Project): Statement[] {
  const found: Statement[] = []
  const visit = (node: Node): void => {
    if (isSql(node)) {
      const text = textOf(node, project)
      const [declared] = node.typeArguments ?? []
      const isExecuted = isPropertyAccessExpression(node.parent) && node.parent.name.text === 'execute'
      if (declared !== undefined || isExecuted || /^\s*(with|select|insert|update|delete)\s/.test(text)) {
        const line = file.text.slice(0, node.getStart()).split('\n').length
        const type = declared === undefined ? undefined : project.checker.getTypeFromTypeNode(declared)
        const place = `${file.fileName.slice(root.length + 1)}:${line}`
        found.push({ place, text, row: type === undefined ? undefined : rowOf(type, project.checker) })
      }
    }
    node.forEachChild(visit)
  }
  visit(file)
  return found
}

function rowOf(type: Type, checker: Checker): ReadonlyMap<string, Expected> {
  const kinds = [
    ['string', checker.getStringType()],
    ['number', checker.getNumberType()],
    ['bigint', checker.getBigIntType()],
    ['boolean', checker.getBooleanType()],
  ] as const
  const expectedOf = (column: Type): Expected => {
    const present = checker.getNonNullableType(column) ?? column
    const [kind] = kinds.find(([, wide]) => checker.isTypeAssignableTo(present, wide)) ?? [
      checker.typeToString(present),
    ]
    return { kind: kind.replace(/<.*/, ''), nullable: checker.isTypeAssignableTo(checker.getNullType(), column) }
  }
  return new Map(
    checker.getPropertiesOfType(type).flatMap((property) => {
      const column = checker.getTypeOfSymbol(property)
      return column === undefined ? [] : [[property.name, expectedOf(column)]]
    }),
  )
}

/** The text of a statement with `$1`, `$2` … for its values, and for fragments that only the running program knows. */
function textOf(statement: TaggedTemplateExpression, { checker }: Project): string {
  let parameters = 0
  const parameter = (): string => `$${(parameters += 1)}`

  const template = ({ template: parts }: TaggedTemplateExpression): string =>
    isTemplateExpression(parts)
      ? parts.head.text +
        parts.templateSpans.map(({ expression, literal }) => inserted(expression) + literal.text).join('')
      : parts.text

  /** Follows a name to the template that it stands for, and a call to the one that the function answers. */
  function inserted(node: Node): string {
    if (isParenthesizedExpression(node)) return inserted(node.expression)
    if (isConditionalExpression(node)) return inserted(node.whenTrue)
    if (isSql(node)) return template(node)
    if (isColumns(node)) return `unnest(${node.arguments.slice(1).map(arrayOf).join(', ')})`
    const type = checker.getTypeAtLocation(node)
    const isFragment = type !== undefined && checker.getPropertyOfType(type, 'toOperationNode') !== undefined
    const name = isCallExpression(node) ? node.expression : node
    const written = isFragment && isIdentifier(name) ? firstFragment(declarationOf(name)) : undefined
    return written === undefined ? parameter() : inserted(written)
  }

  /** An array of the type that a pick of `columns` names first. */
  function arrayOf(pick: Node): string {
    const type = isArrayLiteralExpression(pick) ? pick.elements[0] : undefined
    return `${parameter()}::${type !== undefined && isStringLiteral(type) ? type.text : 'unknown'}[]`
  }

  function declarationOf(name: Node): Node | undefined {
    const symbol = checker.getSymbolAtLocation(name)
    if (symbol === undefined) return undefined
    return (symbol.valueDeclaration ?? checker.getAliasedSymbol(symbol).valueDeclaration)?.resolve()
  }

  return template(statement)
}

const isColumns = (node: Node): node is CallExpression =>
  isCallExpression(node) && isIdentifier(node.expression) && node.expression.text === 'columns'

/** What a name stands for, or what a function answers at its end. */
function firstFragment(node: Node | undefined): Node | undefined {
  if (node === undefined || isSql(node) || isColumns(node)) return node
  const last = isFunctionDeclaration(node) ? node.body?.statements.at(-1) : undefined
  return (last ?? node).forEachChild(firstFragment)
}

import { parseSync, Visitor, type Expression, type Node } from 'oxc-parser'

/** One change of one place of a module: what stands from `start` to `end` is replaced, or left out when it is a statement. */
export type Mutation = {
  readonly line: number
  readonly start: number
  readonly end: number
  readonly before: string
  /** Undefined leaves the statement out. */
  readonly after: string | undefined
}

const operators: Readonly<Record<string, readonly string[]>> = {
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '&&': ['||'],
  '||': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
}

/** Strings of `Rounding` in core/money/decimal.ts, and names that have a counterpart. */
const roundings: Readonly<Record<string, readonly string[]>> = {
  floor: ['ceil', 'near'],
  ceil: ['floor', 'near'],
  near: ['floor', 'ceil'],
}
const counterparts: Readonly<Record<string, string>> = {
  debit: 'credit',
  credit: 'debit',
  addMoney: 'subtractMoney',
  subtractMoney: 'addMoney',
  'Math.floor': 'Math.ceil',
  'Math.ceil': 'Math.floor',
  'Math.round': 'Math.floor',
  'Math.trunc': 'Math.ceil',
}
/** Calls that choose one of their arguments: each argument takes the place of the call. */
const choices: ReadonlySet<string> = new Set(['least', 'greatest', 'Math.min', 'Math.max'])
/** What these state cannot happen in a sound program, so no test can reach it: they are not mutated. */
const assertions: ReadonlySet<string> = new Set(['assert', 'present'])

const nextDecimal = (text: string): string =>
  text.replace(/\d$/, (digit) => (digit === '9' ? '8' : String(Number(digit) + 1)))

function literals(value: unknown): readonly string[] {
  if (typeof value === 'boolean') return [String(!value)]
  if (typeof value === 'bigint') return [`${value + 1n}n`, `${value - 1n}n`]
  if (typeof value === 'number') return [String(value + 1), String(value - 1)]
  if (typeof value !== 'string') return []
  if (/^-?\d+(\.\d+)?$/.test(value)) return [`'${nextDecimal(value)}'`]
  return (roundings[value] ?? []).map((each) => `'${each}'`)
}

/** All mutations of a module in JavaScript, by its syntax; those within assertions and keys of objects are left out. */
export function mutationsOf(text: string): readonly Mutation[] {
  const mutations: Mutation[] = []
  const spared: { readonly start: number; readonly end: number }[] = []
  const raw = ({ start, end }: { readonly start: number; readonly end: number }): string => text.slice(start, end)
  const mutate = (node: Pick<Node, 'start' | 'end'>, ...changed: readonly (string | undefined)[]): void => {
    const line = text.slice(0, node.start).split('\n').length
    const before = raw(node)
    for (const after of changed)
      if (after !== before) mutations.push({ line, start: node.start, end: node.end, before, after })
  }
  const infix = (node: { start: number; end: number; left: Node; operator: string; right: Node }): void => {
    const [left, right] = [raw(node.left), raw(node.right)]
    mutate(node, ...(operators[node.operator] ?? []).map((operator) => `${left} ${operator} ${right}`))
  }
  const condition = ({ test }: { test: Expression }): void => mutate(test, 'true', 'false')
  const leaveOut = (node: Node): void => mutate(node, undefined)
  new Visitor({
    BinaryExpression: infix,
    AssignmentExpression: infix,
    LogicalExpression: (node) => (node.operator === '??' ? mutate(node, raw(node.left), raw(node.right)) : infix(node)),
    UnaryExpression: (node) => (node.operator === '!' || node.operator === '-' ? mutate(node, raw(node.argument)) : {}),
    Literal: (node) => mutate(node, ...literals(node.value)),
    IfStatement: condition,
    ConditionalExpression: condition,
    WhileStatement: ({ test }) => mutate(test, 'false'),
    ArrowFunctionExpression: ({ body }) => (body.type === 'BlockStatement' ? {} : mutate(body, 'undefined')),
    ReturnStatement: (node) => (node.argument === null ? leaveOut(node) : mutate(node.argument, 'undefined')),
    ContinueStatement: leaveOut,
    BreakStatement: leaveOut,
    ExpressionStatement: leaveOut,
    Property: ({ key, computed }) => (computed ? {} : spared.push(key)),
    CallExpression(node) {
      const [name, counterpart] = [raw(node.callee), counterparts[raw(node.callee)]]
      if (assertions.has(name)) spared.push(node)
      if (counterpart !== undefined && (name.startsWith('Math.') || new RegExp(`\\b${counterpart}\\b`).test(text)))
        mutate(node.callee, counterpart)
      if (choices.has(name)) mutate(node, ...node.arguments.filter(({ type }) => type !== 'SpreadElement').map(raw))
    },
  }).visit(parseSync('module.js', text).program)
  const isSpared = (each: Mutation): boolean => spared.some(({ start, end }) => start <= each.start && each.end <= end)
  return mutations.filter((each) => !isSpared(each))
}

/** The module with all its mutations, each behind a question `mutant(number)`; the numbers count up from `first`. */
export function withSwitches(text: string, mutations: readonly Mutation[], first: number): string {
  const numbered = mutations.map((mutation, index) => ({ ...mutation, number: first + index }))
  const isStatement = ({ after }: Mutation): number => (after === undefined ? 0 : 1)
  // The outer of two comes first; a statement is outside its expression.
  const sites = numbered.toSorted(
    (left, right) => left.start - right.start || right.end - left.end || isStatement(left) - isStatement(right),
  )
  const render = (from: number, to: number): string => {
    let [written, at] = ['', from]
    for (let site = sites[0]; site !== undefined && site.start < to; site = sites[0]) {
      sites.shift()
      const inner = render(site.start, site.end)
      written += text.slice(at, site.start)
      written +=
        site.after === undefined
          ? `{if(!mutant(${site.number})){${inner}}}`
          : `(mutant(${site.number})?(${site.after}):(${inner}))`
      at = site.end
    }
    return written + text.slice(at, to)
  }
  return render(0, text.length)
}

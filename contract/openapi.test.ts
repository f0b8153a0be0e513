import assert from 'node:assert/strict'
import { test } from 'node:test'

import { everyCall } from './calls.ts'
import { openApi } from './openapi.ts'
import { refusalCode } from './refusals.ts'

type Node = { readonly [name: string]: Node } & { readonly $ref?: string }
const document = openApi({ title: 'UBS MEX (Practice)', version: '1.0.0' })
const tree = document as unknown as Node

/** Every `$ref` of a document. */
function references(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, value]) =>
    name === '$ref' && typeof value === 'string' ? [value] : references(value),
  )
}

test('describes every call with its refusal codes', () => {
  for (const { area, name, call } of everyCall) {
    const operation = tree['paths']?.[call.path]?.[call.method.toLowerCase()] as unknown as {
      operationId: string
      description: string
      security: object[]
    }
    assert.equal(operation.operationId, `${area}.${name}`)
    for (const word of call.refusals) assert.match(operation.description, new RegExp(`\\| ${refusalCode(word)} \\|`))
    assert.equal(operation.security.length, call.who === 'anyone' ? 2 : 1)
  }
})

test('every reference resolves, and the document is plain JSON', () => {
  const found = references(document)
  assert.ok(found.length > 10)
  for (const reference of found) {
    const target = reference
      .slice(2)
      .split('/')
      .reduce<Node | undefined>((node, part) => node?.[part], tree)
    assert.ok(target !== undefined, reference)
  }
  assert.deepEqual(JSON.parse(JSON.stringify(document)), document)
})

test('every call with an idempotency key states whether its answer contains a token', () => {
  const targetOf = (node: Node | undefined): Node | undefined => {
    const reference = node?.$ref
    if (reference === undefined) return node
    return reference
      .slice(2)
      .split('/')
      .reduce<Node | undefined>((found, part) => found?.[part], tree)
  }
  const withToken = everyCall.filter(({ call }) => {
    const answer =
      tree['paths']?.[call.path]?.[call.method.toLowerCase()]?.['responses']?.['200']?.['content']?.[
        'application/json'
      ]?.['schema']
    const data = targetOf(answer?.['properties']?.['data']?.['anyOf']?.['0'])
    return call.idempotency === 'key' && data?.['properties']?.['token'] !== undefined
  })
  assert.deepEqual(
    withToken.map(({ call }) => call.path),
    everyCall.filter(({ call }) => call.answersToken).map(({ call }) => call.path),
  )
  assert.deepEqual(withToken.map(({ call }) => call.path).toSorted(), [
    '/guest',
    '/new/register/email',
    '/register/email',
  ])
})

test('the document contains wire names and no program names', () => {
  const body =
    tree['paths']?.['/stock/create']?.['post']?.['requestBody']?.['content']?.['application/json']?.['schema']
  assert.deepEqual(Object.keys(body?.['properties'] ?? {}), [
    'stockCode',
    'market',
    'classify',
    'direction',
    'orderType',
    'limitPrice',
    'quantity',
    'leverage',
    'openClose',
    'extendedHours',
  ])
  assert.deepEqual(body?.['required'], ['stockCode', 'market', 'classify', 'direction', 'orderType', 'quantity'])
  const quote = tree['components']?.['schemas']?.['Quote']?.['properties']
  assert.deepEqual(quote?.['price_nominal'], { type: 'string', description: 'a decimal' })
  assert.deepEqual(quote?.['selfSelectStatus'], { anyOf: [{ enum: [0, 1] }, { type: 'boolean' }] })
})

/** Every array of a document that does not say what its items are. */
function arraysWithoutItems(node: unknown, path = ''): readonly string[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, items } = node as { readonly type?: unknown; readonly items?: unknown }
  const own = [type].flat().includes('array') && typeof items !== 'object' ? [path] : []
  return [...own, ...Object.entries(node).flatMap(([name, value]) => arraysWithoutItems(value, `${path}/${name}`))]
}

test('every array states its items, also those of candles', () => {
  assert.deepEqual(arraysWithoutItems(document), [])
  const text = JSON.stringify(tree['paths']?.['/m_ft/kline'])
  assert.match(text, /"prefixItems":\[\{"type":"number"\},.*"items":\{"anyOf":\[\{"type":"number"\},\{"type":"string"/)
})

test('segments of a path are its parameters', () => {
  const operation = tree['paths']?.['/userSelfSecurity/delete/{id}']?.['post'] as unknown as {
    parameters: { name: string; in: string; required: boolean }[]
    requestBody?: object
  }
  assert.deepEqual(
    operation.parameters.map(({ name, in: where, required }) => [name, where, required]),
    [
      ['id', 'path', true],
      ['lang', 'header', false],
    ],
  )
  assert.equal(operation.requestBody, undefined)
})

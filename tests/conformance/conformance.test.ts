import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Caller } from '@mex/contract/call.ts'
import { everyCall } from '@mex/contract/calls.ts'
import { labels } from '@mex/contract/labels.ts'

import {
  callLine,
  catalogues,
  kinds,
  listed,
  reachedBefore,
  reachedNow,
  specCalls,
  specTexts,
  textsNamed,
  textsRefused,
} from './reached.ts'

const now = await reachedNow()
const before = reachedBefore()

test('counts 114 calls, 69 screens and 216 texts in the specification, each listed once', (context) => {
  context.diagnostic(kinds.map((kind) => `${kind} ${now[kind].length} of ${listed[kind].length}`).join(' · '))
  assert.deepEqual([listed.calls.length, listed.screens.length, listed.texts.length], [114, 69, 216])
  for (const kind of kinds) assert.equal(new Set(listed[kind]).size, listed[kind].length, `no duplicates in ${kind}`)
})

for (const kind of kinds) {
  test(`the product still has all ${kind} that docs/spec/reached.json records`, () => {
    const there = new Set(now[kind])
    const gone = before[kind].filter((line) => !there.has(line))
    assert.deepEqual(gone, [], `docs/spec/reached.json records ${kind} that the product no longer has`)
  })
  test(`docs/spec/reached.json records all ${kind} that the product has`, () => {
    const known = new Set(before[kind])
    const added = now[kind].filter((line) => !known.has(line))
    assert.deepEqual(added, [], 'add these lines to docs/spec/reached.json, or run: node tests/conformance/update.ts')
  })
}

test('a call is in the specification, or says that it is an addition', () => {
  const specified = new Set(listed.calls)
  const wrong = everyCall.filter(({ call }) => call.isAddition === specified.has(callLine(call)))
  assert.deepEqual(
    wrong.map(({ call }) => callLine(call)),
    [],
  )
})

/** Translates the specification's access level of a call into the contract's. */
function callerOf(auth: string): Caller {
  if (auth.includes('public')) return 'anyone'
  return auth.includes('onboarding') ? 'onboarding' : 'user'
}

test('every call of the specification is open to exactly the callers that the specification names', () => {
  const byLine = new Map(specCalls.map((call) => [callLine(call), call]))
  for (const { call } of everyCall) {
    const line = callLine(call)
    const specified = byLine.get(line)
    if (specified !== undefined) assert.equal(call.who, callerOf(specified.auth), line)
  }
})

const title = 'UBS MEX'
test('every text of the catalogue is in the specification and has a Chinese translation with the same placeholders', async () => {
  const { english, chinese } = await catalogues()
  const wanted = new Set(specTexts.map(({ text }) => text))
  for (const [at, text] of english) {
    const translation = chinese.get(at) ?? ''
    assert.ok(wanted.has(text), `${at} is a text of the specification`)
    assert.ok(
      text === title ? translation === title : /\p{Script=Han}/u.test(translation),
      `${at} in Chinese is ${translation}`,
    )
    assert.deepEqual(translation.match(/\{\w+\}/g), text.match(/\{\w+\}/g), `${at} has the same placeholders`)
  }
})

// Coverage compares the two lists by position, because a text can occur twice.
test('the catalogue lists the texts in the order of the specification', async () => {
  const { english } = await catalogues()
  assert.deepEqual(
    [...english.values()],
    specTexts.map(({ text }) => text),
  )
})

test('a refusal with a text of the specification has the Chinese text of the catalogue', async () => {
  const { english, chinese } = await catalogues()
  const refused = textsRefused()
  const both = [...english].filter(([path, text]) => /^(messages|errors)\./.test(path) && refused.has(text))
  assert.ok(both.length >= 20)
  for (const [path, text] of both) assert.equal(refused.get(text), chinese.get(path), `${path}: ${text}`)
})

test('a refusal names a field by the label that the form shows', async () => {
  const { english, chinese } = await catalogues()
  const wire: Readonly<Record<string, string>> = {
    fullEnterpriseName: 'enterpriseName',
    corporateBankAccountNumber: 'corporateAccountNumber',
    corporateBankAccountImage: 'corporateAccountImage',
    passportInformationPage: 'passportImage',
    stateOrProvince: 'stateProvince',
  }
  const fieldLabels = [...english.keys()].filter((path) => /^(card|kyc|company|individual)Labels\./.test(path))
  const compared = fieldLabels.flatMap((path) => {
    const [, key = ''] = path.split('.')
    const label = labels[wire[key] ?? key]
    // Some form labels have no counterpart in refusals; the specification labels the user name “User ID”.
    if (label === undefined || key === 'username') return []
    assert.deepEqual([label.en, label.zh], [english.get(path), chinese.get(path)], path)
    return [path]
  })
  assert.ok(compared.length >= 30, `${compared.length} labels`)
})

test('a text counts as covered when a screen names its key', () => {
  const known = ['tabs.home', 'actions.cancelOrder', 'labels.margin', 'labels.leverage', 'labels.fee']
  const named = (source: string) => [...textsNamed([source], known)].toSorted()
  assert.deepEqual(named(`t('spec.tabs.home')`), ['tabs.home'])
  assert.deepEqual(named(`t(isOn ? "spec.tabs.home" : \`spec.actions.cancelOrder\`)`), [
    'actions.cancelOrder',
    'tabs.home',
  ])
  assert.deepEqual(named("const label = (key) => t(`spec.labels.${key}`); label('fee'); label('margin')"), [
    'labels.fee',
    'labels.margin',
  ])
  for (const other of ["t('shell.home')", '// spec.tabs.home', "'a spec.tabs.home'"]) assert.deepEqual(named(other), [])
})

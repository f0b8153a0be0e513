import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTraditional } from '@mex/server/traditional-chinese.ts'
import { leaves, webModule } from './reached.ts'

const callExport = (module: Readonly<Record<string, unknown>> | undefined, name: string): unknown => {
  const found = module?.[name]
  assert.ok(typeof found === 'function', name)
  return Reflect.apply(found, undefined, []) as unknown
}

test('the server and the page have the same Traditional Chinese for every text', async () => {
  const onServer = openTraditional()
  const build = await webModule('web/build/texts.ts')
  const table = Object.entries(callExport(build, 'serverTexts') as Record<string, string>)
  const simplified = leaves((await webModule('web/text/zh-CN.ts'))?.['zhCN'])
  const onPage = leaves(callExport(build, 'traditional'))
  const pairs = [...table, ...[...simplified].map(([at, text]) => [text, onPage.get(at)] as const)]
  assert.ok(table.length > 200 && simplified.size > 1000, `${table.length} and ${simplified.size} texts`)
  const different = pairs
    .map(([text, page]) => ({ text, page, server: onServer(text) }))
    .filter(({ page, server }) => page !== server)
  assert.deepEqual(different, [])
})

test('the conversion uses the trading terms of brokers in Taiwan and Hong Kong', () => {
  const onServer = openTraditional()
  const cases: [simplified: string, traditional: string][] = [
    ['提现', '出金'],
    ['持仓量', '未平倉量'],
    ['持仓', '持倉'],
    ['大宗交易', '鉅額交易'],
    ['保证金', '保證金'],
  ]
  for (const [simplified, traditional] of cases) assert.equal(onServer(simplified), traditional)
})

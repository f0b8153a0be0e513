import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { openAssistant, wordsOf } from './assistant.ts'
import { openHelp } from './help.ts'
import { openTraditional } from '#traditional-chinese.ts'

const topics = await openHelp(join(import.meta.dirname, '..', '..', '..', 'data', 'help'))
const { understand } = openAssistant(topics, openTraditional())

const known: readonly (readonly [question: string, slug: string])[] = [
  ['How does leverage work?', 'leverage'],
  ['What fees do I pay for Hong Kong shares?', 'fees'],
  ['why was my position liquidated', 'margin-call'],
  ['When can I withdraw the money from a sale?', 'settlement'],
  ['is this real money', 'simulated'],
  ['How do I transfer to another account', 'accounts'],
  ['what is a limit order', 'orders'],
  ['when does the market open', 'hours'],
  ['I forgot my password', 'account-security'],
  ['IPO allotment', 'ipo'],
  ['How is a placing shared out?', 'placing'],
  ['配售的锁定期是什么', 'placing'],
  ['are the prices manipulated?', 'fair'],
  ['how do I deposit', 'funding'],
  ['how do I withdraw money?', 'funding'],
  ['I want to cash out to my bank card', 'funding'],
  ['怎么提现', 'funding'],
  ['如何提现到银行卡', 'funding'],
  ['怎么充值', 'funding'],
  ['overnight swap EURUSD', 'forex'],
  ['futures expiry', 'futures'],
  ['selling short', 'short'],
  ['杠杆怎么用？', 'leverage'],
  ['手续费是多少', 'fees'],
  ['为什么被强制平仓了', 'margin-call'],
  ['卖出的钱什么时候可以提现', 'settlement'],
  ['这是真钱吗？模拟资金是什么', 'simulated'],
  ['新股怎么申购', 'ipo'],
  ['忘记密码怎么办', 'account-security'],
  ['港股几点开市', 'hours'],
  ['槓桿是什麼', 'leverage'],
  ['手續費多少', 'fees'],
]
for (const [question, slug] of known) {
  test(`“${question}” leads to ${slug}`, () => {
    const understood = understand(question)
    assert(understood.kind === 'known', `${question}: ${understood.kind}`)
    assert.equal(understood.topics[0]?.slug, slug)
    assert(understood.topics.length <= 3)
  })
}

for (const question of [
  'Should I buy Apple?',
  'which stock is best',
  'what should I buy now',
  'will TSLA go up tomorrow',
  'Can you recommend something?',
  '应该买苹果吗',
  '推荐一只股票',
  '特斯拉会涨吗',
  '該買什麼',
  '现在买哪只股票好',
]) {
  test(`declines the request for advice “${question}”`, () => {
    assert.equal(understand(question).kind, 'advice')
  })
}

for (const question of [
  'hello',
  '你好',
  'what is the weather like in Berlin',
  '???',
  '',
  'asdf qwer',
  '今天天气怎么样',
  '🙂',
]) {
  test(`has no answer to “${question}”`, () => {
    assert.equal(understand(question).kind, 'unknown')
  })
}

test('splits Latin text into stems and Chinese text into pairs', () => {
  assert.deepEqual(wordsOf('How are Fees charged?'), ['fe', 'charg'])
  assert.deepEqual(wordsOf('手续费 T+1'), ['t', '1', '手续', '续费'])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameInLines } from './name-lines.ts'

test('a name breaks between words', () => {
  const cases = [
    ['Micro E-mini Nasdaq-100', 'Micro E\u2011mini Nasdaq\u2011100'],
    ['Walt Disney', 'Walt Disney'],
    ['迷你纳斯达克100', '迷你\u200b纳斯达克100'],
    ['微型納斯達克100', '微型\u200b納斯達克100'],
    ['欧洲斯托克50指数', '欧洲斯托克50\u200b指数'],
    ['恒生指數', '恒生\u200b指數'],
    ['墨西哥证券交易所集团', '墨西哥证券\u200b交易所\u200b集团'],
    ['CrowdStrike安全', 'CrowdStrike\u200b安全'],
    ['印度NIFTY50指数', '印度\u200bNIFTY50\u200b指数'],
    ['先锋标普500ETF', '先锋标普500\u200bETF'],
    ['微软', '微软'],
  ] as const
  for (const [name, lines] of cases) assert.equal(nameInLines(name), lines, name)
})

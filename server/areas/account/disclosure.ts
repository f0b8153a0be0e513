import { textIn, type Text, type Traditional } from '@mex/contract/text.ts'

export const practiceOnly: Text = { en: 'Simulated money. Practice only.', zh: '模拟资金，仅供练习。' }
export const notAffiliated: Text = {
  en: 'Not affiliated with, or endorsed by, UBS Group AG or any bank.',
  zh: '本产品与瑞银集团（UBS Group AG）及任何银行均无关联，亦未获其认可。',
}

const disclosure: Text = {
  en: [
    practiceOnly.en,
    '{title} Practice is a place to learn to invest. No real money can come in or go out, nothing here can be bought or sold for real, and no balance has any value.',
    notAffiliated.en,
    'Prices are the same for everyone. Those of the simulated market, and what lies between the known prices of replayed history, are drawn from secrets that are committed to before each day and revealed 48 hours after it, so anyone can check them afterwards. History itself can be looked up by anyone. Whoever operates this server has access to the secrets and could look ahead; the product cannot rule that out.',
    'Do not enter real identity, card or bank data: they are not needed, and are refused where they can be recognised.',
  ].join('\n\n'),
  zh: [
    practiceOnly.zh,
    '{title} 练习版是学习投资的场所。真实资金无法转入或转出，这里没有任何真实的买卖，任何余额都没有价值。',
    notAffiliated.zh,
    '所有人看到的价格相同。模拟市场的价格，以及回放历史行情时已知价格之间的走势，由每日密钥生成：密钥在当日之前作出承诺，在当日结束 48 小时后公开，任何人都可以事后核对。历史行情本身，任何人都可以查到。运营此服务器的人能够接触密钥，可能提前得知价格；产品无法排除这一点。',
    '请勿输入真实的身份、银行卡或银行账户信息：产品不需要这些信息，能够识别时会拒绝接收。',
  ].join('\n\n'),
}

/** The disclosure about the product in every language (design §1, rulebook §0.1 P1, P8). */
export function disclosureText(title: string, traditional: Traditional) {
  const values = { title }
  return {
    en: textIn(disclosure, 'en', traditional, values),
    'zh-CN': textIn(disclosure, 'zh-CN', traditional, values),
    'zh-TW': textIn(disclosure, 'zh-TW', traditional, values),
  }
}
